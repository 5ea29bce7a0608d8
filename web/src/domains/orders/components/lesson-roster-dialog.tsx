import { useQuery } from '@tanstack/react-query';
import type { RosterPlace } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListEmpty, listStateOf } from '../../../ui/list-states.tsx';
import { lessonRosterQuery } from '../../lessons/lessons.api.ts';
import type { OrderLesson } from './order-lessons.tsx';
import styles from './small-dialogs.module.css';
import { useShown } from '../../../ui/use-shown.ts';

const Sources = ({ place }: { place: RosterPlace }) => {
  const { shortDay } = useFormats();
  return place.sources
    .map(({ added_by: by, created }) =>
      by ? `added by hand by ${by}` : `order of ${shortDay(created)}`,
    )
    .join(', ');
};

const columns: readonly Column<RosterPlace>[] = [
  { key: 'name', header: 'Name', lead: true, render: (place) => place.student.name },
  { key: 'email', header: 'E-mail', render: (place) => place.student.email },
  { key: 'kind', header: 'Kind', render: (place) => place.kind },
  { key: 'sources', header: 'Sources', render: (place) => <Sources place={place} /> },
];

/** Who stands on a lesson and why. */
export const LessonRosterDialog = ({
  lesson,
  onClose,
}: {
  lesson: OrderLesson | null;
  onClose: () => void;
}) => {
  const shown = useShown(lesson);
  const roster = useQuery({ ...lessonRosterQuery(shown?._id ?? ''), enabled: lesson !== null });
  const places = roster.data?.data ?? [];
  const unnamed = roster.data?.unnamed ?? 0;
  const title = `Students of ${shown?.name ?? ''}`;
  return (
    <Dialog title={title} opened={lesson !== null} onClose={onClose} size={720}>
      <div className={styles.roster} role="region" aria-label={title} tabIndex={0}>
        <DataTable
          caption={title}
          columns={columns}
          rows={places}
          rowKey={(place) => place.student._id}
          state={listStateOf(roster)}
          noun="students"
          skeletonRows={5}
          empty={unnamed === 0 && <ListEmpty text="There are no students" />}
        />
        {unnamed > 0 && (
          <p className={styles.unnamed}>
            And {formatCount(unnamed, 'student')} whom you may not see by name.
          </p>
        )}
      </div>
    </Dialog>
  );
};

import { Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel, PanelScroll } from '../../ui/panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListEmpty, listStateOf } from '../../ui/list-states.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { lessonRosterQuery } from '../lessons/lessons.api.ts';
import type { OrderLesson } from './order-card.tsx';
import { useShown } from '../../ui/use-shown.ts';

const Sources = ({ place }: { place: RosterPlace }) => {
  const { shortDay } = useFormats();
  return place.sources.map(({ order, added_by: by, created }, index) => (
    <span key={`${order ?? by} ${created}`}>
      {index > 0 && ', '}
      {order === null ? (
        `added by hand by ${by || '–'}`
      ) : (
        <RecordLink to="order" id={order} name={`order of ${shortDay(created)}`} />
      )}
    </span>
  ));
};

const columns: readonly Column<RosterPlace>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 150,
    lead: true,
    render: ({ student }) => (
      <RecordLink to="student" id={student._id} name={student.name || student.email} />
    ),
  },
  { key: 'email', header: 'E-mail', width: 190, render: (place) => place.student.email },
  { key: 'kind', header: 'Kind', width: 130, render: (place) => place.kind },
  { key: 'sources', header: 'Sources', width: 190, render: (place) => <Sources place={place} /> },
];

/** A lesson of an order's card, with its class. */
export type LessonOfOrder = { lesson: OrderLesson; tuitionClass: Order['detail']['class_obj'] };

/** The students of a lesson with the source of each place, and a link to the lesson. */
export const LessonRosterDialog = ({
  open: asked,
  onClose,
}: {
  open: LessonOfOrder | null;
  onClose: () => void;
}) => {
  const shown = useShown(asked);
  const roster = useQuery({
    ...lessonRosterQuery(shown?.lesson._id ?? ''),
    enabled: asked !== null,
  });
  const places = roster.data?.data ?? [];
  const unnamed = roster.data?.unnamed ?? 0;
  const title = `Students of ${shown?.lesson.name ?? ''}`;
  return (
    <Dialog title={title} opened={asked !== null} onClose={onClose} size={720}>
      {shown && (
        <Text inherit mb="md">
          <RecordLink
            to="lesson"
            id={shown.lesson._id}
            classId={shown.tuitionClass._id}
            name={lessonLabel(shown.lesson)}
          />
          {' of '}
          <RecordLink to="class" id={shown.tuitionClass._id} name={shown.tuitionClass.name} />
        </Text>
      )}
      <Flex direction="column" mah="60dvh">
        <Panel fill>
          <PanelScroll label={title}>
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
            <UnnamedStudents count={unnamed} />
          </PanelScroll>
        </Panel>
      </Flex>
    </Dialog>
  );
};

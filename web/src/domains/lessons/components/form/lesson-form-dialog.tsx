import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { useCan } from '../../../../lib/use-can.ts';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { WaitingForm } from '../../../../ui/waiting-form.tsx';
import { classQuery } from '../../../classes/classes.api.ts';
import { lastLessonQuery } from '../../class-lessons.api.ts';
import { lessonQuery } from '../../lesson-record.api.ts';
import { LessonForm } from './lesson-form.tsx';
import { lessonValuesOf, newLessonValues } from './lesson-values.ts';

type Props = {
  opened: boolean;
  classId: string;
  /** null for a new lesson of the class. */
  lessonId: string | null;
  onClose: () => void;
  /** After the dialog has closed. */
  onSaved?: (lesson: Lesson) => void;
};

type LoadedProps = Pick<Props, 'opened' | 'classId' | 'onClose' | 'onSaved'>;

/** Creates or edits a lesson (part 1 §2, Lesson create/edit). */
export const LessonFormDialog = ({ opened, lessonId, ...rest }: Props) => (
  <FreshForm record={opened ? (lessonId ?? 'new') : null}>
    {(record, isOpened) =>
      record === 'new' ? (
        <NewLesson opened={isOpened} {...rest} />
      ) : (
        <SavedLesson id={record} opened={isOpened} {...rest} />
      )
    }
  </FreshForm>
);

const newTitle = 'New Lesson';
const editTitle = 'Edit Lesson';

const NewLesson = (props: LoadedProps) => {
  const { business_time_zone: timeZone, product_name: productName } = useSettings();
  const isAllowed = useCan('lesson.canManage');
  // Read anew at each opening: the next lesson counts on from the last one.
  const tuitionClass = useQuery({ ...classQuery(props.classId), staleTime: 0 });
  const last = useQuery({ ...lastLessonQuery(props.classId), staleTime: 0 });
  const waiting = [tuitionClass, last].find((query) => !query.isFetchedAfterMount || !query.data);
  if (waiting || !tuitionClass.data || !last.data || !isAllowed)
    return (
      <WaitingForm
        title={newTitle}
        noun="class"
        query={waiting}
        refusal="Only an Admin may create lessons."
        opened={props.opened}
        onClose={props.onClose}
      />
    );
  const initial = newLessonValues({
    class: tuitionClass.data.data,
    last: last.data.data[0],
    timeZone,
    productName,
  });
  return (
    <LessonForm
      title={newTitle}
      className={tuitionClass.data.data.name}
      lesson={null}
      initial={initial}
      {...props}
    />
  );
};

const SavedLesson = ({ id, ...props }: LoadedProps & { id: string }) => {
  const { business_time_zone: timeZone } = useSettings();
  // Read anew at each opening: a form based on what was known before would be refused as stale.
  const query = useQuery({ ...lessonQuery(id), staleTime: 0 });
  const lesson = query.isFetchedAfterMount ? query.data?.data : undefined;
  if (!lesson || !lesson.abilities.manage)
    return (
      <WaitingForm
        title={editTitle}
        noun="lesson"
        query={lesson ? undefined : query}
        refusal="Only an Admin may change lessons."
        opened={props.opened}
        onClose={props.onClose}
      />
    );
  return (
    <LessonForm
      title={editTitle}
      className={lesson.class_obj.name}
      lesson={lesson}
      initial={lessonValuesOf(lesson, timeZone)}
      {...props}
    />
  );
};

import { useQuery } from '@tanstack/react-query';
import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { useFormats } from '../../../../lib/use-formats.ts';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { listStateOf, PastLastPage } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { RecordChanges, type ChangeWords } from '../../../../ui/record-changes.tsx';
import { changesPageSize, lessonChangesQuery } from '../../lesson-page.api.ts';

const words: ChangeWords = {
  actions: {
    'lesson.created': { words: 'Created', tone: 'green' },
    'lesson.updated': { words: 'Updated', tone: 'blue' },
    'lesson.studentsAdded': { words: 'Students added', tone: 'green' },
    'lesson.studentMoved': { words: 'Student moved', tone: 'blue' },
    'lesson.studentRemoved': { words: 'Student removed', tone: 'grey' },
  },
  fields: {
    name: 'Name',
    desc: 'Description',
    class_obj: 'Class',
    'meta.term': 'Term',
    'meta.index': 'Lesson',
    scheduled_on: 'Start',
    ended_on: 'End',
    hosting_platform: 'Hosting platform',
    hosting_type: 'Hosting type',
    tutor: 'Tutors',
    ta: 'TAs',
    is_active: 'Active',
    is_released: 'Released',
    is_completed: 'Completed',
    student: 'Payment',
    trial_student: 'Trial',
    video_student: 'Video',
    one: 'Student',
    to_lesson: 'To',
    from_lesson: 'From',
  },
};

type Props = { id: string; page: number; onPage: (page: number) => void };

const noun = ['change', 'changes'] as const;

/** Who did what with a lesson and its students, newest first. */
export const LessonChanges = ({ id, page, onPage }: Props) => {
  const query = useQuery(lessonChangesQuery(id, page));
  const { dateTime } = useFormats();
  const { data: entries = [], count } = query.data ?? {};
  const state = listStateOf(query);
  const isPastLast = state.status === 'ready' && entries.length === 0 && Boolean(count);
  return (
    <ListParts
      label="Changes"
      state={state}
      footer={
        <Pager page={page} pageSize={changesPageSize} count={count} noun={noun} onPage={onPage} />
      }
    >
      {isPastLast ? (
        <PastLastPage
          text="There are no changes to display"
          count={formatCount(count ?? 0, ...noun)}
          onFirst={() => onPage(1)}
        />
      ) : (
        <RecordChanges
          entries={entries.map((entry) => readable(entry, dateTime))}
          words={words}
          state={state}
        />
      )}
    </ListParts>
  );
};

const oneStudent = new Set(['lesson.studentMoved', 'lesson.studentRemoved']);
const instants = new Set(['scheduled_on', 'ended_on']);

/** An entry in staff's terms: only fields that the page shows, times in the business time zone. */
const readable = (entry: RecordChange, dateTime: (instant: string) => string): RecordChange => ({
  ...entry,
  changes: entry.changes
    // Of many students added `student` is the kind of the place, else it is who was moved or taken off.
    .map((change) =>
      change.field === 'student' && oneStudent.has(entry.action)
        ? { ...change, field: 'one' }
        : change,
    )
    .filter(({ field }) => field in words.fields)
    .map(({ field, from, to }) =>
      instants.has(field)
        ? { field, from: from && dateTime(from), to: to && dateTime(to) }
        : { field, from, to },
    ),
});

import { useQuery } from '@tanstack/react-query';
import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import { listLessonChanges } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { changesQuery } from '../../../../lib/queries.ts';
import { useFormats } from '../../../../lib/use-formats.ts';
import { ChangesList } from '../../../../ui/changes-list.tsx';
import type { ChangeWords } from '../../../../ui/record-changes.tsx';

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

/** Who did what with a lesson and its students, newest first. */
export const LessonChanges = ({ id, ...pages }: Props) => {
  const { dateTime } = useFormats();
  return (
    <ChangesList
      query={useQuery(changesQuery(listLessonChanges, id, pages.page))}
      words={words}
      read={(entry) => readable(entry, dateTime)}
      {...pages}
    />
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  countNames,
  expectedKinds,
  listAttendanceOfStudents,
  type AttendanceOfStudent,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import { choice, choices } from '../../kit/list/filters.tsx';
import {
  defineList,
  listPageQuery,
  type ListAddress,
  type ListScope,
} from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { attendanceTone, attendanceWord } from './attendance-words.ts';
import {
  countWords,
  kindWords,
  type CountKind,
  type StudentKind,
} from './lesson-attendance-words.ts';

type Lessons = NonNullable<ListScope<typeof listAttendanceOfStudents>['filter']>;
type Chosen = { how: readonly CountKind[] | undefined; kind: StudentKind | undefined };

type Props = Chosen & {
  /** The lessons; null while closed. */
  open: Lessons | null;
  onChange: (changes: Chosen) => void;
  onClose: () => void;
};

/** Students behind the total counts of a period, once per lesson they were expected in. */
export const AllStudentsDialog = ({ open, onClose, ...props }: Props) => {
  const shown = useShown(open);
  return (
    <Dialog title="Students of all lessons" opened={open !== null} onClose={onClose} size={900}>
      {shown && <Students lessons={shown} {...props} />}
    </Dialog>
  );
};

const studentList = defineList({
  operation: listAttendanceOfStudents,
  nouns: ['student', 'students'],
  pageSize: 15,
  file: 'attendance-of-students.csv',
  search: { label: 'Name', field: 'student' },
  sort: { default: ['scheduled_on', 'desc'] },
  filters: {
    how: choices(countNames, {
      label: 'Attendance',
      usual: [],
      words: (name) => countWords[name],
      where: (chosen) => (chosen.length > 0 ? { attended: { in: chosen } } : {}),
    }),
    kind: choice(expectedKinds, { label: 'Kind', words: (kind) => kindWords[kind] }),
  },
  empty: {
    none: 'There are no students',
    search: 'There are no students matching your search',
  },
});

type Address = ListAddress & { how?: CountKind[] | undefined; kind?: StudentKind | undefined };

const Students = ({
  lessons,
  how,
  kind,
  onChange,
}: Chosen & { lessons: Lessons; onChange: Props['onChange'] }) => {
  const [place, setPlace] = useState<ListAddress>({});
  const address: Address = { ...place, how: how && [...how], kind };
  const scope = { filter: lessons };
  const { data } = useQuery(listPageQuery(studentList, address, useToday(), scope));
  const unnamed = data?.unnamed ?? 0;
  return (
    <Panel>
      <ListTab<typeof listAttendanceOfStudents, Address>
        list={studentList}
        scope={scope}
        address={address}
        onAddress={({ how: nextHow, kind: nextKind, ...next }) => {
          setPlace(next);
          // Keep the dialog open when the filter is cleared: an empty filter shows all.
          onChange({ how: nextHow ?? [], kind: nextKind });
        }}
        caption="Students of all lessons"
        columns={columnsOf(useFormats())}
        rowKey={({ lesson, student }) => `${lesson._id} ${student._id}`}
        skeletonRows={6}
        below={<UnnamedStudents count={unnamed} />}
      />
    </Panel>
  );
};

const columnsOf = (formats: ReturnType<typeof useFormats>): Column<AttendanceOfStudent>[] => [
  {
    key: 'student',
    header: 'Student',
    width: 170,
    lead: true,
    text: ({ student }) => student.name || '–',
    render: ({ student }) => (
      <RecordLink to="student" id={student._id} name={student.name || '–'} />
    ),
  },
  { key: 'kind', header: 'Kind', width: 74, text: ({ kind }) => kindWords[kind] },
  {
    key: 'attendance',
    header: 'Attendance',
    width: 126,
    text: ({ status }) => attendanceWord(status),
    render: ({ status }) => (
      <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
    ),
  },
  {
    key: 'class',
    header: 'Class',
    width: 190,
    text: ({ lesson }) => lesson.class.name,
    render: ({ lesson }) => (
      <RecordLink to="class" id={lesson.class._id} name={lesson.class.name} />
    ),
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 150,
    text: ({ lesson }) => lessonLabel(lesson),
    render: ({ lesson }) => (
      <RecordLink
        to="lesson"
        id={lesson._id}
        classId={lesson.class._id}
        name={lessonLabel(lesson)}
      />
    ),
  },
  {
    key: 'when',
    header: 'When',
    width: 110,
    figures: true,
    text: ({ lesson }) => formats.longDay(lesson.scheduled_on),
    render: ({ lesson }) => (
      <time dateTime={lesson.scheduled_on}>{formats.weekday(lesson.scheduled_on)}</time>
    ),
  },
];

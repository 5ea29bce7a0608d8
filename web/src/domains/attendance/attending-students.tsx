import { IconDoorEnter, IconPencil } from '@tabler/icons-react';
import type {
  AttendingStudent,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { LinkOwner } from './live-link-dialog.tsx';
import { attendanceTone, attendanceWord } from './attendance-words.ts';
import styles from './live-lesson.module.css';

/** Row actions for users who correct attendance. */
export type StudentActs = {
  onCorrect: (student: AttendingStudent) => void;
  onLink: (owner: LinkOwner) => void;
};

type Props = StudentActs & {
  label: string;
  attendance: LessonAttendance | undefined;
  kind: AttendingStudent['kind'];
  state: ListState;
  /** "3/5": answered poll questions of a student; undefined if the lesson has no questions. */
  answered: ((student: string) => string) | undefined;
};

/** Students of a kind with their attendance (part 2 §2). */
export const AttendingStudents = (props: Props) => {
  const { label, attendance, kind, state, answered, ...acts } = props;
  const students = attendance?.students.filter((student) => student.kind === kind) ?? [];
  const columns: Column<AttendingStudent>[] = [
    {
      key: 'student',
      header: 'Student',
      width: 150,
      lead: true,
      text: nameOf,
      render: (student) => <RecordLink to="student" id={student._id} name={nameOf(student)} />,
    },
    { key: 'email', header: 'E-mail', width: 155, text: (student) => student.email },
    {
      key: 'attendance',
      header: 'Attendance',
      width: 125,
      text: ({ status, correction }) =>
        correction
          ? `${attendanceWord(status)}, corrected by ${correction.by}: ${correction.reason}`
          : attendanceWord(status),
      render: ({ status, correction }) => (
        <span className={styles.status}>
          <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
          {correction && (
            <IconPencil
              size={14}
              stroke={1.7}
              role="img"
              aria-label={`Corrected by ${correction.by}`}
            />
          )}
        </span>
      ),
    },
    {
      key: 'times',
      header: 'Joined – left',
      width: 115,
      figures: true,
      render: ({ presence }) => <Stay presence={presence} />,
    },
    {
      key: 'minutes',
      header: 'Min',
      width: 62,
      align: 'right',
      value: ({ presence }) => presence?.minutes ?? -1,
      text: ({ presence }) => (presence ? String(presence.minutes) : '–'),
    },
    ...(answered
      ? [
          {
            key: 'poll',
            header: 'Poll',
            width: 62,
            align: 'right' as const,
            value: (student: AttendingStudent) => Number.parseInt(answered(student._id), 10),
            text: (student: AttendingStudent) => answered(student._id),
          },
        ]
      : []),
    ...(attendance?.abilities.correct
      ? [
          {
            key: 'acts',
            header: 'Actions',
            width: 50,
            hiddenHeader: true,
            acts: true,
            render: (student: AttendingStudent) => <StudentMenu student={student} {...acts} />,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      caption={`${label} students with attendance`}
      columns={columns}
      rows={students}
      rowKey={({ _id }) => _id}
      state={state}
      noun="students"
      empty={<ListEmpty text="There are no students" />}
      skeletonRows={8}
    />
  );
};

/** Row menu of a student. */
export const StudentMenu = ({
  student,
  onCorrect,
  onLink,
}: StudentActs & { student: AttendingStudent }) => (
  <RowMenu
    of={nameOf(student)}
    actions={[
      { label: 'Correct attendance', icon: IconPencil, onClick: () => onCorrect(student) },
      {
        label: 'Live link',
        icon: IconDoorEnter,
        onClick: () => onLink({ _id: student._id, name: nameOf(student) }),
      },
    ]}
  />
);

export const nameOf = ({ name, email: address }: AttendingStudent) => name || address;

type StayProps = { presence: AttendingStudent['presence'] };

/** Times of presence; "in now" while inside, "14:02–?" if the departure was not recorded. */
export const Stay = ({ presence }: StayProps) => {
  const { time, timeRange } = useFormats();
  if (!presence) return '–';
  const { joined_at: joined, left_at: left, is_in: isIn } = presence;
  if (left !== null) return timeRange(joined, left);
  if (!isIn) return <span title="Departure not recorded">{time(joined)}–?</span>;
  return (
    <>
      {time(joined)}, <span className={styles.inNow}>in now</span>
    </>
  );
};

/** Below the list: number of students and the meaning of the statuses. */
export const AttendanceFooter = ({ attendance }: { attendance: LessonAttendance }) => (
  <p className={styles.footer}>
    <span>
      {formatCount(attendance.students.length, 'student')}
      {attendance.unnamed > 0 && ` and ${attendance.unnamed} whose names are hidden for your role`}
    </span>
    <span>
      Half attended: left more than 30 minutes before the last student. N/A: no attendance data.
    </span>
  </p>
);

import { Group, Text } from '@mantine/core';
import { IconDoorEnter, IconPencil } from '@tabler/icons-react';
import type {
  AttendingStudent,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { LinkOwner } from './live-link-dialog.tsx';
import { attendanceTone, attendanceWord } from './attendance-words.ts';

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
      width: 174,
      lead: true,
      text: nameOf,
      render: (student) => <RecordLink to="student" id={student._id} name={nameOf(student)} />,
    },
    { key: 'email', header: 'E-mail', width: 164, text: (student) => student.email },
    {
      key: 'attendance',
      header: 'Attendance',
      width: 124,
      text: ({ status, correction }) =>
        correction
          ? `${attendanceWord(status)}, corrected by ${correction.by}: ${correction.reason}`
          : attendanceWord(status),
      render: ({ status, correction }) => (
        <Group component="span">
          <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
          {correction && (
            <IconPencil
              size={14}
              stroke={1.7}
              role="img"
              aria-label={`Corrected by ${correction.by}`}
            />
          )}
        </Group>
      ),
    },
    {
      key: 'times',
      header: 'Joined – left',
      width: 106,
      figures: true,
      render: ({ presence }) => <Stay presence={presence} />,
    },
    {
      key: 'minutes',
      header: 'Min',
      width: 52,
      align: 'right',
      value: ({ presence }) => presence?.minutes ?? -1,
      text: ({ presence }) => (presence ? String(presence.minutes) : '–'),
    },
    ...(answered
      ? [
          {
            key: 'poll',
            header: 'Poll',
            width: 56,
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
            width: 46,
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
      {time(joined)},{' '}
      <Text span inherit fw={550} c="positive">
        in now
      </Text>
    </>
  );
};

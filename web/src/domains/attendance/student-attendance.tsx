import { useQuery } from '@tanstack/react-query';
import { listStudentAttendance } from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import { mayCall } from 'staffroom-contract/domains/identity/permissions.ts';
import type { StudentLesson } from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import type { Column } from '../../kit/list/list.tsx';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { LessonPeriod } from '../lessons/lessons.api.ts';
import { StudentLessons } from '../lessons/student-lessons.tsx';
import { attendanceTone, attendanceWord } from './attendance-words.ts';
import { studentAttendanceQuery } from './student-attendance.api.ts';

type Props = {
  studentId: string;
  period: LessonPeriod;
  page: number;
  onPage: (page: number) => void;
};

/** A student's lessons; past ones show attendance to users who may read it. */
export const StudentAttendance = (props: Props) => {
  const isShown =
    mayCall(rightsOf(useSessionUser()), listStudentAttendance) && props.period === 'past';
  const { data } = useQuery({
    ...studentAttendanceQuery(props.studentId, props.page),
    enabled: isShown,
  });
  const known = new Map(data?.data.map(({ lesson, attended }) => [lesson, attended]));
  const column: Column<StudentLesson> = {
    key: 'attendance',
    header: 'Attendance',
    width: 120,
    text: ({ _id }) => (known.has(_id) ? attendanceWord(known.get(_id) ?? null) : ''),
    render: ({ _id }) => {
      if (!known.has(_id)) return null;
      const attended = known.get(_id) ?? null;
      return <StatusChip tone={attendanceTone(attended)}>{attendanceWord(attended)}</StatusChip>;
    },
  };
  return <StudentLessons {...props} more={isShown ? [column] : []} />;
};

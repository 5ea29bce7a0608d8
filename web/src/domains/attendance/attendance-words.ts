import type { LessonAttendance } from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import {
  noAttendance,
  type AttendanceStatus,
} from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import type { Tone } from '../../ui/status-chip.tsx';

/** "Half attended"; "N/A" where nothing is known. */
export const attendanceWord = (status: AttendanceStatus | null): string =>
  status === null ? noAttendance : `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const tones: Record<AttendanceStatus, Tone> = {
  attended: 'green',
  'half attended': 'orange',
  absent: 'red',
};

export const attendanceTone = (status: AttendanceStatus | null): Tone =>
  status === null ? 'grey' : tones[status];

/** How many of those who are expected attended; null where nothing is known of any. */
export const countsOf = ({ students }: Pick<LessonAttendance, 'students'>) => {
  const expected = students.filter(({ kind }) => kind !== 'PAYMENT_VIDEO');
  const count = (status: AttendanceStatus) =>
    expected.filter((student) => student.status === status).length;
  const counts = {
    attended: count('attended'),
    half: count('half attended'),
    absent: count('absent'),
    expected: expected.length,
  };
  return counts.attended + counts.half + counts.absent === 0 ? null : counts;
};

/** Minutes from one instant to another. */
export const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

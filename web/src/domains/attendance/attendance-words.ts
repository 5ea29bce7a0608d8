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

/** How many of those who are expected are in now. */
export const inNowOf = ({ students }: Pick<LessonAttendance, 'students'>): number =>
  students.filter(
    ({ kind, presence }) =>
      kind !== 'PAYMENT_VIDEO' && presence !== null && presence.left_at === null,
  ).length;

/**
 * Since when who teaches has been in: "in since 16:24", "left at 18:02", "not in yet" of a live lesson of which something
 * is known; of several each by name, '' where nothing is to be said.
 */
export const teacherWords = (
  people: readonly { _id: string; name: string }[],
  attendees: LessonAttendance['attendees'],
  { isLive, time }: { isLive: boolean; time: (at: string) => string },
): string => {
  const words = people.flatMap(({ _id, name }) => {
    const came = attendees.find(({ person, as }) => person?._id === _id && as !== 'student');
    const said = came
      ? cameWords(came, time)
      : isLive && attendees.length > 0
        ? 'not in yet'
        : undefined;
    return said === undefined ? [] : [{ name, said }];
  });
  return words.map(({ name, said }) => (people.length === 1 ? said : `${name} ${said}`)).join(', ');
};

const cameWords = (
  { joined_at: joined, left_at: left }: { joined_at: string; left_at: string | null },
  time: (at: string) => string,
) => (left === null ? `in since ${time(joined)}` : `left at ${time(left)}`);

/** Who should be looked at: students who are absent or attended half, and who matches nobody. */
export const toLookAt = ({
  students,
  attendees,
  abilities,
}: Pick<LessonAttendance, 'students' | 'attendees' | 'abilities'>) => ({
  students: students.filter(
    ({ kind, status }) =>
      kind !== 'PAYMENT_VIDEO' && (status === 'absent' || status === 'half attended'),
  ),
  unmatched: abilities.correct ? attendees.filter(({ as }) => as === 'unmatched') : [],
});

/** Minutes from one instant to another. */
export const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

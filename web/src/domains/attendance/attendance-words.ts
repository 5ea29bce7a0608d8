import type {
  Attendee,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import {
  noAttendance,
  type AttendanceStatus,
} from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { Tone } from '../../ui/status-chip.tsx';

/** "Half attended"; "N/A" without data. */
export const attendanceWord = (status: AttendanceStatus | null): string =>
  status === null ? noAttendance : `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const tones: Record<AttendanceStatus, Tone> = {
  attended: 'green',
  'half attended': 'orange',
  absent: 'red',
};

export const attendanceTone = (status: AttendanceStatus | null): Tone =>
  status === null ? 'grey' : tones[status];

/** Attendance counts of the expected students; null without data for any of them. */
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

/** Number of expected students in the lesson now. */
export const inNowOf = ({ students }: Pick<LessonAttendance, 'students'>): number =>
  students.filter(({ kind, presence }) => kind !== 'PAYMENT_VIDEO' && presence?.is_in).length;

/**
 * When the lesson's teachers came or left: "in since 16:24", "left at 18:02", with names if there are several. In a
 * live lesson with attendance data, a missing teacher is "not in yet". If an attendee may be the teacher, the host's
 * times are shown, or '' if the host is not in. '' if there is nothing to show.
 */
export const teacherWords = (
  people: readonly { _id: string; name: string }[],
  { attendees, tutor_may_be_in: mayBeIn }: Pick<LessonAttendance, 'attendees' | 'tutor_may_be_in'>,
  { isLive, time }: { isLive: boolean; time: (at: string) => string },
): string => {
  const host = attendees.find(({ as, is_in: isIn }) => as === 'host' && isIn);
  const missing = mayBeIn ? host && `host ${cameWords(host, time)}` : 'not in yet';
  const words = people.flatMap(({ _id, name }) => {
    const came = attendees.find(({ person, as }) => person?._id === _id && as !== 'student');
    const found = came
      ? cameWords(came, time)
      : isLive && attendees.length > 0
        ? missing
        : undefined;
    return found === undefined ? [] : [{ name, found }];
  });
  return words
    .map(({ name, found }) => (people.length === 1 ? found : `${name} ${found}`))
    .join(', ');
};

const cameWords = (
  { joined_at: joined, left_at: left, is_in: isIn }: Attendee,
  time: (at: string) => string,
) => {
  if (left !== null) return `left at ${time(left)}`;
  return isIn ? `in since ${time(joined)}` : `joined at ${time(joined)}`;
};

/** Absent and half-attended students, and unmatched attendees if the user may match them. */
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

export const attendeeName = ({ name, email }: Attendee) => name || email || 'No name';

export const attendeeWords: Record<Attendee['as'], string> = {
  student: 'Student',
  tutor: 'Tutor',
  ta: 'TA',
  staff: 'Staff',
  host: 'Host',
  other: 'Not a person to match',
  unmatched: 'Not matched',
};

import {
  countNames,
  type AttendanceCounts,
  type AttendanceOfStudent,
  type ReportedStudent,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import type { Tone } from '../../ui/status-chip.tsx';

export type CountKind = (typeof countNames)[number];

/** Kinds of expected students; video-only students are not expected. */
export type StudentKind = AttendanceOfStudent['kind'];

export const countWords: Record<CountKind, string> = {
  attended: 'Attended',
  half: 'Half attended',
  absent: 'Absent',
  unknown: 'N/A',
};

export const kindWords: Record<StudentKind, string> = { paying: 'Paying', trial: 'Trial' };

export const countTones: Record<CountKind, Tone> = {
  attended: 'green',
  half: 'orange',
  absent: 'red',
  unknown: 'grey',
};

/** Parts of a meter; students without data are its track. */
export const partsOf = (counts: AttendanceCounts) =>
  (['attended', 'half', 'absent'] as const).map((kind) => ({
    value: counts[kind],
    tone: countTones[kind],
  }));

const kindOf = ({ status }: ReportedStudent): CountKind =>
  status === null ? 'unknown' : status === 'half attended' ? 'half' : status;

type Asked = {
  attended: CountKind | undefined;
  kind: StudentKind | undefined;
  term: string | undefined;
};

/** Students behind a count; video-only students are never included. */
export const studentsBehind = (
  students: readonly ReportedStudent[],
  { attended, kind, term = '' }: Asked,
) =>
  students.filter(
    (student) =>
      student.kind !== 'PAYMENT_VIDEO' &&
      (attended === undefined || kindOf(student) === attended) &&
      (kind === undefined || (student.kind === 'TRIAL') === (kind === 'trial')) &&
      student.name.toLowerCase().includes(term.trim().toLowerCase()),
  );

import type {
  AttendanceCounts,
  ReportedStudent,
} from '@staffroom/contract/domains/attendance/attendance-report.contract.ts';
import type { Tone } from '../../ui/status-chip.tsx';

/** In the order in which meters, columns and filters have them. */
export const countKinds = ['attended', 'half', 'absent', 'unknown'] as const;
export type CountKind = (typeof countKinds)[number];

/** Those who are expected; who has the video alone is not. */
export const studentKinds = ['paying', 'trial'] as const;
export type StudentKind = (typeof studentKinds)[number];

export const countWords: Record<CountKind, string> = {
  attended: 'Attended',
  half: 'Half attended',
  absent: 'Absent',
  unknown: 'N/A',
};

export const countTones: Record<CountKind, Tone> = {
  attended: 'green',
  half: 'orange',
  absent: 'red',
  unknown: 'grey',
};

/** Of a meter; what is not known is its track. */
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

/** The students behind a count; nobody who has the video alone. */
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

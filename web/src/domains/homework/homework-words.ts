import type {
  Homework,
  PendingSubmission,
  Submission,
  SubmissionStat,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  homeworkStatuses,
  latenessOf,
  pendingStatus,
  statusWords,
  type HomeworkStatus,
  type Lateness,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import type { Tone } from '../../ui/status-chip.tsx';

/** Status colours for meters and chips. */
export const statusTones: Record<HomeworkStatus, Tone> = {
  PENDING_SUBMISSION: 'grey',
  SUBMITTED: 'blue',
  RESUBMITTED: 'cyan',
  RESUBMISSION_REQUIRE: 'orange',
  marked: 'green',
};

/** The passed date while submissions are missing: 'due' is a warning, 'return' a danger. */
export const overdueOf = (
  { due_on, return_on, stat }: Pick<Homework, 'due_on' | 'return_on' | 'stat'>,
  at: string,
): 'due' | 'return' | undefined => {
  if (stat.pending === 0) return undefined;
  const late = latenessOf(at, { due_on, return_on });
  return late === 'after return' ? 'return' : late === 'late' ? 'due' : undefined;
};

export const latenessWords: Record<Lateness, string | undefined> = {
  'in time': undefined,
  late: 'Past due',
  'after return': 'Past return',
};

/** "16 of 18 handed in": submissions of all assigned students. */
export const handedInWords = ({ assigned, pending }: SubmissionStat) =>
  `${assigned - pending} of ${assigned} handed in`;

/** "2 submissions are kept with their marks", for homework that is changed or removed. */
export const submissionWords = ({ assigned, pending }: SubmissionStat) => {
  const handedIn = assigned - pending;
  if (handedIn === 0) return 'There are no submissions';
  return handedIn === 1
    ? '1 submission is kept with its marks'
    : `${handedIn} submissions are kept with their marks`;
};

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** 1,536,000 → "1.5 MB". */
export const sizeWords = (bytes: number): string => {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toLocaleString('en-SG', { maximumFractionDigits: digits })} ${units[unit]}`;
};

/** A count of a homework with its status. */
export type StatusCount = {
  of: Exclude<keyof SubmissionStat, 'assigned'>;
  status: HomeworkStatus;
};

/** Combined statuses: everything handed in, and everything to mark. */
const together = {
  'handed-in': (status: HomeworkStatus) => status !== pendingStatus,
  'to-mark': (status: HomeworkStatus) => status === 'SUBMITTED' || status === 'RESUBMITTED',
} as const;

/** Filters for the students of a homework. */
export const studentChoices = [
  ...(Object.keys(together) as (keyof typeof together)[]),
  ...homeworkStatuses,
] as const;
export type StudentChoice = (typeof studentChoices)[number];

export const studentChoiceWords = (choice: StudentChoice): string =>
  choice === 'handed-in' ? 'Handed in' : choice === 'to-mark' ? 'To mark' : statusWords(choice);

/** The statuses included in a choice. */
export const statusesOf = (choice: StudentChoice): HomeworkStatus[] =>
  homeworkStatuses.filter((status) =>
    choice === 'handed-in' || choice === 'to-mark' ? together[choice](status) : status === choice,
  );

/** A student of a homework; `at` is the time of the first submission. */
export type StudentOf = { _id: string; name: string; status: HomeworkStatus; at: string | null };

/** Sort order: students to remind, then to resubmit, then to mark. */
const order: readonly HomeworkStatus[] = [
  'PENDING_SUBMISSION',
  'RESUBMISSION_REQUIRE',
  'RESUBMITTED',
  'SUBMITTED',
  'marked',
];

/** Students of a homework by status, those needing action first; latest first within a status. */
export const studentsOf = (
  pending: readonly PendingSubmission[],
  handedIn: readonly Submission[],
): StudentOf[] =>
  [
    ...pending.map(({ student, status }) => ({ ...named(student), status, at: null })),
    ...handedIn.map((row) => ({ ...named(row.created_by), status: row.status, at: row.created })),
  ].toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));

const named = ({ _id, name, email }: { _id: string; name: string; email: string }) => ({
  _id,
  name: name || email || '–',
});

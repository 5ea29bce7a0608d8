import type {
  Homework,
  PendingSubmission,
  Submission,
  SubmissionStat,
} from '@staffroom/contract/domains/homework/homework.contract.ts';
import {
  homeworkStatuses,
  latenessOf,
  pendingStatus,
  statusWords,
  type HomeworkStatus,
  type Lateness,
} from '@staffroom/contract/domains/homework/homework.rules.ts';
import type { Tone } from '../../ui/status-chip.tsx';

/** The colour of a status, in meters and chips alike. */
export const statusTones: Record<HomeworkStatus, Tone> = {
  PENDING_SUBMISSION: 'grey',
  SUBMITTED: 'blue',
  RESUBMITTED: 'cyan',
  RESUBMISSION_REQUIRE: 'orange',
  marked: 'green',
};

/** Whether something is still outstanding past a date: the due date is a warning, the return date a danger. */
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

/** "16 of 18 handed in": submitted in any way, of all who are assigned. */
export const handedInWords = ({ assigned, pending }: SubmissionStat) =>
  `${assigned - pending} of ${assigned} handed in`;

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** 1,536,000 → "1.5 MB". */
export const sizeWords = (bytes: number): string => {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toLocaleString('en-SG', { maximumFractionDigits: digits })} ${units[unit]}`;
};

/** A count of a homework, and the status that it counts. */
export type StatusCount = {
  of: Exclude<keyof SubmissionStat, 'assigned'>;
  status: HomeworkStatus;
};

/** Statuses that are counted together: whatever was handed in, and what waits to be marked. */
const together = {
  'handed-in': (status: HomeworkStatus) => status !== pendingStatus,
  'to-mark': (status: HomeworkStatus) => status === 'SUBMITTED' || status === 'RESUBMITTED',
} as const;

/** Which students of a homework are shown. */
export const studentChoices = [
  ...(Object.keys(together) as (keyof typeof together)[]),
  ...homeworkStatuses,
] as const;
export type StudentChoice = (typeof studentChoices)[number];

export const studentChoiceWords = (choice: StudentChoice): string =>
  choice === 'handed-in' ? 'Handed in' : choice === 'to-mark' ? 'To mark' : statusWords(choice);

/** The statuses that a choice shows. */
export const statusesOf = (choice: StudentChoice): HomeworkStatus[] =>
  homeworkStatuses.filter((status) =>
    choice === 'handed-in' || choice === 'to-mark' ? together[choice](status) : status === choice,
  );

/** A student of a homework; `at` is when work was first handed in. */
export type StudentOf = { _id: string; name: string; status: HomeworkStatus; at: string | null };

/** Who is to be reminded first, then who has to do it again, then what is to be marked. */
const order: readonly HomeworkStatus[] = [
  'PENDING_SUBMISSION',
  'RESUBMISSION_REQUIRE',
  'RESUBMITTED',
  'SUBMITTED',
  'marked',
];

/** The students of a homework, those of whom something is wanted first; the latest first of each status. */
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

import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { monthNames } from 'staffroom-contract/shared/day-words.ts';
import type {
  DebtState,
  PaymentRunState,
  RunWarning,
} from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type {
  LeftLesson,
  MonthLesson,
  PaidLesson,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import type {
  Difference,
  RunTutor,
  WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatCount, formatInstantShortDay } from '../../lib/formats.ts';
import type { Tone } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords, unpaidWords } from './pay-words.ts';

/** "2026-02" → "February 2026". */
export const monthWords = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;

export const stateWords: Record<PaymentRunState, { word: string; tone: Tone; about: string }> = {
  draft: { word: 'Draft', tone: 'blue', about: 'recalculated live; rates may still change' },
  confirmed: { word: 'Confirmed', tone: 'purple', about: 'lessons, rates and sums are locked' },
  paid: { word: 'Paid', tone: 'green', about: 'the bank has paid it' },
};

/** "+7.50", "−15.00"; "–" for 0. */
export const signedWords = (amount: number): string => {
  if (amount === 0) return '–';
  return `${amount > 0 ? '+' : '−'}${amountWords(Math.abs(amount))}`;
};

const minutes = (hours: number) => Math.round(hours * 60).toLocaleString('en-SG');

/** Changes since a lesson was paid: "37 → 38 students", "90 → 120 minutes". */
export const differenceWords = ({
  before,
  lesson,
}: {
  before: Difference['before'];
  lesson: Pick<PaidLesson, 'unpaid' | 'students' | 'hours' | 'as' | 'rate'>;
}): string => {
  if (!before) return 'not paid before';
  if (lesson.unpaid !== before.unpaid)
    return lesson.unpaid === 'not_taught'
      ? 'taken off the lesson'
      : lesson.unpaid
        ? unpaidWords[lesson.unpaid].tag.toLowerCase()
        : 'counts again';
  const changes = [
    before.students !== lesson.students &&
      `${before.students} → ${formatCount(lesson.students, 'student')}`,
    before.hours !== lesson.hours && `${minutes(before.hours)} → ${minutes(lesson.hours)} minutes`,
    before.as !== lesson.as && (lesson.as === 'tutor' ? 'TA → tutor' : 'tutor → TA'),
    before.rate !== lesson.rate &&
      `${amountWords(before.rate)} → ${amountWords(lesson.rate)} an hour`,
  ].filter((change) => change !== false);
  return changes.join(', ') || 'other terms of its class';
};

/** A lesson's amount on the month's payslip, where it was paid, and the difference still to be settled. */
export const payslipWords = (lesson: MonthLesson | LeftLesson, zone: string): string => {
  const { differs, was, paid_in: paid } = lesson;
  if (!paid) return 'This lesson is not in the confirmed run; the next run pays it.';
  const run = `the run of ${monthWords(paid.month)}`;
  const onPayslip = `${amountWords(lesson.payslip)} is on the payslip`;
  const paidThere = `${amountWords(paid.paid)} was paid in ${run}`;
  const isOpen = !('pay' in lesson) || paid.paid !== lesson.pay;
  const settled = `the difference ${isOpen ? 'is settled in the next run' : 'was settled in a later run'}.`;
  switch (differs) {
    case 'moved_here': {
      const open = isOpen ? `; ${settled}` : '.';
      const from = was ? ` of ${formatInstantShortDay(was.scheduled_on, zone)}` : '';
      return `It was a lesson${from}: ${paidThere}${open}`;
    }
    case 'other_run':
      return `It was added after the run of this month: ${paidThere}${isOpen ? `; ${settled}` : '.'}`;
    case 'moved_away':
      return `It is on ${formatInstantShortDay(lesson.scheduled_on, zone)} now; ${onPayslip}.`;
    case 'not_taught':
      return `Another tutor teaches it now; ${onPayslip}, and its difference is settled in a later run.`;
    case 'deleted':
      return `${onPayslip}; its difference is settled in a later run.`;
    case 'changed':
    case 'inactive':
    case 'not_in_run':
    case null: {
      const words = 'pay' in lesson ? differenceWords({ before: was, lesson }) : '';
      return `${words}: ${onPayslip}; ${settled}`;
    }
  }
};

const warningWords: Record<RunWarning, (count: number) => string> = {
  no_end: (count) => `No end time: ${count}`,
  ends_before_start: (count) => `Ends before it starts: ${count}`,
  inactive: (count) => `Inactive: ${count}`,
  no_rate: (count) => `Without a rate: ${count}`,
  edited: (count) => `${formatCount(count, 'rate')} edited`,
  shared: (count) => `Another tutor too: ${count}`,
  inexact_hours: (count) => `Hours rounded in print: ${count}`,
  disabled: () => 'Account is disabled',
  owes: () => 'Owes, carried to the next run',
};

const debtWords: Record<DebtState, string> = {
  carried: warningWords.owes(1),
  left_out: 'Owes, left out',
  written_off: 'Owed, written off',
};

/** Warnings about a tutor; '' without any. */
export const warningsWords = ({ warnings, debt }: Pick<RunTutor, 'warnings' | 'debt'>): string =>
  warnings
    .map(({ code, count }) =>
      code === 'owes' && debt ? debtWords[debt] : warningWords[code](count),
    )
    .join(', ');

/** "−$60.00 carried forward, −$5.00 from earlier runs"; undefined when both are 0. */
export const carriedWords = (forward: number, earlier: number): string | undefined =>
  [
    forward < 0 && `−${formatMoney(-forward, 'SGD')} carried forward`,
    earlier < 0 && `−${formatMoney(-earlier, 'SGD')} from earlier runs`,
  ]
    .filter((words) => words !== false)
    .join(', ') || undefined;

/** The tutors of a run with warnings. */
export const toLookAt = ({ tutors }: Pick<WholePaymentRun, 'tutors'>): RunTutor[] =>
  tutors.filter(({ warnings }) => warnings.length > 0);

/** True if a tutor's name or e-mail contains the search text. */
export const isFound = (tutor: { name: string; email?: string }, find: string): boolean =>
  `${tutor.name} ${tutor.email ?? ''}`.toLowerCase().includes(find.trim().toLowerCase());

/** Label of a difference's tick: "Settle Goh Shi Min, T1 L2 Percentage of 19 Jan". */
export const settleWords = (
  { tutor, lesson }: Pick<Difference, 'tutor' | 'lesson'>,
  zone: string,
): string =>
  `Settle ${tutor.name}, ${lessonLabel(lesson)} of ${formatInstantShortDay(lesson.scheduled_on, zone)}`;

export const nothingChanged = 'No paid lesson has changed since.';

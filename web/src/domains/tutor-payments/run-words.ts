import { monthNames } from '@staffroom/contract/shared/day-words.ts';
import type {
  PaymentRunState,
  RunWarning,
} from '@staffroom/contract/domains/tutor-payments/payment-run.rules.ts';
import type {
  Difference,
  RunTutor,
  WholePaymentRun,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatCount, formatInstantShortDay } from '../../lib/formats.ts';
import type { Tone } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords, unpaidWords } from './pay-words.ts';

/** "2026-02" → "February 2026". */
export const monthWords = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;

export const stateWords: Record<PaymentRunState, { word: string; tone: Tone; about: string }> = {
  draft: { word: 'Draft', tone: 'blue', about: 'reckoned anew each time, rates may change' },
  confirmed: { word: 'Confirmed', tone: 'purple', about: 'lessons, rates and sums are locked' },
  paid: { word: 'Paid', tone: 'green', about: 'the bank has paid it' },
};

/** "+7.50", "−15.00", "–" for nothing. */
export const signedWords = (amount: number): string => {
  if (amount === 0) return '–';
  return `${amount > 0 ? '+' : '−'}${amountWords(Math.abs(amount))}`;
};

const minutes = (hours: number) => Math.round(hours * 60).toLocaleString('en-SG');

/** What has changed since a lesson was paid: "37 → 38 students", "90 → 120 minutes". */
export const differenceWords = ({
  before,
  lesson,
}: Pick<Difference, 'before' | 'lesson'>): string => {
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

const warningWords: Record<RunWarning, (count: number) => string> = {
  no_end: (count) => `No end time: ${count}`,
  ends_before_start: (count) => `Ends before it starts: ${count}`,
  inactive: (count) => `Inactive: ${count}`,
  no_rate: (count) => `Without a rate: ${count}`,
  edited: (count) => `${formatCount(count, 'rate')} edited`,
  shared: (count) => `Another tutor too: ${count}`,
  owes: () => 'Owes, not in the bank file',
};

/** What of a tutor a person should look at; '' where all is ready. */
export const warningsWords = ({ warnings }: Pick<RunTutor, 'warnings'>): string =>
  warnings.map(({ code, count }) => warningWords[code](count)).join(', ');

/** The tutors of a run whom a person should look at. */
export const toLookAt = ({ tutors }: Pick<WholePaymentRun, 'tutors'>): RunTutor[] =>
  tutors.filter(({ warnings }) => warnings.length > 0);

/** Whether a tutor is who is looked for, by name or e-mail. */
export const isFound = (tutor: { name: string; email?: string }, find: string): boolean =>
  `${tutor.name} ${tutor.email ?? ''}`.toLowerCase().includes(find.trim().toLowerCase());

/** What the tick of a difference does: "Settle Goh Shi Min, T1 L2 Percentage of 19 Jan". */
export const settleWords = (
  { tutor, lesson }: Pick<Difference, 'tutor' | 'lesson'>,
  zone: string,
): string =>
  `Settle ${tutor.name}, ${lessonLabel(lesson)} of ${formatInstantShortDay(lesson.scheduled_on, zone)}`;

export const nothingChanged = 'Nothing that was paid has changed since.';

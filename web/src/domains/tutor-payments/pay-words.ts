import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { hourDecimals } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type { UnpaidReason } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { formatCount } from '../../lib/formats.ts';

/** An amount or rate without its currency: "1,215.00". */
export const amountWords = (amount: number): string =>
  amount.toLocaleString('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "1.5", "0.333": hours with up to three decimals; they are not rounded for the calculation. */
export const hourWords = (hours: number): string =>
  hours.toLocaleString('en-SG', { maximumFractionDigits: hourDecimals });

/** Calculation of the extra: "4 × 5 × 1.5" (students above the limit, dollars, hours); '' without an extra. */
export const extraWords = ({ students, limit, per_extra: each, hours }: PaidLesson): string =>
  each === 0 || students <= limit
    ? ''
    : `${students - limit} × ${each.toLocaleString('en-SG')} × ${hourWords(hours)}`;

/** The usual terms of a class: "base 40, limit 5, 5 per additional student". */
export const termsWords = ({ as, usual_rate: base, limit, per_extra: each }: PaidLesson): string =>
  as === 'ta'
    ? 'as TA, by the rate that you set'
    : `base ${base}, limit ${limit}, ${each} per additional student`;

/** Why a lesson pays nothing, the hours counted instead, and what its form can correct. */
export const unpaidWords: Record<UnpaidReason, { tag: string; words: string; remedy?: string }> = {
  inactive: { tag: 'Inactive', words: 'An inactive lesson pays nothing.' },
  no_end: { tag: 'No end time', words: 'Counted as 0 hours.', remedy: 'Set the end time' },
  not_taught: { tag: 'Taken off', words: 'No longer taught by this tutor.' },
  ends_before_start: {
    tag: 'Ends before it starts',
    words: 'Counted as 0 hours.',
    remedy: 'Correct its times',
  },
};

/** The lessons of a class in the month, with their sum. */
export type PaidClass<Lesson extends PaidLesson = PaidLesson> = {
  _id: string;
  name: string;
  lessons: Lesson[];
  hours: number;
  pay: number;
};

/** Groups by class in the order of the lessons. Subtotals add rounded lines, so that they add up to the total. */
export const byClass = <Lesson extends PaidLesson>(
  lessons: readonly Lesson[],
): PaidClass<Lesson>[] => {
  const classes = new Map<string, Lesson[]>();
  for (const lesson of lessons) {
    // Lessons as TA have other terms than lessons of the same class as tutor.
    const key = `${lesson.class._id} ${lesson.as}`;
    classes.set(key, [...(classes.get(key) ?? []), lesson]);
  }
  return [...classes.entries()].map(([key, of]) => ({
    _id: key,
    name: of[0]?.class.name ?? '',
    lessons: of,
    hours: hoursOf(of),
    pay: toWireAmount(of.reduce((sum, { pay }) => sum + toCents(pay), 0)),
  }));
};

const hoursOf = (lessons: readonly PaidLesson[]) =>
  lessons.reduce((sum, { hours }) => sum + hours, 0);

/** "11 lessons, 17.5 h". */
export const sumWords = (lessons: readonly PaidLesson[]): string =>
  `${formatCount(lessons.length, 'lesson')}, ${hourWords(hoursOf(lessons))} h`;

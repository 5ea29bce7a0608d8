import type { DebtState } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type { RunSlip } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { formatDayOfWeek, formatInstantShortDay } from '../../lib/formats.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords } from './pay-words.ts';
import { differenceWords, monthWords, signedWords } from './run-words.ts';

export type PayslipFact = readonly [label: string, main: string, about: string];

/** The tutor, the payslip's number, and when it was confirmed and paid. */
export const factsOf = ({ tutor, run, number, debt }: RunSlip, zone: string): PayslipFact[] => {
  const dayOf = (at: string) => {
    const day = businessDayOf(at, zone);
    return `${formatDayOfWeek(day)} ${day.slice(0, 4)}`;
  };
  return [
    [tutor._type, tutor.name, tutor.email],
    ['Payslip number', number, `run of ${monthWords(run.month)}`],
    ['Confirmed', run.confirmed ? dayOf(run.confirmed.at) : '–', `by ${run.confirmed?.by ?? '–'}`],
    debt
      ? ['To bank', 'nothing', debtWords[debt]]
      : ['Paid', run.paid ? dayOf(run.paid.at) : 'not yet', run.paid ? 'by bank' : ''],
  ];
};

/** Why a lesson's pay differs from the usual. */
export const notesOf = (lines: readonly PaidLesson[]) =>
  lines.flatMap((lesson) => {
    const words = [
      lesson.edited &&
        `Rate ${amountWords(lesson.rate)} instead of ${amountWords(lesson.usual_rate)}: ${lesson.edited.reason}`,
      lesson.unpaid === 'inactive' && 'Inactive: pays nothing.',
      lesson.unpaid === 'no_end' &&
        'No end time: counted as 0 hours. Once it is set, the difference is paid in the next run.',
      lesson.unpaid === 'ends_before_start' &&
        'Ends before it starts: counted as 0 hours. Once that is corrected, the difference is paid in the next run.',
    ].filter((word) => typeof word === 'string');
    return words.length > 0 ? [{ lesson, words: words.join(' ') }] : [];
  });

const debtWords: Record<DebtState, string> = {
  carried: 'carried to the next run',
  left_out: 'owed, left out',
  written_off: 'owed, written off',
};

/** Label of a payslip's last line if its total is below 0. */
const endWords: Record<DebtState, string> = {
  carried: 'Carried forward',
  left_out: 'Owed',
  written_off: 'Written off',
};

/** The last line of a payslip: its label and amount. */
export const endOf = (slip: RunSlip) => ({
  label: `${slip.debt ? endWords[slip.debt] : 'To bank'}, SGD`,
  amount: slip.debt ? signedWords(slip.total) : formatMoney(slip.to_bank, 'SGD'),
});

/** The sums that the last line adds up; those without rows are left out. */
export const sumsOf = (slip: RunSlip): { words: string; amount: string }[] => [
  { words: `Lessons, ${slip.lessons}`, amount: amountWords(slip.pay) },
  ...(slip.changed.length > 0
    ? [{ words: `Differences, ${slip.changed.length}`, amount: signedWords(slip.differences) }]
    : []),
  ...(slip.adjusted.length > 0
    ? [{ words: `Adjustments, ${slip.adjusted.length}`, amount: signedWords(slip.adjustments) }]
    : []),
  ...(slip.taken.length > 0
    ? [{ words: `Carried, ${slip.taken.length}`, amount: signedWords(slip.carried) }]
    : []),
];

type ExtraRow = { day: string; words: string; amount: string };
type ExtraRows = { key: string; title: string; amount: string; rows: ExtraRow[] };

/** The payslip's items beside its lessons: differences, adjustments and carried amounts, each with a title. */
export const extrasOf = (slip: RunSlip, zone: string): ExtraRows[] =>
  [
    {
      key: 'changed',
      title: 'Changed after payment',
      amount: signedWords(slip.differences),
      rows: slip.changed.map((one) => ({
        day: formatInstantShortDay(one.lesson.scheduled_on, zone),
        words: `${one.lesson.class.name}, ${lessonLabel(one.lesson)}: ${differenceWords(one)}, ${amountWords(one.paid)} → ${amountWords(one.lesson.pay)}`,
        amount: signedWords(one.amount),
      })),
    },
    {
      key: 'adjusted',
      title: 'Adjustments',
      amount: signedWords(slip.adjustments),
      rows: slip.adjusted.map(({ amount, reason, at }) => ({
        day: formatInstantShortDay(at, zone),
        words: reason,
        amount: signedWords(amount),
      })),
    },
    {
      key: 'taken',
      title: 'Carried from earlier runs',
      amount: signedWords(slip.carried),
      rows: slip.taken.map(({ run, amount }) => ({
        day: '',
        words: `Carried from ${monthWords(run.month)}`,
        amount: signedWords(amount),
      })),
    },
  ].filter(({ rows }) => rows.length > 0);

/** How pay is calculated. */
export const payRule =
  'Pay = base × hours + rate per additional student × extra students × hours. Extra students are those above 5 (Workshop: 10). Each lesson is rounded to cents.';

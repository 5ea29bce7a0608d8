import type {
  LeftLesson,
  MonthLesson,
  PaidLesson,
  TutorPay,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import {
  payReasons,
  type PayReason,
} from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { FirstLine } from './tutor-payments.queries.ts';

/** A month in the business time zone; `confirmedRun` is the id of its confirmed run. */
export type PayMonth = { starts: Date; ends: Date; confirmedRun: string | null };

/**
 * Compares the lessons of a month with its payslip: a confirmed run is fixed, while lessons may be moved, changed or
 * deleted later. The month's total plus the amounts of the reasons is the payslip's total.
 */
export const compareWithPayslip = (
  lessons: readonly PaidLesson[],
  lines: readonly FirstLine[],
  month: PayMonth,
): Omit<TutorPay, 'tutor' | 'month'> => {
  const lineOf = new Map(lines.map((line) => [line.lessonId, line]));
  const compared = lessons.map((lesson) => compareLesson(lesson, lineOf.get(lesson._id), month));
  const ofMonth = new Set(lessons.map(({ _id }) => _id));
  const left = lines
    .filter(({ runId, lessonId }) => runId === month.confirmedRun && !ofMonth.has(lessonId))
    .map(presentLeft);
  const differing = [
    ...compared.map(({ differs, payslip, pay }) => ({
      differs,
      cents: toCents(payslip) - toCents(pay),
    })),
    ...left.map(({ differs, payslip }) => ({ differs, cents: toCents(payslip) })),
  ];
  return {
    lessons: compared,
    left,
    total: toWireAmount(sumOf(lessons, ({ pay }) => toCents(pay))),
    payslip: toWireAmount(sumOf([...compared, ...left], ({ payslip }) => toCents(payslip))),
    reasons: payReasons.flatMap((code) => {
      const because = differing.filter(({ differs }) => differs === code);
      const cents = sumOf(because, (one) => one.cents);
      return because.length === 0
        ? []
        : [{ code, lessons: because.length, amount: toWireAmount(cents) }];
    }),
  };
};

const compareLesson = (
  lesson: PaidLesson,
  line: FirstLine | undefined,
  month: PayMonth,
): MonthLesson => {
  const was = line ? presentWas(line) : null;
  if (!line)
    return month.confirmedRun === null
      ? { ...lesson, payslip: lesson.pay, differs: null, was }
      : { ...lesson, payslip: 0, differs: 'not_in_run', was };
  if (line.runId !== month.confirmedRun || line.isDifference) {
    const wasOfMonth = line.scheduledAt >= month.starts && line.scheduledAt < month.ends;
    return { ...lesson, payslip: 0, differs: wasOfMonth ? 'other_run' : 'moved_here', was };
  }
  const payslip = toWireAmount(line.pay);
  const differs = payslip === lesson.pay ? null : changeOf(lesson, line);
  return { ...lesson, payslip, differs, was };
};

const changeOf = ({ unpaid }: PaidLesson, line: FirstLine): PayReason =>
  unpaid === 'inactive' && line.unpaid !== 'inactive' ? 'inactive' : 'changed';

const presentWas = (line: FirstLine) => ({
  as: line.kind,
  hours: line.hours,
  students: line.students,
  rate: toWireAmount(line.rate),
  unpaid: line.unpaid,
  scheduled_on: line.scheduledAt.toISOString(),
});

const presentLeft = (line: FirstLine): LeftLesson => ({
  _id: line.lessonId,
  name: line.lessonName,
  meta: { index: line.lessonIndex, term: line.term },
  class: { _id: line.classId, name: line.className, class_type: line.classType },
  as: line.kind,
  scheduled_on: (line.now ?? line.scheduledAt).toISOString(),
  payslip: toWireAmount(line.pay),
  differs: !line.now ? 'deleted' : line.isTaught ? 'moved_away' : 'not_taught',
  was: presentWas(line),
  paid_in: {
    _id: line.runId,
    month: line.month,
    state: line.state,
    paid: toWireAmount(line.paid),
  },
});

const sumOf = <Row>(rows: readonly Row[], centsOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + centsOf(row), 0);

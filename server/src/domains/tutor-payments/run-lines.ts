import { createHash } from 'node:crypto';
import type {
  Adjustment,
  Carried,
  Difference,
  Payee,
  RunTutor,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import {
  isPrintedExactly,
  runWarnings,
  splitTotal,
  type RunWarning,
} from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { presentHeld, presentOpen } from './paid-lesson.presenter.ts';
import type {
  CarriedDebt,
  HeldLine,
  OpenLesson,
  PaidBefore,
  RunPayee,
} from './payment-runs.queries.ts';
import type { PaymentRunRow } from './payment-runs.schema.ts';

/** A lesson of a run and the tutor it pays; `paid` is the sum that earlier runs paid for it, in cents. */
export type RunLine = {
  tutorId: string;
  lesson: PaidLesson;
  step: number;
  isDifference: boolean;
  isActive: boolean;
  isTaught: boolean;
  paid: number;
  before: Difference['before'];
};

type Month = Pick<PaymentRunRow, 'starts' | 'ends'>;

/** Lines of a draft (ADR 30): its month's lessons, and unsettled changes of lessons already paid or of a paid month. */
export const openLines = (rows: readonly OpenLesson[], { starts, ends }: Month): RunLine[] =>
  rows.flatMap((row) => {
    const lesson = presentOpen(row);
    const start = new Date(lesson.scheduled_on);
    const isOfMonth = start >= starts && start < ends;
    const isDifference = row.last !== null || !isOfMonth;
    const paid = row.last?.pay ?? 0;
    if (isDifference && toCents(lesson.pay) === paid) return [];
    return {
      tutorId: row.tutor_id,
      lesson,
      step: (row.last?.step ?? 0) + 1,
      isDifference,
      isActive: row.is_active,
      isTaught: row.kind !== null,
      paid,
      before: row.last && presentBefore(row.last),
    };
  });

/** Returns the lines of a confirmed run. */
export const heldLines = (rows: readonly HeldLine[], run: PaymentRunRow): RunLine[] =>
  rows.map((row) => ({
    tutorId: row.tutorId,
    lesson: presentHeld(row, run),
    step: row.step,
    isDifference: row.isDifference,
    isActive: row.isActive,
    isTaught: row.isTaught,
    paid: row.paidBefore,
    before: row.last && presentBefore(row.last),
  }));

const presentBefore = ({ kind, hours, students, rate, unpaid }: PaidBefore) => ({
  as: kind,
  hours,
  students,
  rate: toWireAmount(rate),
  unpaid,
});

/** Hash of the lines and debts of a run; drafts with the same payments have the same hash. */
export const nameOfLines = (lines: readonly RunLine[], debts: readonly CarriedDebt[]): string => {
  const words = lines.map(({ tutorId, lesson, step, isDifference, paid }) => {
    const { _id, hours, students, rate, base, extra, pay, unpaid } = lesson;
    const line = [tutorId, _id, step, isDifference, paid];
    return [...line, hours, students, rate, base, extra, pay, unpaid].join(' ');
  });
  const owed = debts.map(({ tutorId, fromRunId, amount }) =>
    [tutorId, fromRunId, amount].join(' '),
  );
  return createHash('sha256')
    .update([...words, ...owed].toSorted().join('\n'))
    .digest('hex')
    .slice(0, 32);
};

/** The stored form of a line. */
export const lineToKeep = (
  runId: string,
  { tutorId, lesson, step, isDifference, isActive, isTaught, paid }: RunLine,
) => ({
  run_id: runId,
  tutor_id: tutorId,
  lesson_id: lesson._id,
  step,
  is_difference: isDifference,
  class_id: lesson.class._id,
  class_name: lesson.class.name,
  class_type: lesson.class.class_type,
  lesson_name: lesson.name,
  term: lesson.meta.term,
  lesson_index: lesson.meta.index,
  scheduled_at: lesson.scheduled_on,
  ended_at: lesson.ended_on,
  is_active: isActive,
  is_taught: isTaught,
  kind: lesson.as,
  hours: lesson.hours,
  students: lesson.students,
  student_limit: lesson.limit,
  per_extra: toCents(lesson.per_extra),
  usual_rate: toCents(lesson.usual_rate),
  rate: toCents(lesson.rate),
  base: toCents(lesson.base),
  extra: toCents(lesson.extra),
  pay: toCents(lesson.pay),
  paid_before: paid,
  unpaid: lesson.unpaid,
  rate_reason: lesson.edited?.reason ?? null,
  rate_set_by: lesson.edited?.by ?? null,
  rate_set_at: lesson.edited?.at ?? null,
});

/** The stored form of a payee. */
export const payeeToKeep = (
  runId: string,
  { _id, name, email, _type, isEnabled, reference }: RunPayee & { reference: string },
) => ({ runId, tutorId: _id, name, email, type: _type, isEnabled, reference });

/** Everything that a run settles: lines, adjustments, and debts from earlier runs. */
export type Settled = {
  lines: readonly RunLine[];
  adjustments: readonly Adjustment[];
  debts: readonly CarriedDebt[];
};

/** The distinct ids of a run's payees. */
export const payeeIds = ({ lines, adjustments, debts }: Settled): string[] => [
  ...new Set([
    ...lines.map(({ tutorId }) => tutorId),
    ...adjustments.map(({ tutor }) => tutor._id),
    ...debts.map(({ tutorId }) => tutorId),
  ]),
];

/** Debts of earlier runs that a run settles, in the order of the payees. */
export const presentCarried = (
  debts: readonly CarriedDebt[],
  payees: readonly Payee[],
): Carried[] => {
  const byTutor = Map.groupBy(debts, ({ tutorId }) => tutorId);
  return payees.flatMap(({ _id, name }) =>
    (byTutor.get(_id) ?? []).map(({ fromRunId, month, amount }) => ({
      tutor: { _id, name },
      run: { _id: fromRunId, month },
      amount: toWireAmount(amount),
    })),
  );
};

/** The differences among the lines, in the order of the payees. */
export const presentDifferences = (
  lines: readonly RunLine[],
  payees: readonly Payee[],
  waits: boolean,
): Difference[] => {
  const byTutor = Map.groupBy(
    lines.filter(({ isDifference }) => isDifference),
    ({ tutorId }) => tutorId,
  );
  return payees.flatMap(({ _id, name }) =>
    (byTutor.get(_id) ?? []).map(({ lesson, paid, before }) => ({
      tutor: { _id, name },
      lesson,
      before,
      paid: toWireAmount(paid),
      amount: toWireAmount(toCents(lesson.pay) - paid),
      waits,
    })),
  );
};

/** Sums the lines of each tutor, each rounded to cents, and finds the tutor's warnings. */
export const sumByTutor = (
  { lines, adjustments, debts }: Settled,
  payees: readonly RunPayee[],
): RunTutor[] => {
  const byTutor = Map.groupBy(lines, ({ tutorId }) => tutorId);
  const adjusted = Map.groupBy(adjustments, ({ tutor }) => tutor._id);
  const owed = Map.groupBy(debts, ({ tutorId }) => tutorId);
  const tutorsOf = Map.groupBy(
    lines.filter(({ lesson, isDifference }) => lesson.as === 'tutor' && !isDifference),
    ({ lesson }) => lesson._id,
  );
  const isShared = ({ _id, as }: PaidLesson) =>
    as === 'tutor' && (tutorsOf.get(_id)?.length ?? 0) > 1;
  return payees.map(({ _id, name, email, _type, isEnabled }) => {
    const tutor = { _id, name, email, _type };
    const own = byTutor.get(tutor._id) ?? [];
    const lessons = own.filter(({ isDifference }) => !isDifference).map(({ lesson }) => lesson);
    const differences = own
      .filter(({ isDifference }) => isDifference)
      .reduce((sum, { lesson, paid }) => sum + toCents(lesson.pay) - paid, 0);
    const adjustment = sumOf(adjusted.get(tutor._id) ?? [], ({ amount }) => amount);
    const [base, extra, pay] = [
      sumOf(lessons, (lesson) => lesson.base),
      sumOf(lessons, (lesson) => lesson.extra),
      sumOf(lessons, (lesson) => lesson.pay),
    ];
    const carried = (owed.get(tutor._id) ?? []).reduce((sum, { amount }) => sum + amount, 0);
    const total = pay + differences + adjustment + carried;
    const { toBank, carriedForward } = splitTotal(total);
    const counts: Record<RunWarning, number> = {
      no_end: lessons.filter(({ unpaid }) => unpaid === 'no_end').length,
      ends_before_start: lessons.filter(({ unpaid }) => unpaid === 'ends_before_start').length,
      inactive: lessons.filter(({ unpaid }) => unpaid === 'inactive').length,
      no_rate: lessons.filter(
        ({ rate, edited, unpaid, hours }) => rate === 0 && !edited && !unpaid && hours > 0,
      ).length,
      edited: lessons.filter(({ edited }) => edited !== null).length,
      shared: lessons.filter(isShared).length,
      inexact_hours: lessons.filter(({ hours }) => !isPrintedExactly(hours)).length,
      disabled: isEnabled ? 0 : 1,
      owes: total < 0 ? 1 : 0,
    };
    return {
      _id: tutor._id,
      tutor,
      lessons: lessons.length,
      hours: lessons.reduce((sum, { hours }) => sum + hours, 0),
      base: toWireAmount(base),
      extra: toWireAmount(extra),
      pay: toWireAmount(pay),
      differences: toWireAmount(differences),
      adjustments: toWireAmount(adjustment),
      carried: toWireAmount(carried),
      total: toWireAmount(total),
      to_bank: toWireAmount(toBank),
      carried_forward: toWireAmount(carriedForward),
      debt: carriedForward < 0 ? 'carried' : null,
      warnings: runWarnings
        .filter((code) => counts[code] > 0)
        .map((code) => ({ code, count: counts[code] })),
    };
  });
};

/** Totals over the tutors' sums; a lesson with two tutors counts twice. */
export const sumOfRun = (tutors: readonly RunTutor[]) => {
  const sum = (of: (tutor: RunTutor) => number) => toWireAmount(sumOf(tutors, of));
  return {
    tutors: tutors.length,
    lessons: tutors.reduce((all, { lessons }) => all + lessons, 0),
    hours: tutors.reduce((all, { hours }) => all + hours, 0),
    base: sum(({ base }) => base),
    extra: sum(({ extra }) => extra),
    pay: sum(({ pay }) => pay),
    differences: sum(({ differences }) => differences),
    adjustments: sum(({ adjustments }) => adjustments),
    carried: sum(({ carried }) => carried),
    total: sum(({ total }) => total),
    to_bank: sum((tutor) => tutor.to_bank),
    carried_forward: sum((tutor) => tutor.carried_forward),
  };
};

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + toCents(amountOf(row)), 0);

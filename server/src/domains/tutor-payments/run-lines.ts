import { createHash } from 'node:crypto';
import type {
  Adjustment,
  Difference,
  Payee,
  RunTutor,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import {
  runWarnings,
  type RunWarning,
} from '@staffroom/contract/domains/tutor-payments/payment-run.rules.ts';
import type { PaidLesson } from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import { toCents, toWireAmount } from '@staffroom/contract/shared/money.ts';
import { presentHeld, presentOpen } from './paid-lesson.presenter.ts';
import type { HeldLine, OpenLesson, PaidBefore } from './payment-runs.queries.ts';
import type { PaymentRunRow } from './payment-runs.schema.ts';

/** A lesson of a run and the tutor whom it pays; `paid` is what earlier runs have paid for it, in cents. */
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

/**
 * What a draft pays (ADR 30): each lesson of its month once, and of all else that was paid or belongs to a paid month
 * what is not yet settled.
 */
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

/** What a confirmed run holds. */
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

/** Names what lines say: two drafts that would pay the same have the same name. */
export const nameOfLines = (lines: readonly RunLine[]): string => {
  const words = lines.map(({ tutorId, lesson, step, isDifference, paid }) => {
    const { _id, hours, students, rate, base, extra, pay, unpaid } = lesson;
    const line = [tutorId, _id, step, isDifference, paid];
    return [...line, hours, students, rate, base, extra, pay, unpaid].join(' ');
  });
  return createHash('sha256').update(words.toSorted().join('\n')).digest('hex').slice(0, 32);
};

/** A line as it is written down. */
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
  scheduled_on: lesson.scheduled_on,
  ended_on: lesson.ended_on,
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
  rate_set_on: lesson.edited?.at ?? null,
});

/** Who is paid in a run, each once: `payees` knows their names and order. */
export const payeeIds = (
  lines: readonly RunLine[],
  adjustments: readonly Pick<Adjustment, 'tutor'>[],
): string[] => [
  ...new Set([
    ...lines.map(({ tutorId }) => tutorId),
    ...adjustments.map(({ tutor }) => tutor._id),
  ]),
];

/** The differences among lines, as their tutors stand in the run. */
export const presentDifferences = (
  lines: readonly RunLine[],
  payees: readonly Payee[],
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
    })),
  );
};

/** What each tutor is paid, and what of it a person should look at; sums add rounded lines. */
export const sumByTutor = (
  lines: readonly RunLine[],
  adjustments: readonly Adjustment[],
  payees: readonly Payee[],
): RunTutor[] => {
  const byTutor = Map.groupBy(lines, ({ tutorId }) => tutorId);
  const adjusted = Map.groupBy(adjustments, ({ tutor }) => tutor._id);
  const tutorsOf = Map.groupBy(
    lines.filter(({ lesson, isDifference }) => lesson.as === 'tutor' && !isDifference),
    ({ lesson }) => lesson._id,
  );
  const isShared = ({ _id, as }: PaidLesson) =>
    as === 'tutor' && (tutorsOf.get(_id)?.length ?? 0) > 1;
  return payees.map((tutor) => {
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
    const total = pay + differences + adjustment;
    const counts: Record<RunWarning, number> = {
      no_end: lessons.filter(({ unpaid }) => unpaid === 'no_end').length,
      ends_before_start: lessons.filter(({ unpaid }) => unpaid === 'ends_before_start').length,
      inactive: lessons.filter(({ unpaid }) => unpaid === 'inactive').length,
      no_rate: lessons.filter(
        ({ rate, edited, unpaid, hours }) => rate === 0 && !edited && !unpaid && hours > 0,
      ).length,
      edited: lessons.filter(({ edited }) => edited !== null).length,
      shared: lessons.filter(isShared).length,
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
      total: toWireAmount(total),
      warnings: runWarnings
        .filter((code) => counts[code] > 0)
        .map((code) => ({ code, count: counts[code] })),
    };
  });
};

/** The sums of tutors' sums; a lesson of two tutors counts for each. */
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
    total: sum(({ total }) => total),
  };
};

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + toCents(amountOf(row)), 0);

import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import {
  payTerms,
  calculatePay,
  type TeachingKind,
} from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { HeldLine, OpenLesson } from './payment-runs.queries.ts';
import type { PaymentRunRow } from './payment-runs.schema.ts';
import type { TaughtLesson } from './tutor-payments.queries.ts';

/** A lesson that a tutor teaches, with its pay calculated from the current data. */
export const presentTaught = (row: TaughtLesson): PaidLesson => ({
  ...presentLesson(row, row.kind),
  paid_in:
    row.paid_run && row.paid_month && row.paid_state
      ? {
          _id: row.paid_run,
          month: row.paid_month,
          state: row.paid_state,
          paid: toWireAmount(row.paid ?? 0),
        }
      : null,
});

/** The same for a draft; pays 0 for a paid lesson that its payee no longer teaches. */
export const presentOpen = (row: OpenLesson): PaidLesson => {
  const paid_in = row.last && { ...row.last.run, paid: toWireAmount(row.last.pay) };
  if (row.kind) return { ...presentLesson(row, row.kind), paid_in };
  const lesson = presentLesson(row, row.last?.kind ?? 'tutor');
  return { ...lesson, hours: 0, base: 0, extra: 0, pay: 0, unpaid: 'not_taught', paid_in };
};

type PayableLesson = Omit<TaughtLesson, 'kind' | 'paid_run' | 'paid_month' | 'paid_state' | 'paid'>;

const presentLesson = (row: PayableLesson, as: TeachingKind): PaidLesson => {
  const terms = payTerms(row.class_type, as);
  const rate = row.rate ?? terms.rate;
  const [start, end] = [instantOf(row.scheduled_at), row.ended_at && instantOf(row.ended_at)];
  const calculated = calculatePay({
    scheduledAt: start,
    endedAt: end || null,
    isActive: row.is_active,
    students: row.students,
    rate,
    terms,
  });
  return {
    _id: row.id,
    name: row.name,
    meta: { index: row.lesson_index, term: row.term },
    class: { _id: row.class_id, name: row.class_name, class_type: row.class_type },
    as,
    scheduled_on: start.toISOString(),
    ended_on: end ? end.toISOString() : null,
    hours: calculated.hours,
    students: row.students,
    limit: terms.limit,
    per_extra: toWireAmount(terms.perExtra),
    usual_rate: toWireAmount(terms.rate),
    rate: toWireAmount(rate),
    base: toWireAmount(calculated.base),
    extra: toWireAmount(calculated.extra),
    pay: toWireAmount(calculated.pay),
    unpaid: calculated.unpaid,
    edited:
      row.rate === null || !row.set_at
        ? null
        : {
            by: row.set_by ?? '',
            at: instantOf(row.set_at).toISOString(),
            reason: row.reason ?? '',
          },
    paid_in: null,
    version: row.version ?? 1,
  };
};

/** A raw query returns instants in PostgreSQL's own format. */
const instantOf = (text: string) => new Date(text);

/** A lesson as stored in its run. */
export const presentHeld = (line: HeldLine, run: PaymentRunRow): PaidLesson => ({
  _id: line.lessonId,
  name: line.lessonName,
  meta: { index: line.lessonIndex, term: line.term },
  class: { _id: line.classId, name: line.className, class_type: line.classType },
  as: line.kind,
  scheduled_on: line.scheduledAt.toISOString(),
  ended_on: line.endedAt?.toISOString() ?? null,
  hours: line.hours,
  students: line.students,
  limit: line.studentLimit,
  per_extra: toWireAmount(line.perExtra),
  usual_rate: toWireAmount(line.usualRate),
  rate: toWireAmount(line.rate),
  base: toWireAmount(line.base),
  extra: toWireAmount(line.extra),
  pay: toWireAmount(line.pay),
  unpaid: line.unpaid,
  edited: line.rateSetAt && {
    by: line.rateSetBy ?? '',
    at: line.rateSetAt.toISOString(),
    reason: line.rateReason ?? '',
  },
  paid_in: { _id: run.id, month: run.month, state: run.state, paid: toWireAmount(line.pay) },
  version: 1,
});

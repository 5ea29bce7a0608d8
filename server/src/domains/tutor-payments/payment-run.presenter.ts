import type { PaymentRun } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { RunCard } from './payment-runs.queries.ts';

/** A run in the form that staff see and the audit trail stores. */
export const presentPaymentRun = ({
  row,
  adjustments,
  writtenOff,
  waits,
  ...by
}: RunCard): PaymentRun => ({
  _id: row.id,
  month: row.month,
  state: row.state,
  started_by: by.startedBy ?? '',
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
  confirmed: row.confirmedAt && {
    by: by.confirmedBy ?? '',
    at: row.confirmedAt.toISOString(),
    tutors: row.tutorCount,
    lessons: row.lessonCount,
    total: toWireAmount(row.total),
    to_bank: toWireAmount(row.toBank),
    carried_forward: toWireAmount(row.carriedForward),
    left_out: toWireAmount(leftOutOf(row, writtenOff)),
  },
  paid: row.paidAt && { by: by.paidBy ?? '', at: row.paidAt.toISOString() },
  adjustments: adjustments.map(({ row: adjustment, tutor, by: name }) => ({
    _id: adjustment.id,
    tutor: { _id: adjustment.tutorId, name: tutor },
    amount: toWireAmount(adjustment.amount),
    reason: adjustment.reason,
    by: name,
    at: adjustment.addedAt.toISOString(),
  })),
  written_off: writtenOff.map(({ row: settled, amount, tutor, by: name }) => ({
    tutor: { _id: settled.tutorId, name: tutor },
    amount: toWireAmount(amount),
    reason: settled.reason ?? '',
    by: name,
    at: settled.settledAt.toISOString(),
  })),
  waiting: waits.map(({ row: wait, tutor, lesson, by: name }) => ({
    tutor: { _id: wait.tutorId, name: tutor },
    lesson: { _id: wait.lessonId, name: lesson },
    by: name,
    at: wait.setAt.toISOString(),
  })),
  version: row.version,
});

/** Debts of a confirmed run that are neither carried nor written off, in cents. Only runs before 0.11.0 have some. */
const leftOutOf = (
  { total, toBank, carriedForward }: RunCard['row'],
  writtenOff: RunCard['writtenOff'],
): number =>
  total - toBank - carriedForward - writtenOff.reduce((sum, { amount }) => sum + amount, 0);

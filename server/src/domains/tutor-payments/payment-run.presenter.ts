import type { PaymentRun } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { toWireAmount } from '@staffroom/contract/shared/money.ts';
import type { RunCard } from './payment-runs.queries.ts';

/** A run as staff read it and the audit trail keeps it. */
export const presentPaymentRun = ({ row, adjustments, ...by }: RunCard): PaymentRun => ({
  _id: row.id,
  month: row.month,
  state: row.state,
  started_by: by.startedBy ?? '',
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
  confirmed: row.confirmedOn && {
    by: by.confirmedBy ?? '',
    at: row.confirmedOn.toISOString(),
    tutors: row.tutorCount,
    lessons: row.lessonCount,
    total: toWireAmount(row.total),
  },
  paid: row.paidOn && { by: by.paidBy ?? '', at: row.paidOn.toISOString() },
  adjustments: adjustments.map(({ row: adjustment, tutor, by: name }) => ({
    _id: adjustment.id,
    tutor: { _id: adjustment.tutorId, name: tutor },
    amount: toWireAmount(adjustment.amount),
    reason: adjustment.reason,
    by: name,
    at: adjustment.addedOn.toISOString(),
  })),
  version: row.version,
});

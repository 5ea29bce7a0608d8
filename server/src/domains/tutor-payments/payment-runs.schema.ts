import {
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaymentRunState } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type {
  TeachingKind,
  UnpaidReason,
} from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { instant, recordColumns } from '../../platform/platform.schema.ts';

/** The run of a month; total and counts are stored when it is confirmed. */
export const paymentRuns = pgTable('payment_runs', {
  ...recordColumns(),
  month: text().notNull(),
  starts: instant().notNull(),
  ends: instant().notNull(),
  state: text().$type<PaymentRunState>().notNull().default('draft'),
  startedBy: uuid().notNull(),
  confirmedBy: uuid(),
  confirmedAt: instant(),
  paidBy: uuid(),
  paidAt: instant(),
  tutorCount: integer().notNull().default(0),
  lessonCount: integer().notNull().default(0),
  total: integer().notNull().default(0),
  toBank: integer().notNull().default(0),
  carriedForward: integer().notNull().default(0),
});
export type PaymentRunRow = typeof paymentRuns.$inferSelect;

/** Amounts added to or deducted from a tutor's pay in a run, in cents. */
export const paymentAdjustments = pgTable('payment_adjustments', {
  id: uuid().primaryKey(),
  runId: uuid().notNull(),
  tutorId: uuid().notNull(),
  amount: integer().notNull(),
  reason: text().notNull(),
  addedBy: uuid().notNull(),
  addedAt: instant().notNull(),
});

/** A debt that a run carries forward, as negative cents (ADR 58). */
export const carriedPay = pgTable(
  'carried_pay',
  { runId: uuid().notNull(), tutorId: uuid().notNull(), amount: integer().notNull() },
  (table) => [primaryKey({ columns: [table.runId, table.tutorId] })],
);

/** The run that settled a debt, or the reason why it was written off; at most one per debt. */
export const carriedPaySettled = pgTable(
  'carried_pay_settled',
  {
    fromRunId: uuid().notNull(),
    tutorId: uuid().notNull(),
    runId: uuid(),
    reason: text(),
    settledBy: uuid().notNull(),
    settledAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fromRunId, table.tutorId] })],
);

/** The payees of a confirmed run, as they were when it was confirmed. */
export const paymentRunPayees = pgTable(
  'payment_run_payees',
  {
    runId: uuid().notNull(),
    tutorId: uuid().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    type: text().$type<'Tutor' | 'TA'>().notNull(),
    isEnabled: boolean().notNull(),
    reference: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.tutorId] })],
);

/** Differences that a draft leaves to a later run. */
export const paymentRunWaits = pgTable(
  'payment_run_waits',
  {
    runId: uuid().notNull(),
    tutorId: uuid().notNull(),
    lessonId: uuid().notNull(),
    setBy: uuid().notNull(),
    setAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.tutorId, table.lessonId] })],
);

/** The stored line of a confirmed run for a lesson and a tutor (ADR 30); amounts and rates are cents. */
export const paymentRunLines = pgTable(
  'payment_run_lines',
  {
    runId: uuid().notNull(),
    tutorId: uuid().notNull(),
    lessonId: uuid().notNull(),
    step: integer().notNull(),
    isDifference: boolean().notNull(),
    classId: uuid().notNull(),
    className: text().notNull(),
    classType: text().notNull(),
    lessonName: text().notNull(),
    term: integer().notNull(),
    lessonIndex: integer().notNull(),
    scheduledAt: instant().notNull(),
    endedAt: instant(),
    isActive: boolean().notNull(),
    isTaught: boolean().notNull(),
    kind: text().$type<TeachingKind>().notNull(),
    hours: doublePrecision().notNull(),
    students: integer().notNull(),
    studentLimit: integer().notNull(),
    perExtra: integer().notNull(),
    usualRate: integer().notNull(),
    rate: integer().notNull(),
    base: integer().notNull(),
    extra: integer().notNull(),
    pay: integer().notNull(),
    paidBefore: integer().notNull(),
    unpaid: text().$type<UnpaidReason>(),
    rateReason: text(),
    rateSetBy: text(),
    rateSetAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.tutorId, table.lessonId] })],
);
export type RunLineRow = typeof paymentRunLines.$inferSelect;

import {
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaymentRunState } from '@staffroom/contract/domains/tutor-payments/payment-run.rules.ts';
import type {
  TeachingKind,
  UnpaidReason,
} from '@staffroom/contract/domains/tutor-payments/tutor-pay.rules.ts';
import { instant } from '../../platform/platform.schema.ts';

/** The run of a month; total and counts are written when it is confirmed. */
export const paymentRuns = pgTable('payment_runs', {
  id: uuid().primaryKey(),
  month: text().notNull(),
  starts: instant().notNull(),
  ends: instant().notNull(),
  state: text().$type<PaymentRunState>().notNull().default('draft'),
  startedBy: uuid().notNull(),
  confirmedBy: uuid(),
  confirmedOn: instant(),
  paidBy: uuid(),
  paidOn: instant(),
  tutorCount: integer().notNull().default(0),
  lessonCount: integer().notNull().default(0),
  total: integer().notNull().default(0),
  created: instant().notNull(),
  updated: instant().notNull(),
  version: integer().notNull().default(1),
});
export type PaymentRunRow = typeof paymentRuns.$inferSelect;

/** Cents beside the lessons of a run. */
export const paymentAdjustments = pgTable('payment_adjustments', {
  id: uuid().primaryKey(),
  runId: uuid().notNull(),
  tutorId: uuid().notNull(),
  amount: integer().notNull(),
  reason: text().notNull(),
  addedBy: uuid().notNull(),
  addedOn: instant().notNull(),
});

/** What a confirmed run holds of a lesson and a tutor (ADR 30); amounts and rates are cents. */
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
    scheduledOn: instant().notNull(),
    endedOn: instant(),
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
    rateSetOn: instant(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.tutorId, table.lessonId] })],
);
export type RunLineRow = typeof paymentRunLines.$inferSelect;

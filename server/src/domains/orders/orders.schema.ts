import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { ErrorCode } from 'staffroom-contract/shared/errors.ts';
import type {
  AttentionReason,
  OrderStatus,
  OrderType,
  PaymentProvider,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { instant, recordColumns } from '../../platform/platform.schema.ts';

/** An order (part 2 §3); prices are cents of its currency. */
export const orders = pgTable('orders', {
  ...recordColumns(),
  type: text().$type<OrderType>().notNull(),
  status: text().$type<OrderStatus>().notNull(),
  studentId: uuid().notNull(),
  classId: uuid().notNull(),
  agentId: uuid(),
  handledBy: uuid(),
  remark: text().notNull(),
  currency: text().$type<Currency>().notNull(),
  originalPrice: bigint({ mode: 'number' }).notNull(),
  actualPrice: bigint({ mode: 'number' }).notNull(),
  isRenewal: boolean().notNull().default(false),
  brand: text().notNull().default('HOUSE'),
  channel: text().$type<'offline' | 'online'>().notNull().default('offline'),
  provider: text().$type<PaymentProvider>(),
  platform: text().$type<'credit-card' | 'paynow'>(),
  completedAt: instant(),
  cancelledAt: instant(),
  lessonIds: uuid().array().notNull().default([]),
  billableLessonIds: uuid().array().notNull().default([]),
  discountCodeId: uuid(),
  /** The amount that the web shop received, in hundredths of `paidCurrency`. */
  paidAmount: bigint({ mode: 'number' }),
  paidCurrency: text().$type<Currency>(),
  /** The price change made by accepting the amount paid. */
  acceptedDifference: bigint({ mode: 'number' }).notNull().default(0),
  /** Why it waits for a person; `attentionCode` is the refusal that blocks it. */
  attention: text().$type<AttentionReason>(),
  attentionCode: text().$type<ErrorCode>(),
  attentionSince: instant(),
  /** Cancelled by the system because it was never paid; a later payment revives it. */
  expired: boolean().notNull().default(false),
});

export type HistoryChange = { field: string; from: string; to: string };

/** One step in an order's life. */
export const orderHistory = pgTable('order_history', {
  id: uuid().primaryKey(),
  orderId: uuid().notNull(),
  at: instant().notNull(),
  actorId: uuid(),
  actorName: text().notNull(),
  action: text().$type<'created' | 'updated' | 'cancelled'>().notNull(),
  remark: text().notNull().default(''),
  changes: jsonb().$type<HistoryChange[]>().notNull().default([]),
});

import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Currency } from '@staffroom/contract/shared/money.ts';
import type {
  OrderStatus,
  OrderType,
  PaymentProvider,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { instant } from '../../platform/platform.schema.ts';

/** An order (part 2 §3); prices are cents of its currency. */
export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  type: text().$type<OrderType>().notNull(),
  status: text().$type<OrderStatus>().notNull(),
  created: instant().notNull(),
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
  completedOn: instant(),
  cancelledOn: instant(),
  lessonIds: uuid().array().notNull().default([]),
  billableLessonIds: uuid().array().notNull().default([]),
  discountCodeId: uuid(),
  updated: instant().notNull(),
  version: integer().notNull().default(1),
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

import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { DiscountType } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { recordColumns } from '../../platform/platform.schema.ts';

/** A discount code; `value` is hundredths of a percent, cents, or whole lessons, by type. */
export const discountCodes = pgTable('discount_codes', {
  ...recordColumns(),
  code: text().notNull(),
  description: text().notNull().default(''),
  discountType: text().$type<DiscountType>().notNull(),
  value: integer().notNull(),
  currency: text().$type<Currency>().notNull().default('SGD'),
  startDate: date().notNull(),
  endDate: date().notNull(),
  usageLimit: integer().notNull().default(0),
  totalUsage: integer().notNull().default(0),
  isActive: boolean().notNull().default(true),
  agentId: uuid(),
  blockTrial: boolean().notNull().default(false),
  classIds: uuid().array().notNull().default([]),
});

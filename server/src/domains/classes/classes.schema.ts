import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { classTypes } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { cents, instant, recordColumns, richText } from '../../platform/platform.schema.ts';

/** A class (part 1 §3). `rate` is the cost per lesson in hundredths of the currency. */
export const classes = pgTable('classes', {
  ...recordColumns(),
  name: text().notNull(),
  subject: text().notNull(),
  country: text().$type<'SG' | 'US' | 'ID'>().notNull().default('SG'),
  classType: text().$type<(typeof classTypes)[number]>().notNull().default('Workshop'),
  description: richText().notNull().default(''),
  startDate: instant().notNull(),
  endDate: instant().notNull(),
  dateOfWeek: text().notNull().default(''),
  startTime: text().notNull().default(''),
  endTime: text().notNull().default(''),
  levels: text().array().notNull().default([]),
  isFree: boolean().notNull().default(false),
  isTrial: boolean().notNull().default(false),
  isFeatured: boolean().notNull().default(false),
  isListed: boolean().notNull().default(true),
  isSoldOut: boolean().notNull().default(false),
  isActive: boolean().notNull().default(true),
  forceFullPurchase: boolean().notNull().default(false),
  maxCap: integer().notNull().default(20),
  rate: cents().notNull().default(1800),
  currency: text().$type<Currency>().notNull().default('SGD'),
});

/** Tutors and TAs of a class, in order. */
export const classStaff = pgTable(
  'class_staff',
  {
    classId: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text().$type<'tutor' | 'ta'>().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.classId, table.kind, table.userId] })],
);

import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/platform.schema.ts';

/** A tutor's rate per hour for one lesson instead of the usual rate, in cents; null if it was removed. */
export const tutorRates = pgTable(
  'tutor_rates',
  {
    lessonId: uuid().notNull(),
    tutorId: uuid().notNull(),
    rate: integer(),
    reason: text().notNull(),
    setBy: uuid().notNull(),
    setAt: instant().notNull(),
    version: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.tutorId] })],
);

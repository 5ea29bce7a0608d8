import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/platform.schema.ts';

/** What an hour of a lesson pays a tutor in place of the usual rate, in cents; null where that was taken back. */
export const tutorRates = pgTable(
  'tutor_rates',
  {
    lessonId: uuid().notNull(),
    tutorId: uuid().notNull(),
    rate: integer(),
    reason: text().notNull(),
    setBy: uuid().notNull(),
    setOn: instant().notNull(),
    version: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.tutorId] })],
);

import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/platform.schema.ts';

/** The append-only credit ledger (part 1 §3, Credit entry). */
export const creditEntries = pgTable('credit_entries', {
  id: uuid().primaryKey(),
  studentId: uuid().notNull(),
  /** Counts from 1, in the order of the balance checks. */
  position: integer().notNull(),
  action: text().$type<'ADD' | 'REDEEM' | 'BLOCK'>().notNull(),
  qty: integer().notNull(),
  remark: text().notNull(),
  handledBy: uuid(),
  created: instant().notNull(),
});

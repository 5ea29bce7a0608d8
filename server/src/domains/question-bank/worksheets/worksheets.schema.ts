import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { WorkingSpace } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { recordColumns } from '../../../platform/platform.schema.ts';

/** A worksheet and its print settings (ADR 33). */
export const worksheets = pgTable('worksheets', {
  ...recordColumns(),
  title: text().notNull(),
  header: text().notNull(),
  secondLine: text().notNull(),
  instructions: text().notNull(),
  minutes: integer(),
  hasLogo: boolean().notNull(),
  hasBoxes: boolean().notNull(),
  hasSectionNotes: boolean().notNull(),
  hasSources: boolean().notNull(),
  working: text().$type<WorkingSpace>().notNull(),
  subject: text().notNull(),
  createdBy: uuid().notNull(),
  updatedBy: uuid().notNull(),
});
export type WorksheetRow = typeof worksheets.$inferSelect;

/** Questions of a worksheet in order, each in the picked version. */
export const worksheetQuestions = pgTable(
  'worksheet_questions',
  {
    worksheetId: uuid().notNull(),
    place: integer().notNull(),
    questionId: uuid().notNull(),
    questionVersion: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.worksheetId, table.place] })],
);

import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ImportRowState } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import type { ImportCells } from '@staffroom/contract/domains/orders/order-import.rules.ts';
import { bytea, instant } from '../../../platform/platform.schema.ts';

export type RunState = 'idle' | 'running' | 'stopped' | 'done';

/** A partner's file, known by the hash of its rows. */
export const orderImports = pgTable('order_imports', {
  id: uuid().primaryKey(),
  contentHash: bytea().notNull(),
  fileName: text().notNull(),
  created: instant().notNull(),
  createdBy: uuid().notNull(),
  discountCode: text(),
  /** Cells of the file's header; null where it was not noted. */
  columnCount: integer(),
  runState: text().$type<RunState>().notNull().default('idle'),
  runBy: uuid(),
  /** The job that may go on with the run; any older one ends at its next row. */
  runId: uuid(),
  runTotal: integer().notNull().default(0),
  updated: instant().notNull(),
});

/** What the run is to order of a row, as the preview showed it. */
export type PlannedRow = { class: string; lesson: string[]; with_code: boolean; price?: number };

/** A row's state as it is kept; that its order was cancelled since is read from the order. */
export type KeptRowState = Exclude<ImportRowState, 'cancelled'>;

/** A row of a file with its cells as printed, and what became of it. */
export const orderImportRows = pgTable(
  'order_import_rows',
  {
    importId: uuid().notNull(),
    rowNumber: integer().notNull(),
    cells: jsonb().$type<ImportCells>().notNull(),
    /** Cells of the row in the file; null where it was not noted. */
    cellCount: integer(),
    state: text().$type<KeptRowState>().notNull().default('open'),
    rowKey: text(),
    orderId: uuid(),
    note: text().notNull().default(''),
    planned: jsonb().$type<PlannedRow>(),
    updated: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.rowNumber] })],
);

import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ImportRowState } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { ImportCells } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { bytea, instant } from '../../../platform/platform.schema.ts';

export type RunState = 'idle' | 'running' | 'stopped' | 'done';

/** A partner's file, identified by the hash of its rows. */
export const orderImports = pgTable('order_imports', {
  id: uuid().primaryKey(),
  contentHash: bytea().notNull(),
  fileName: text().notNull(),
  created: instant().notNull(),
  createdBy: uuid().notNull(),
  discountCode: text(),
  /** Number of cells of the file's header; null if not recorded. */
  columnCount: integer(),
  /** The file's header; null if not recorded. */
  columns: text().array(),
  runState: text().$type<RunState>().notNull().default('idle'),
  runBy: uuid(),
  /** The job that owns the run; an older one ends at its next row. */
  runId: uuid(),
  runTotal: integer().notNull().default(0),
  updated: instant().notNull(),
});

/** The order that the run is to create from a row, as previewed. */
export type PlannedRow = { class: string; lesson: string[]; with_code: boolean; price?: number };

/** A row's stored state; 'cancelled' is derived from its order. */
export type KeptRowState = Exclude<ImportRowState, 'cancelled'>;

/** A row of a file with its original cells and its result. */
export const orderImportRows = pgTable(
  'order_import_rows',
  {
    importId: uuid().notNull(),
    rowNumber: integer().notNull(),
    cells: jsonb().$type<ImportCells>().notNull(),
    /** Number of cells of the row in the file; null if not recorded. */
    cellCount: integer(),
    /** The row as in the file, if its number of cells differs from the header's. */
    fileCells: text().array(),
    /** A person replaced the cells. */
    repaired: boolean().notNull().default(false),
    state: text().$type<KeptRowState>().notNull().default('open'),
    rowKey: text(),
    orderId: uuid(),
    note: text().notNull().default(''),
    planned: jsonb().$type<PlannedRow>(),
    updated: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.rowNumber] })],
);

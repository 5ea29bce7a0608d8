import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { newId } from '../../src/platform/ids.ts';
import type { Stage } from '../stage.ts';

type Filled = 'id' | 'created' | 'updated';
/** A row's values; id, created and updated are optional. */
export type ValuesOf<Table extends PgTable> = Omit<Table['$inferInsert'], Filled> &
  Partial<Table['$inferInsert']>;
type Row<Table extends PgTable> = Table['$inferSelect'];

/** Inserts a row, by default created now and never updated, and returns it as stored. */
export const insertRow = async <Table extends PgTable>(
  app: Stage,
  table: Table,
  values: ValuesOf<Table>,
): Promise<Row<Table>> => {
  const [row] = await insertRows(app, table, [values]);
  if (!row) throw new Error(`No row of ${getTableName(table)} was made.`);
  return row;
};

/** Inserts several rows in one statement; nothing for an empty list. */
export const insertRows = async <Table extends PgTable>(
  app: Stage,
  table: Table,
  several: readonly ValuesOf<Table>[],
): Promise<Row<Table>[]> => {
  if (several.length === 0) return [];
  const columns = getTableColumns(table);
  const rows = several.map((values) => {
    const { created = app.clock.now() } = values as { created?: Date };
    const filled = { id: newId(created), created, updated: created };
    const known = Object.entries(filled).filter(([name]) => name in columns);
    return { ...Object.fromEntries(known), ...values };
  });
  return app.database.db.insert<PgTable>(table).values(rows).returning();
};

import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type {
  ImportRowState,
  listOrderImports,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import type { ImportCells } from '@staffroom/contract/domains/orders/order-import.rules.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Currency } from '@staffroom/contract/shared/money.ts';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { users } from '../../identity/users.schema.ts';
import { orders } from '../orders.schema.ts';
import {
  orderImportRows,
  orderImports,
  type KeptRowState,
  type PlannedRow,
} from './order-imports.schema.ts';

export type ImportRecord = typeof orderImports.$inferSelect;
export type RowRecord = typeof orderImportRows.$inferSelect;

/** The import of this content; made when there is none. A twin that arrives meanwhile waits for the first. */
export const findOrInsert = async (
  db: Db,
  record: typeof orderImports.$inferInsert,
): Promise<{ record: ImportRecord; isNew: boolean }> => {
  const [inserted] = await db
    .insert(orderImports)
    .values(record)
    .onConflictDoNothing({ target: orderImports.contentHash })
    .returning();
  if (inserted) return { record: inserted, isNew: true };
  const [known] = await db
    .select()
    .from(orderImports)
    .where(eq(orderImports.contentHash, record.contentHash))
    .for('no key update');
  if (!known) throw new Error('An import was neither inserted nor found.');
  return { record: known, isNew: false };
};

export const findById = async (db: Db, id: string): Promise<ImportRecord | undefined> =>
  (await db.select().from(orderImports).where(eq(orderImports.id, id)))[0];

/** A page of the imports, with who read each, and how many there are. */
export const listImports = async (
  db: Db,
  { max, offset, order }: QueryOf<typeof listOrderImports>,
) => {
  const direction = order === 'asc' ? asc : desc;
  const records = await db
    .select({ record: orderImports, createdByName: users.name })
    .from(orderImports)
    .innerJoin(users, eq(users.id, orderImports.createdBy))
    .orderBy(direction(orderImports.created), direction(orderImports.id))
    .limit(max)
    .offset(offset);
  return { records, count: await db.$count(orderImports) };
};

/** Locks an import, so that its run is started, stopped and moved on by one at a time. */
export const lockById = async (db: Db, id: string): Promise<ImportRecord | undefined> =>
  (await db.select().from(orderImports).where(eq(orderImports.id, id)).for('no key update'))[0];

export const update = async (
  db: Db,
  id: string,
  changes: Partial<typeof orderImports.$inferInsert>,
): Promise<ImportRecord> => {
  const [record] = await db
    .update(orderImports)
    .set(changes)
    .where(eq(orderImports.id, id))
    .returning();
  if (!record) throw new Error('An updated import was not returned.');
  return record;
};

export type NewRow = {
  row: number;
  cells: ImportCells;
  count: number;
  state: KeptRowState;
  key: string | null;
};

/** All rows of a file in one statement. */
export const insertRows = (db: Db, importId: string, rows: readonly NewRow[], now: Date) =>
  db.execute(sql`
    insert into order_import_rows (import_id, row_number, cells, cell_count, state, row_key, updated)
    select ${importId}::uuid, "row", cells, "count", state, "key", ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("row" int, cells jsonb, "count" int, state text, "key" text)`);

export const listRows = (db: Db, importId: string): Promise<RowRecord[]> =>
  db
    .select()
    .from(orderImportRows)
    .where(eq(orderImportRows.importId, importId))
    .orderBy(asc(orderImportRows.rowNumber));

const rowOf = (importId: string, row: number) =>
  and(eq(orderImportRows.importId, importId), eq(orderImportRows.rowNumber, row));

/** Locks one row, so that it is ordered or skipped by one at a time. */
export const lockRow = async (
  db: Db,
  importId: string,
  row: number,
): Promise<RowRecord | undefined> =>
  (await db.select().from(orderImportRows).where(rowOf(importId, row)).for('update'))[0];

/** The same for a row of a run, with its import as it stands once the lock is held. */
export const lockRowWithImport = async (db: Db, importId: string, row: number) =>
  (
    await db
      .select({ row: orderImportRows, record: orderImports })
      .from(orderImportRows)
      .innerJoin(orderImports, eq(orderImports.id, orderImportRows.importId))
      .where(rowOf(importId, row))
      .for('update', { of: orderImportRows })
  )[0];

export const updateRow = (
  db: Db,
  importId: string,
  row: number,
  changes: Partial<typeof orderImportRows.$inferInsert>,
) => db.update(orderImportRows).set(changes).where(rowOf(importId, row));

/** Rows of other files that became an order which still stands and say the same as one of these. */
export const listOrderedElsewhere = (db: Db, importId: string, keys: string[]) =>
  db
    .select({
      key: orderImportRows.rowKey,
      row: orderImportRows.rowNumber,
      fileName: orderImports.fileName,
      updated: orderImportRows.updated,
    })
    .from(orderImportRows)
    .innerJoin(orderImports, eq(orderImports.id, orderImportRows.importId))
    .innerJoin(orders, eq(orders.id, orderImportRows.orderId))
    .where(
      and(
        ne(orders.status, 'CANCELLED'),
        anyOfList(orderImportRows.rowKey, keys, 'text'),
        isNotNull(orderImportRows.rowKey),
        eq(orderImportRows.state, 'processed'),
        ne(orderImportRows.importId, importId),
      ),
    )
    .orderBy(asc(orderImportRows.updated));

/** The orders that the rows of an import became. */
export const listOrders = (db: Db, importId: string) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      classId: orders.classId,
      studentId: orders.studentId,
      lessonIds: orders.lessonIds,
      billableLessonIds: orders.billableLessonIds,
      actualPrice: orders.actualPrice,
      currency: orders.currency,
    })
    .from(orderImportRows)
    .innerJoin(orders, eq(orders.id, orderImportRows.orderId))
    .where(eq(orderImportRows.importId, importId));

/** How many rows of each of these imports are in which state now. */
export const countByState = async (
  db: Db,
  importIds: string[],
): Promise<Map<string, Map<ImportRowState, number>>> => {
  const state = sql<ImportRowState>`case
    when ${orderImportRows.state} = 'processed' and ${orders.status} = 'CANCELLED' then 'cancelled'
    else ${orderImportRows.state} end`;
  const rows = await db
    .select({ importId: orderImportRows.importId, state, count: sql<number>`count(*)::int` })
    .from(orderImportRows)
    .leftJoin(orders, eq(orders.id, orderImportRows.orderId))
    .where(anyOfList(orderImportRows.importId, importIds, 'uuid'))
    .groupBy(orderImportRows.importId, sql`2`);
  const counts = new Map(importIds.map((id) => [id, new Map<ImportRowState, number>()]));
  for (const row of rows) counts.get(row.importId)?.set(row.state, row.count);
  return counts;
};

/** What the orders of an import come to, per currency, in cents; cancelled ones are left out. */
export const sumOrders = (db: Db, importId: string) =>
  db
    .select({
      currency: sql<Currency>`${orders.currency}`,
      cents: sql<number>`sum(${orders.actualPrice})::float8`,
    })
    .from(orderImportRows)
    .innerJoin(orders, eq(orders.id, orderImportRows.orderId))
    .where(and(eq(orderImportRows.importId, importId), ne(orders.status, 'CANCELLED')))
    .groupBy(orders.currency)
    .orderBy(orders.currency);

/** Queues exactly these open rows for the run; answers how many there are. */
export const planRows = async (
  db: Db,
  importId: string,
  plans: readonly { row: number; planned: PlannedRow }[],
): Promise<number> => {
  await db.update(orderImportRows).set({ planned: null }).where(isPlanned(importId));
  const planned = await db.execute(sql`
    update order_import_rows set planned = given.planned, note = ''
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as given("row" int, planned jsonb)
    where import_id = ${importId} and row_number = given."row" and state = 'open' and order_id is null`);
  return planned.rowCount ?? 0;
};

/** How many rows the run has still to order. */
export const countPlanned = async (db: Db, importId: string): Promise<number> => {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orderImportRows)
    .where(isPlanned(importId));
  return found?.count ?? 0;
};

const isPlanned = (importId: string) =>
  and(eq(orderImportRows.importId, importId), isNotNull(orderImportRows.planned));

/** The next rows of the run in the order of the file. */
export const listPlanned = (db: Db, importId: string, limit: number) =>
  db
    .select({
      row: orderImportRows.rowNumber,
      key: orderImportRows.rowKey,
      email: sql<string>`lower(btrim(${orderImportRows.cells} ->> 'email'))`,
    })
    .from(orderImportRows)
    .where(isPlanned(importId))
    .orderBy(asc(orderImportRows.rowNumber))
    .limit(limit);

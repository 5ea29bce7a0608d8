import { and, asc, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import type {
  ImportRowState,
  listOrderImports,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { ImportCells } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Currency } from 'staffroom-contract/shared/money.ts';
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

/** Returns the import with this content, inserting it if new. A concurrent duplicate waits for the first. */
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

/** A page of the imports with the name of the uploader, and the total count. */
export const listImports = async (
  db: Db,
  { max, offset, sortBy, order }: QueryOf<typeof listOrderImports>,
) => {
  const direction = order === 'asc' ? asc : desc;
  const records = await db
    .select({ record: orderImports, createdByName: users.name })
    .from(orderImports)
    .innerJoin(users, eq(users.id, orderImports.createdBy))
    .orderBy(
      direction(sortBy === 'created' ? orderImports.created : countIn(sortBy)),
      direction(orderImports.id),
    )
    .limit(max)
    .offset(offset);
  return { records, count: await db.$count(orderImports) };
};

/** Locks an import to serialize changes of its run. */
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
  fileCells: readonly string[] | null;
  state: KeptRowState;
  key: string | null;
};

/** Inserts all rows of a file in one statement. */
export const insertRows = (db: Db, importId: string, rows: readonly NewRow[], now: Date) =>
  db.execute(sql`
    insert into order_import_rows (import_id, row_number, cells, cell_count, file_cells, state, row_key, updated)
    select ${importId}::uuid, "row", cells, "count", "fileCells", state, "key", ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("row" int, cells jsonb, "count" int, "fileCells" text[], state text, "key" text)`);

export const listRows = (db: Db, importId: string, only?: number): Promise<RowRecord[]> =>
  db
    .select()
    .from(orderImportRows)
    .where(
      and(
        eq(orderImportRows.importId, importId),
        only === undefined ? undefined : or(eq(orderImportRows.rowNumber, only), isCopyOf(only)),
      ),
    )
    .orderBy(asc(orderImportRows.rowNumber));

/** Condition: rows of the same import with the key of this row. */
const isCopyOf = (row: number) =>
  sql`${orderImportRows.rowKey} = (select own.row_key from order_import_rows own
    where own.import_id = ${orderImportRows.importId} and own.row_number = ${row})`;

const rowOf = (importId: string, row: number) =>
  and(eq(orderImportRows.importId, importId), eq(orderImportRows.rowNumber, row));

/** Locks one row to serialize ordering and skipping it. */
export const lockRow = async (
  db: Db,
  importId: string,
  row: number,
): Promise<RowRecord | undefined> =>
  (await db.select().from(orderImportRows).where(rowOf(importId, row)).for('update'))[0];

/** Locks a row of a run, and returns it and its import, both read under the lock. */
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

/** Rows of other files with the same key as one of these whose order has not been cancelled. */
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

/** The orders created from the rows of an import. */
export const listOrders = (db: Db, importId: string) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      classId: orders.classId,
      studentId: orders.studentId,
      lessonIds: orders.lessonIds,
      billableLessonIds: orders.billableLessonIds,
      originalPrice: orders.originalPrice,
      actualPrice: orders.actualPrice,
      currency: orders.currency,
    })
    .from(orderImportRows)
    .innerJoin(orders, eq(orders.id, orderImportRows.orderId))
    .where(eq(orderImportRows.importId, importId));

/** The state of a row, joined with its order. */
const stateNow = sql<ImportRowState>`case
  when ${orderImportRows.state} = 'processed' and ${orders.status} = 'CANCELLED' then 'cancelled'
  else ${orderImportRows.state} end`;

/** Number of rows of an import in a state now, as a sort key. */
const countIn = (state: ImportRowState) => sql`(
  select count(*) from ${orderImportRows} left join ${orders} on ${orders.id} = ${orderImportRows.orderId}
  where ${orderImportRows.importId} = ${orderImports.id} and ${stateNow} = ${state})`;

/** Number of rows of each import by their current state. */
export const countByState = async (
  db: Db,
  importIds: string[],
): Promise<Map<string, Map<ImportRowState, number>>> => {
  const rows = await db
    .select({
      importId: orderImportRows.importId,
      state: stateNow,
      count: sql<number>`count(*)::int`,
    })
    .from(orderImportRows)
    .leftJoin(orders, eq(orders.id, orderImportRows.orderId))
    .where(anyOfList(orderImportRows.importId, importIds, 'uuid'))
    .groupBy(orderImportRows.importId, sql`2`);
  const counts = new Map(importIds.map((id) => [id, new Map<ImportRowState, number>()]));
  for (const row of rows) counts.get(row.importId)?.set(row.state, row.count);
  return counts;
};

/** Sum of an import's orders per currency, in cents, without cancelled orders. */
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

/** Queues exactly these open rows for the run; returns their number. */
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

/** Number of rows that the run still has to order. */
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

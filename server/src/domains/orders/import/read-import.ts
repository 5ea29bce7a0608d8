import type {
  getOrderImport,
  ImportRow,
  listImportRows,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { importColumns } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { readRows } from '@staffroom/contract/domains/orders/order-import.rules.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { assessRows } from './assess-import.ts';
import { gatherFacts, type Facts } from './import-facts.ts';
import { presentProgress, presentRow } from './order-import.presenter.ts';
import * as importQueries from './order-imports.queries.ts';

/**
 * Every row of an import, decided anew against what the database holds now; with `only`, that row alone,
 * without what the other rows would take.
 */
export const assessImport = async (
  db: Db,
  context: Context,
  record: importQueries.ImportRecord,
  only?: number,
) => {
  const all = await importQueries.listRows(db, record.id);
  const isWanted = (row: number) => only === undefined || row === only;
  const records = all.filter((row) => isWanted(row.rowNumber));
  // Read together, because a copy is known only beside the row it copies.
  const read = readRows(all.map((row) => row.cells)).filter(({ row }) => isWanted(row));
  const facts = await gatherFacts(db, context, {
    importId: record.id,
    discountCode: record.discountCode,
    rows: read,
  });
  const states = new Map(records.map((row) => [row.rowNumber, row.state]));
  const assessed = assessRows(read, facts, (row) => states.get(row.row) === 'open');
  return { records, assessed, facts };
};

/** The rows as the screens show them. */
export const presentRows = async (
  db: Db,
  importId: string,
  { records, assessed }: Awaited<ReturnType<typeof assessImport>>,
): Promise<ImportRow[]> => {
  const orders = new Map(
    (await importQueries.listOrders(db, importId)).map((order) => [order.id, order]),
  );
  return records.flatMap((record, index) => {
    const row = assessed[index];
    return row ? [presentRow(record, row, orders.get(record.orderId ?? ''))] : [];
  });
};

/** The classes that the rows of a file name or seem to mean. */
export const classesOf = (facts: Facts) => {
  const named = [...facts.classes.values()].flat().filter((row) => row.isActive);
  return new Map([...named, ...facts.suggestions.values()].map((row) => [row.id, row]));
};

/** How far an import has come. */
export const readProgress = async (db: Db, record: importQueries.ImportRecord) =>
  presentProgress(
    record,
    await importQueries.countByState(db, record.id),
    await importQueries.sumOrders(db, record.id),
    await importQueries.countPlanned(db, record.id),
  );

const find = async (context: Context, importId: string) => {
  const record = await importQueries.findById(context.db, importId);
  if (!record) throw notFound('importId');
  return record;
};

/** Progress of an import. Throws not_found. */
export const getImport = async (
  context: Context,
  { importId }: ParamsOf<typeof getOrderImport>,
): Promise<ResponseOf<typeof getOrderImport>> => ({
  data: await readProgress(context.db, await find(context, importId)),
});

/** The rows of an import as they stand, all or those in one state. Throws not_found. */
export const listRows = async (
  context: Context,
  { importId }: ParamsOf<typeof listImportRows>,
  { state }: QueryOf<typeof listImportRows>,
): Promise<ResponseOf<typeof listImportRows>> => {
  const record = await find(context, importId);
  const rows = await presentRows(
    context.db,
    importId,
    await assessImport(context.db, context, record),
  );
  const data = state === undefined ? rows : rows.filter((row) => row.state === state);
  return { data, count: data.length };
};

const csvColumns: CsvColumn<ImportRow>[] = [
  { header: 'row', value: (row) => row.row },
  ...importColumns.map((column) => ({
    header: column,
    value: (row: ImportRow) => row.cells[column],
  })),
  { header: 'state', value: (row) => row.state },
  { header: 'lessons_chosen', value: (row) => row.lesson.length },
  { header: 'price', value: (row) => row.price },
  { header: 'currency', value: (row) => row.currency },
  { header: 'order', value: (row) => row.order },
  { header: 'problems', value: (row) => row.problems.map((problem) => problem.message).join(' ') },
  { header: 'note', value: (row) => row.note },
];

/** The same rows as a download; the Summary tabs each have one. */
export const exportRows = async (
  context: Context,
  params: ParamsOf<typeof listImportRows>,
  query: QueryOf<typeof listImportRows>,
) => {
  const { data } = await listRows(context, params, query);
  return csvAnswer(`import-${query.state ?? 'all'}.csv`, csvColumns, data);
};

import type {
  getOrderImport,
  ImportRow,
  listImportRows,
  listOrderImports,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  readRows,
  type ImportCells,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import type { ParamsOf, QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { assessRows, type ChosenByHand } from './assess-import.ts';
import { gatherFacts, type Facts } from './import-facts.ts';
import {
  presentClass,
  presentCounts,
  presentProgress,
  presentRow,
} from './order-import.presenter.ts';
import * as importQueries from './order-imports.queries.ts';

/** A row with the user's corrections. */
export type CorrectedRow = {
  row: number;
  /** The cells of the file, with corrected values in their place. */
  correct?: (cells: ImportCells) => ImportCells;
  byHand?: Omit<ChosenByHand, 'row'>;
};

/** Assesses every row against the current data; with `only`, that row alone, independently of the others. */
export const assessImport = async (
  db: Db,
  context: Context,
  record: importQueries.ImportRecord,
  only?: CorrectedRow,
) => {
  const { columnCount: header } = record;
  const all = await importQueries.listRows(db, record.id, only?.row);
  const isWanted = (row: number) => only === undefined || row === only.row;
  const records = all.filter((row) => isWanted(row.rowNumber));
  // All rows are read, because a copy is recognised only together with the row that it copies.
  const read = readRows(
    all.map(({ cells, cellCount: row, rowNumber }) => ({
      row: rowNumber,
      cells,
      counts: row === null || header === null ? null : { row, header },
      ...(only?.correct && rowNumber === only.row && { corrected: only.correct(cells) }),
    })),
  ).filter(({ row }) => isWanted(row));
  const facts = await gatherFacts(db, context, {
    importId: record.id,
    discountCode: record.discountCode,
    rows: read,
    classId: only?.byHand?.tuitionClass?.id,
  });
  const states = new Map(records.map((row) => [row.rowNumber, row.state]));
  const assessed = assessRows(
    read,
    facts,
    (row) => states.get(row.row) === 'open',
    only?.byHand && { row: only.row, ...only.byHand },
  );
  return { records, assessed, facts, columns: record.columns };
};

/** The rows in the form that the screens use. */
export const presentRows = async (
  db: Db,
  importId: string,
  { records, assessed, columns }: Awaited<ReturnType<typeof assessImport>>,
): Promise<ImportRow[]> => {
  const orders = new Map(
    (await importQueries.listOrders(db, importId)).map((order) => [order.id, order]),
  );
  return records.flatMap((record, index) => {
    const row = assessed[index];
    return row ? [presentRow(record, row, orders.get(record.orderId ?? ''), columns)] : [];
  });
};

/** The classes that the rows of a file name or probably mean. */
const classesOf = (facts: Facts) => {
  const named = [...facts.classes.values()].flat().filter((row) => row.isActive);
  return new Map([...named, ...facts.suggestions.values()].map((row) => [row.id, row]));
};

/** Reads the progress of an import. */
export const readProgress = async (db: Db, record: importQueries.ImportRecord) =>
  presentProgress(
    record,
    (await importQueries.countByState(db, [record.id])).get(record.id) ?? new Map(),
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

/** The rows of an import, all or in one state. Throws not_found. */
export const listRows = async (
  context: Context,
  { importId }: ParamsOf<typeof listImportRows>,
  { state }: QueryOf<typeof listImportRows>,
): Promise<ResponseOf<typeof listImportRows>> => {
  const record = await find(context, importId);
  const assessment = await assessImport(context.db, context, record);
  const rows = await presentRows(context.db, importId, assessment);
  const data = state === undefined ? rows : rows.filter((row) => row.state === state);
  return { data, count: data.length, classes: presentClasses(assessment) };
};

/** The file's classes with their current seats. */
export const presentClasses = ({ facts }: Awaited<ReturnType<typeof assessImport>>) =>
  [...classesOf(facts).values()].map((row) => presentClass(row, facts.lessons.get(row.id) ?? []));

/** The imported files, newest first, with the uploader, the time and the row counts by state. */
export const listImports = async (
  context: Context,
  query: QueryOf<typeof listOrderImports>,
): Promise<ResponseOf<typeof listOrderImports>> => {
  const { records, count } = await importQueries.listImports(context.db, query);
  const counts = await importQueries.countByState(
    context.db,
    records.map(({ record }) => record.id),
  );
  return {
    data: records.map(({ record, createdByName }) => ({
      _id: record.id,
      file_name: record.fileName,
      created: record.created.toISOString(),
      created_by: { _id: record.createdBy, name: createdByName },
      run: record.runState,
      counts: presentCounts(counts.get(record.id) ?? new Map()),
    })),
    count,
  };
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

/** The same rows as a CSV download; each Summary tab has one. */
export const exportRows = async (
  context: Context,
  params: ParamsOf<typeof listImportRows>,
  query: QueryOf<typeof listImportRows>,
) => {
  const { data } = await listRows(context, params, query);
  return csvAnswer(`import-${query.state ?? 'all'}.csv`, csvColumns, data);
};

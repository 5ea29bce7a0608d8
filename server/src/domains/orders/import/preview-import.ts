import { createHash } from 'node:crypto';
import {
  importColumns,
  maxImportRows,
  type previewOrderImport,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import {
  cellsOf,
  matchColumns,
  missingColumnsMessage,
  readRows,
  type FileRow,
  type ReadRow,
} from '@staffroom/contract/domains/orders/order-import.rules.ts';
import type { BodyOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { refusal } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { findCode } from '../../discount-codes/discount-codes.service.ts';
import * as importQueries from './order-imports.queries.ts';
import { assessImport, presentFacts, presentRows, readProgress } from './read-import.ts';
import { hashKey } from './row-key.ts';

type Body = BodyOf<typeof previewOrderImport>;

/**
 * Keeps the file and says row by row what it would do; orders nothing. A file that was seen before is
 * known by its rows, whatever it is called, and answers with what became of them (decisions: Orders).
 * Throws file_columns_missing, file_empty, file_too_long, discount_code_unknown, import_running.
 */
export const previewImport = async (
  context: Context,
  body: Body,
): Promise<ResponseOf<typeof previewOrderImport>> => {
  const file = readFile(body);
  const code = body.discount_code || null;
  if (code !== null && !(await findCode(context.db, code)))
    throw refusal('discount_code_unknown', { field: 'discount_code' });
  const record = await inTransaction(context, (tx) =>
    keepFile(tx, context, { ...file, code, name: body.file_name }),
  );
  const assessment = await assessImport(context.db, context, record);
  return {
    data: {
      progress: await readProgress(context.db, record),
      rows: await presentRows(context.db, record.id, assessment),
      ...presentFacts(assessment),
      extra_columns: file.extra,
    },
  };
};

const readFile = ({ columns, rows }: Body) => {
  const match = matchColumns(columns);
  if (match.missing.length > 0)
    throw refusal('file_columns_missing', {
      field: 'columns',
      message: missingColumnsMessage(match.missing),
    });
  // A line feed at the end of a file is no row; a row of separators alone is one, and is left out by name.
  const last = rows.findLastIndex((row) => row.length > 1 || (row[0] ?? '') !== '');
  const lines = rows.slice(0, last + 1);
  if (lines.length > maxImportRows) throw refusal('file_too_long', { field: 'rows' });
  const header = columns.length;
  const fileRows = lines.map((line) => ({
    cells: cellsOf(line, match),
    counts: { row: line.length, header },
  }));
  const read = readRows(fileRows);
  if (read.every((row) => row.kind === 'blank')) throw refusal('file_empty', { field: 'rows' });
  return { fileRows, read, header, extra: match.extra };
};

type KeptFile = {
  name: string;
  fileRows: readonly FileRow[];
  read: readonly ReadRow[];
  header: number;
  code: string | null;
};

const keepFile = async (tx: Db, context: Context, file: KeptFile) => {
  const { name, read, code } = file;
  const now = context.clock.now();
  const { record, isNew } = await importQueries.findOrInsert(tx, {
    id: newId(now),
    contentHash: hashRows(file),
    columnCount: file.header,
    fileName: name,
    created: now,
    createdBy: context.actor.id,
    discountCode: code,
    updated: now,
  });
  if (!isNew) return withCode(tx, context, record, code);
  await importQueries.insertRows(
    tx,
    record.id,
    read.map((row, index) => ({
      row: row.row,
      cells: file.fileRows[index]?.cells ?? row.cells,
      count: file.fileRows[index]?.counts?.row ?? file.header,
      state: stateOf(row),
      key: row.key === null ? null : hashKey(row.key),
    })),
    now,
  );
  await recordAudit(tx, context, {
    action: 'order_import.created',
    entity: 'order_import',
    entityId: record.id,
    after: { file_name: name, rows: read.length, discount_code: code },
  });
  return record;
};

/** Rows that are still open are ordered with the code that was chosen last. */
const withCode = async (
  tx: Db,
  context: Context,
  record: importQueries.ImportRecord,
  code: string | null,
) => {
  if (record.discountCode === code) return record;
  if (record.runState === 'running') throw refusal('import_running');
  await recordAudit(tx, context, {
    action: 'order_import.discount_code_changed',
    entity: 'order_import',
    entityId: record.id,
    before: { discount_code: record.discountCode },
    after: { discount_code: code },
  });
  return importQueries.update(tx, record.id, { discountCode: code, updated: context.clock.now() });
};

const stateOf = (row: ReadRow) => {
  if (row.kind !== 'order') return 'ignored';
  return row.problems.some((problem) => problem.severity === 'reject') ? 'rejected' : 'open';
};

/**
 * Over the trimmed cells of our columns in our order, so that a file saved again stays the same; and over the cells that a
 * row has too many or too few, so that a mended file is another.
 */
const hashRows = ({ fileRows, read, header }: KeptFile) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        read.map((row, index) => {
          const count = fileRows[index]?.counts?.row ?? header;
          const cells = importColumns.map((column) => row.cells[column]);
          return row.kind === 'order' && count !== header ? [...cells, count] : cells;
        }),
      ),
    )
    .digest();

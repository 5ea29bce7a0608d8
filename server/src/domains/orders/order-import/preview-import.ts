import type { previewOrderImport } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { ReadRow } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { refusal } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { threadOf } from '../../../platform/in-worker-thread.ts';
import { findCode } from '../../discount-codes/discount-codes.service.ts';
import * as importQueries from './order-imports.queries.ts';
import type { PreviewFile, readPreviewFile } from './read-preview-file.ts';
import { assessImport, presentClasses, presentRows, readProgress } from './read-import.ts';
import { hashKey } from './row-key.ts';

const readInThread = threadOf<typeof readPreviewFile>(
  new URL('./read-preview-file.thread.ts', import.meta.url),
);

/**
 * Stores the file and returns what each row would do, without ordering anything. A file is identified by its rows, not
 * its name, so a known one returns its current state (decisions: Orders). Throws file_columns_missing, file_empty,
 * file_too_long, discount_code_unknown, import_running, input_too_heavy.
 */
export const previewImport = async (
  context: Context,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ResponseOf<typeof previewOrderImport>> => {
  const file = await readInThread(bytes, { account: context.actor.id, transfer: [bytes.buffer] });
  const { code } = file;
  if (code !== null && !(await findCode(context.db, code)))
    throw refusal('discount_code_unknown', { field: 'discount_code' });
  const record = await inTransaction(context, (tx) => keepFile(tx, context, file));
  const assessment = await assessImport(context.db, context, record);
  return {
    data: {
      progress: await readProgress(context.db, record),
      rows: await presentRows(context.db, record.id, assessment),
      classes: presentClasses(assessment),
      extra_columns: file.extra,
    },
  };
};

const keepFile = async (tx: Db, context: Context, file: PreviewFile) => {
  const { name, read, code } = file;
  const now = context.clock.now();
  const { record, isNew } = await importQueries.findOrInsert(tx, {
    id: newId(now),
    contentHash: Buffer.from(file.contentHash),
    columnCount: file.columns.length,
    columns: [...file.columns],
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
      count: file.fileRows[index]?.counts?.row ?? file.columns.length,
      fileCells: file.shifted[index] ?? null,
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

/** Open rows use the code that was chosen last. */
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

/** The initial state of a row, from its cells alone. */
export const stateOf = (row: ReadRow) => {
  if (row.kind !== 'order') return 'ignored';
  return row.problems.some((problem) => problem.severity === 'reject') ? 'rejected' : 'open';
};

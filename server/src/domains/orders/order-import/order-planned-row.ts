import { readRow } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { wordsOfError } from 'staffroom-contract/shared/error-words.ts';
import { errorCatalogue } from 'staffroom-contract/shared/errors.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import {
  isDatabaseAway,
  isDatabaseBusy,
  isRetriable,
  type Db,
} from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { becomeOrder } from './order-row.ts';
import * as importQueries from './order-imports.queries.ts';
import { joinRun } from './run-locks.ts';

/** A run of an import; a newer `runId` takes the run away from an older one. */
export type Run = { importId: string; runId: string };

type Planned = { row: number; key: string | null };

/** Orders a queued row, or leaves it open with the reason. Returns false if the run was stopped or is another job's. */
export const orderPlannedRow = async (
  context: Context,
  run: Run,
  planned: Planned,
): Promise<boolean> => {
  try {
    return await withRow(context, run, planned, orderIt);
  } catch (error) {
    if (isDatabaseAway(error) || isDatabaseBusy(error) || isRetriable(error)) throw error;
    // In its own transaction, because the refused one was rolled back.
    const goesOn = await withRow(context, run, planned, noteRefusal(reasonOf(error)));
    // Any other error is a bug: it is logged, and the job retries.
    if (!(error instanceof AppError)) throw error;
    return goesOn;
  }
};

type Held = { record: importQueries.ImportRecord; row: importQueries.RowRecord };

const withRow = (
  context: Context,
  run: Run,
  { row, key }: Planned,
  act: (tx: Db, context: Context, held: Held) => Promise<unknown>,
) =>
  inTransaction(context, async (tx) => {
    await joinRun(tx, run.importId, key);
    const held = await importQueries.lockRowWithImport(tx, run.importId, row);
    if (held?.record.runState !== 'running' || held.record.runId !== run.runId) return false;
    if (held.row.planned !== null) await act(tx, context, held);
    return true;
  });

const orderIt = async (tx: Db, context: Context, { record, row }: Held) => {
  const read = readRow(row.cells, row.rowNumber);
  if (row.planned === null || read.type === null)
    throw new Error('A queued row cannot be ordered.');
  if (row.rowKey !== null) await refuseOrderedElsewhere(tx, record.id, row.rowKey);
  await becomeOrder(tx, context, {
    record,
    row,
    read,
    type: read.type,
    email: read.email,
    name: read.name,
    class: row.planned.class,
    lesson: row.planned.lesson,
    allowOverbook: false,
    allowSeveralLessons: false,
    withCode: row.planned.with_code,
    expectedPrice: row.planned.price,
    note: '',
  });
};

/** Another file may have ordered the same since the run began; the row's key is locked. */
const refuseOrderedElsewhere = async (tx: Db, importId: string, key: string) => {
  const [found] = await importQueries.listOrderedElsewhere(tx, importId, [key]);
  if (!found) return;
  const message = `Already ordered: row ${found.row} of ${found.fileName}.`;
  throw new AppError([{ code: 'row_not_importable', message, field: 'row' }]);
};

const noteRefusal =
  (note: string) =>
  (tx: Db, context: Context, { record, row }: Held) =>
    importQueries.updateRow(tx, record.id, row.rowNumber, {
      note,
      planned: null,
      updated: context.clock.now(),
    });

const reasonOf = (error: unknown) =>
  error instanceof AppError ? error.items.map(wordsOfError).join(' ') : errorCatalogue.internal[1];

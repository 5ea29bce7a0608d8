import type { ImportProgress } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import * as importQueries from './order-imports.queries.ts';
import { assessImport, readProgress } from './read-import.ts';
import { lockRun } from './run-locks.ts';
import { runOrderImportJob } from './run-order-import.job.ts';

type Answer = Promise<{ data: ImportProgress }>;

/** Orders every row without problems in the background; returns a current run instead. Throws not_found. */
export const runImport = (context: Context, jobs: Jobs, importId: string): Answer =>
  withLock(context, importId, async (tx, record) => {
    if (record.runState === 'running') return record;
    const { assessed } = await assessImport(tx, context, record);
    const plans = assessed.flatMap(
      ({ withoutProblems, read, tuitionClass, lessons, codeApplies, price }) =>
        withoutProblems && tuitionClass && price !== null
          ? [
              {
                row: read.row,
                planned: {
                  class: tuitionClass.id,
                  lesson: lessons.map((lesson) => lesson.id),
                  with_code: codeApplies,
                  price: toWireAmount(price.actual),
                },
              },
            ]
          : [],
    );
    const total = await importQueries.planRows(tx, importId, plans);
    return go(tx, context, jobs, {
      record,
      action: 'order_import.run_started',
      total,
      left: total,
    });
  });

/** Stops the run after the rows in progress; without a run nothing changes. Throws not_found. */
export const stopImport = (context: Context, importId: string): Answer =>
  withLock(context, importId, async (tx, record) => {
    if (record.runState !== 'running') return record;
    await recordAudit(tx, context, auditOf(record, 'order_import.run_stopped'));
    return importQueries.update(tx, importId, {
      runState: 'stopped',
      updated: context.clock.now(),
    });
  });

/**
 * Continues with the remaining rows of a stopped run. A running one is taken over, in case its worker was lost; the
 * older job ends at its next row. Throws not_found.
 */
export const resumeImport = (context: Context, jobs: Jobs, importId: string): Answer =>
  withLock(context, importId, async (tx, record) => {
    if (record.runState !== 'stopped' && record.runState !== 'running') return record;
    return go(tx, context, jobs, {
      record,
      action: 'order_import.run_resumed',
      left: await importQueries.countPlanned(tx, importId),
    });
  });

const withLock = (
  context: Context,
  importId: string,
  act: (tx: Db, record: importQueries.ImportRecord) => Promise<importQueries.ImportRecord>,
): Answer =>
  inTransaction(context, async (tx) => {
    await lockRun(tx, importId);
    const record = await importQueries.lockById(tx, importId);
    if (!record) throw notFound('import_id');
    return { data: await readProgress(tx, await act(tx, record)) };
  });

type Going = {
  record: importQueries.ImportRecord;
  action: string;
  /** Set by a new run; a resumed one keeps its own. */
  total?: number;
  left: number;
};

/** Makes a new job the owner of the run, or ends the run when no rows are left. */
const go = async (tx: Db, context: Context, jobs: Jobs, { record, action, total, left }: Going) => {
  const now = context.clock.now();
  const runId = newId(now);
  await recordAudit(tx, context, auditOf(record, action, left));
  const updated = await importQueries.update(tx, record.id, {
    runState: left === 0 ? 'done' : 'running',
    runId,
    runBy: context.actor.id,
    ...(total === undefined ? {} : { runTotal: total }),
    updated: now,
  });
  if (left > 0) await jobs.enqueue(tx, context, runOrderImportJob, { importId: record.id, runId });
  return updated;
};

const auditOf = (record: importQueries.ImportRecord, action: string, left?: number) => ({
  action,
  entity: 'order_import',
  entityId: record.id,
  before: { run: record.runState },
  ...(left === undefined ? {} : { after: { rows: left } }),
});

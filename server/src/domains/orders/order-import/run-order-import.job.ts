import { z } from 'zod';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import { defineJob, type JobContext } from '../../../platform/jobs.ts';
import { findActor } from '../../identity/find-actor.ts';
import * as importQueries from './order-imports.queries.ts';
import { orderPlannedRow, type Run } from './order-planned-row.ts';
import { lockRun } from './run-locks.ts';

/** Rows read at a time; the actor's permission is checked before each such part. */
const rowsPerCheck = 200;
/** Number of rows ordered concurrently. */
const lanes = 4;

/**
 * Orders the queued rows of an import in file order, a few concurrently but those of one student in sequence. Each row
 * has its own transaction, so that a kill loses and duplicates nothing; a refused row stays open with the reason.
 */
export const runOrderImportJob = defineJob({
  name: 'run-order-import',
  payload: z.strictObject({ importId: idSchema, runId: idSchema }),
  // The run must survive many lost workers and a long database outage.
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, run, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const actor = await findActor(job.db, job.actorId);
      // Without the permission the run stops until another user resumes it.
      if (!actor || !can(actor, 'order.canCreateOrderByCSV')) return endRun(job, run, 'stopped');
      const part = await importQueries.listPlanned(job.db, run.importId, rowsPerCheck);
      if (part.length === 0) return endRun(job, run, 'done');
      if (!(await orderPart({ ...job, actor }, run, part, signal))) return;
    }
  },
});

type PlannedPart = Awaited<ReturnType<typeof importQueries.listPlanned>>;

/** Orders a part of the rows; returns false if the run was stopped or belongs to another job. */
const orderPart = async (
  context: Context,
  run: Run,
  part: PlannedPart,
  signal: AbortSignal,
): Promise<boolean> => {
  const chains = [...Map.groupBy(part, (row) => row.email).values()];
  let goesOn = true;
  const work = async () => {
    for (let chain = chains.shift(); chain; chain = chains.shift())
      for (const row of chain) {
        if (!goesOn || signal.aborted) return;
        goesOn = await orderPlannedRow(context, run, row);
      }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      work().catch((error: unknown) => {
        goesOn = false;
        throw error;
      }),
    ),
  );
  // The job may only fail once no row is in progress.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return goesOn;
};

const endRun = (job: JobContext, run: Run, runState: 'stopped' | 'done') =>
  inTransaction(job, async (tx) => {
    await lockRun(tx, run.importId);
    const record = await importQueries.lockById(tx, run.importId);
    if (record?.runState === 'running' && record.runId === run.runId)
      await importQueries.update(tx, run.importId, { runState, updated: job.clock.now() });
  });

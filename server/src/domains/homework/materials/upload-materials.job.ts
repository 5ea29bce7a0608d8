import { z } from 'zod';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type { MaterialFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { inTransaction } from '../../../platform/context.ts';
import { defineJob, type JobContext } from '../../../platform/jobs.ts';
import { findActor } from '../../identity/find-actor.ts';
import { attachFile, type RunOfJob } from './attach-file.ts';
import { LibraryError, type LibraryFile } from './library.ts';
import * as runQueries from './material-runs.queries.ts';
import type { RunRecord } from './material-runs.queries.ts';
import { listLibrary } from './open-library.ts';

/** Number of files between checks of the user's permission. */
const filesPerCheck = 100;

/**
 * Attaches the files of a folder one by one, each in its own transaction. After a crash the next worker continues with
 * the files that are left; if the library cannot be read, the run fails with the reason.
 */
export const uploadMaterialsJob = defineJob({
  name: 'upload-materials',
  payload: z.strictObject({ runId: idSchema, jobId: idSchema }),
  // The run must survive any number of crashed workers and long database outages.
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, run, signal) => {
    const record = await runQueries.findById(job.db, run.runId);
    if (record?.state !== 'running' || record.jobId !== run.jobId) return;
    const files = await readLibrary(job, record);
    if (files instanceof LibraryError) return endRun(job, run, 'failed', files.message);
    const done = await runQueries.listKeys(job.db, run.runId);
    const left = files.filter((file) => !done.has(file.key));
    await noteTotal(job, run, done.size + left.length);
    for (let start = 0; start < left.length; start += filesPerCheck) {
      const actor = await findActor(job.db, job.actorId);
      // Without the permission the run stops until another user resumes it.
      if (!actor || !can(actor, 'course.canManage')) return endRun(job, run, 'stopped');
      for (const file of left.slice(start, start + filesPerCheck)) {
        signal.throwIfAborted();
        if (!(await attachFile({ ...job, actor }, run, file))) return;
      }
    }
    await endRun(job, run, 'done');
  },
});

const readLibrary = async (
  { settings }: JobContext,
  { folder }: RunRecord,
): Promise<LibraryFile<MaterialFolder>[] | LibraryError> => {
  try {
    return await listLibrary(settings, folder);
  } catch (error) {
    if (error instanceof LibraryError) return error;
    throw error;
  }
};

const ofThisJob = (
  job: JobContext,
  { runId, jobId }: RunOfJob,
  changes: Parameters<typeof runQueries.update>[2],
) =>
  inTransaction(job, async (tx) => {
    const record = await runQueries.lockById(tx, runId);
    if (record?.state === 'running' && record.jobId === jobId)
      await runQueries.update(tx, runId, { ...changes, updated: job.clock.now() });
  });

const noteTotal = (job: JobContext, run: RunOfJob, total: number) => ofThisJob(job, run, { total });

const endRun = (
  job: JobContext,
  run: RunOfJob,
  state: 'stopped' | 'done' | 'failed',
  problem = '',
) => ofThisJob(job, run, { state, problem, endedAt: job.clock.now() });

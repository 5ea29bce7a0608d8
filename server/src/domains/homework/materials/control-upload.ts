import type { MaterialFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { MaterialUpload } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { inTransactionOnce } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import * as runQueries from './material-runs.queries.ts';
import type { RunRecord } from './material-runs.queries.ts';
import { readRun } from './upload-list.ts';
import { uploadMaterialsJob } from './upload-materials.job.ts';

/** Uploads a folder in the background, or returns its run. Throws material_upload_running for another folder. */
export const startUpload = (context: Context, jobs: Jobs, folder: MaterialFolder) =>
  inTransactionOnce(context, async (tx) => {
    const { run, isNew } = await insertOrFind(tx, context, folder);
    if (run.folder !== folder) throw refusal('material_upload_running');
    if (isNew) {
      await noteStep(tx, context, run, 'started');
      await jobs.enqueue(tx, context, uploadMaterialsJob, { runId: run.id, jobId: run.jobId });
    }
    return { data: { _id: run.id } };
  });

/** Inserts a running run, or finds the running one, which may end between the two statements. */
const insertOrFind = async (tx: Db, context: Context, folder: MaterialFolder) => {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const now = context.clock.now();
    const inserted = await runQueries.insertRunning(tx, {
      id: newId(now),
      folder,
      state: 'running',
      startedBy: context.actor.id,
      jobId: newId(now),
      created: now,
      updated: now,
    });
    const run = inserted ?? (await runQueries.findRunning(tx));
    if (run) return { run, isNew: inserted !== undefined };
  }
  throw refusal('material_upload_running');
};

const mostAttempts = 5;

/** Stops a run after the current file; a run that has ended stays unchanged. Throws not_found. */
export const stopUpload = (context: Context, id: string) =>
  changeRun(context, id, async (tx, run) => {
    if (run.state !== 'running') return;
    const now = context.clock.now();
    await runQueries.update(tx, id, { state: 'stopped', endedAt: now, updated: now });
    await noteStep(tx, context, run, 'stopped');
  });

/** Resumes a stopped or failed run. Throws not_found, material_upload_running. */
export const resumeUpload = (context: Context, jobs: Jobs, id: string) =>
  changeRun(context, id, async (tx, run) => {
    if (run.state !== 'stopped' && run.state !== 'failed') return;
    if (await runQueries.findRunning(tx)) throw refusal('material_upload_running');
    const now = context.clock.now();
    const jobId = newId(now);
    await runQueries.update(tx, id, {
      state: 'running',
      jobId,
      problem: '',
      endedAt: null,
      updated: now,
    });
    await noteStep(tx, context, run, 'resumed');
    await jobs.enqueue(tx, context, uploadMaterialsJob, { runId: id, jobId });
  });

const changeRun = (
  context: Context,
  id: string,
  act: (tx: Db, run: RunRecord) => Promise<void>,
): Promise<{ data: MaterialUpload }> =>
  inTransaction(context, async (tx) => {
    const run = await runQueries.lockById(tx, id);
    if (!run) throw notFound('id');
    await act(tx, run);
    return readRun(tx, id);
  });

const noteStep = (tx: Db, context: Context, run: RunRecord, step: string) =>
  recordAudit(tx, context, {
    action: `material_run.${step}`,
    entity: 'material_run',
    entityId: run.id,
    after: { folder: run.folder },
  });

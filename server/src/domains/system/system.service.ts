import type { getSystem, retryJob } from 'staffroom-contract/domains/system/system.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import * as failedJobs from '../../platform/failed-jobs.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { findInstalled, listQueueHours, type listProcesses } from '../../platform/processes.ts';
import { showSettings } from '../../platform/shown-settings.ts';
import { version } from '../../platform/version.ts';
import { recordsNamed } from './named-records.ts';
import { lastProblems } from './part-history.ts';
import { readParts } from './read-parts.ts';
import type { Checks } from './system-parts.ts';

/** Most failed jobs in the answer. */
const mostJobs = 100;
const hourMs = 3_600_000;

type System = ResponseOf<typeof getSystem>['data'];

/** Returns the state of the product. External checks are bounded to 2 s and kept for 10 s. */
export const readSystem = async (context: Context, checks: Checks): Promise<{ data: System }> => {
  const { db, clock, settings } = context;
  const now = clock.now();
  const { processes, queue, parts: all } = await readParts(context, checks, { answers: true });
  const failed = await failedJobs.listFailedJobs(db, mostJobs);
  const hours = await listQueueHours(db);
  const problems = await lastProblems(db);
  const installed = await findInstalled(db, version);
  return {
    data: {
      version,
      installed_on: installed?.toISOString() ?? null,
      checked_on: now.toISOString(),
      processes: processes.map(presentProcess),
      parts: all.map((part) => {
        const last = problems.get(part.name);
        return {
          ...part,
          last_problem: last
            ? { began_on: last.began.toISOString(), ended_on: last.ended?.toISOString() ?? null }
            : null,
        };
      }),
      jobs: await presentJobs(context, failed.jobs),
      job_count: failed.count,
      queue: {
        waiting: queue.waiting,
        delayed: queue.delayed,
        running: queue.running,
        oldest_seconds: queue.oldestSeconds,
        hours: lastHours(now, hours),
      },
      settings: showSettings(settings),
    },
  };
};

const presentProcess = ({
  id,
  role,
  machine,
  pid,
  version: runs,
  ...row
}: Awaited<ReturnType<typeof listProcesses>>[number]): System['processes'][number] => ({
  _id: id,
  role,
  machine,
  pid,
  version: runs,
  started_on: row.started.toISOString(),
  seen_on: row.seen.toISOString(),
  memory_bytes: row.memoryBytes,
  cpu_percent: row.cpuPercent,
  is_lost: row.isLost,
});

/** The record of a job, by the field of its payload and its entity in the audit trail. */
const recordOfJob: Record<string, { field: string; entity: string }> = {
  'deliver-announcement': { field: 'announcementId', entity: 'announcement' },
  'deliver-text-messages': { field: 'announcementId', entity: 'announcement' },
  'deliver-test': { field: 'announcementId', entity: 'announcement' },
  'process-paid-order': { field: 'orderId', entity: 'order' },
  'run-order-import': { field: 'importId', entity: 'order_import' },
  'upload-materials': { field: 'runId', entity: 'material_run' },
  'keep-zoom-room': { field: 'lesson', entity: 'lesson' },
};

const presentJobs = async (
  { db }: Context,
  jobs: readonly failedJobs.FailedJob[],
): Promise<System['jobs']> => {
  const recordOf = ({ name, payload }: failedJobs.FailedJob) => {
    const known = recordOfJob[name];
    const id = known && payload?.[known.field];
    return known && typeof id === 'string' ? [{ entity: known.entity, entityId: id }] : [];
  };
  const records = await recordsNamed(db, jobs.flatMap(recordOf));
  return jobs.map((job) => ({
    _id: job.id,
    name: job.name,
    record: records.get(recordOf(job)[0]?.entityId ?? '') ?? null,
    cause: job.cause,
    tries: job.tries,
    most_tries: job.mostTries,
    since: job.since.toISOString(),
    state: job.state,
    next_try: job.nextTry?.toISOString() ?? null,
  }));
};

/** The current hour and the 23 before it, also those without a record. */
const lastHours = (now: Date, found: Awaited<ReturnType<typeof listQueueHours>>) => {
  const current = Math.floor(now.getTime() / hourMs) * hourMs;
  const most = new Map(found.map(({ hour, mostWaiting }) => [hour.getTime(), mostWaiting]));
  return Array.from({ length: 24 }, (_, index) => {
    const hour = current - (23 - index) * hourMs;
    return { hour: new Date(hour).toISOString(), most_waiting: most.get(hour) ?? null };
  });
};

/** Tries a failed job again, ahead of the others. Throws not_found. */
export const tryJobAgain = (
  context: Context,
  jobs: Jobs,
  id: string,
): Promise<ResponseOf<typeof retryJob>> =>
  inTransactionOnce(context, async (tx) => {
    const retried = await failedJobs.retryJob(tx, jobs, id);
    if (!retried) throw notFound('id');
    if (retried.isMoved)
      await recordAudit(tx, context, {
        action: 'job.retried',
        entity: 'job',
        entityId: id,
        after: { job: retried.name },
        isUncounted: true,
      });
    return { data: { _id: id, state: retried.state } };
  });

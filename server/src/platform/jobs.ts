import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Job as BossJob } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { openCarriers, type Carriers } from './carriers/carriers.ts';
import type { Clock } from './clock.ts';
import type { Context, Listener } from './context.ts';
import { connectionOf } from './database-hosts.ts';
import type { Database, Db } from './database.ts';
import { createFileFetcher, type FetchFile } from './fetch-file.ts';
import { watchCrashes } from './job-crashes.ts';
import { logJobEnd, type JobOutcome } from './job-log.ts';
import type { Settings } from './settings.ts';
import { openZoom, type Zoom } from './zoom.ts';

/** Context of a job; it acts as `actorId`, the person who started it. */
export type JobContext = Omit<Context, 'actor' | 'token' | 'requireSession' | 'idempotency'> & {
  actorId: string;
  /** Stays the same when this job runs again after its worker was lost. */
  jobId: string;
  carriers: Carriers;
  /** Undefined if no Zoom account is set. */
  zoom?: Zoom | undefined;
  /** Reads files of other websites, from public hosts only (ADR 83). */
  fetchFile: FetchFile;
};

/** Number of retries of a failed job, and the delay in seconds (doubled each time with `backoff`). */
type RetryPolicy = { limit: number; delaySeconds: number; backoff?: boolean };

export type JobDefinition<P extends z.ZodType = z.ZodType> = {
  /** Verb and noun in kebab-case; also the name of its queue. */
  name: string;
  payload: P;
  retry: RetryPolicy;
  /** Concurrent jobs of this name in a process; by default 2. */
  workers?: number;
  /** At most one job with the same key waits: a new request replaces the waiting one. */
  keyOf?(payload: z.output<P>): string;
  /**
   * Does the work; a throw is retried. When `signal` aborts (a stop, or a lost job), the handler calls
   * `signal.throwIfAborted()` at its next safe point, and another worker gets the job. After a kill it runs again, so
   * each step must be safe to repeat. To postpone the rest, return a time, and a new payload if it differs.
   */
  handler: (
    context: JobContext,
    payload: z.output<P>,
    signal: AbortSignal,
  ) => Promise<void | { again: Date; payload?: z.input<P> }>;
};

/** Declares a job. */
export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

export type Jobs = {
  /** Queues a job in the caller's transaction, in the name of the actor. */
  enqueue<P extends z.ZodType>(
    tx: Db,
    context: Pick<Context, 'requestId'> & { actor: Pick<Context['actor'], 'id'> },
    job: JobDefinition<P>,
    payload: z.input<P>,
  ): Promise<void>;
  /** Queues a job again under its id, ahead of others, in the caller's transaction. */
  requeue(tx: Db, job: { id: string; name: string; data: object; priority: number }): Promise<void>;
  /** Lets running jobs reach a safe point, hands them back and closes the connections. */
  stop(): Promise<void>;
};

export type JobNeeds = {
  database: Database;
  databaseUrl: string;
  settings: Settings;
  clock: Clock;
  logger: Logger;
  /** The jobs that this process runs; an `api` process runs none and only queues. */
  work: readonly JobDefinition[];
  /** Listeners for the events of the jobs. */
  listeners: readonly Listener[];
  /** Replaced in tests; by default it reads public hosts only. */
  fetchFile?: FetchFile | undefined;
};

type Envelope = { actorId: string; requestId: string; payload: unknown };

const schema = 'pgboss';
const stopTimeout = 25_000;
/** How long a stop waits for answers of carriers; after that, messages are recorded as not sent. */
const answersUntil = 15_000;
/** Default number of concurrent jobs of one name in a process. */
const workersPerJob = 2;

const queueOptions = (job: JobDefinition) => ({
  notify: true,
  // A dead worker is detected at the first check after 10 s without a heartbeat.
  heartbeatSeconds: 10,
  expireInSeconds: 6 * 60 * 60,
  retryLimit: job.retry.limit,
  retryDelay: job.retry.delaySeconds,
  retryBackoff: job.retry.backoff ?? false,
});

type BossNeeds = { databaseUrl: string; logger?: Logger; works: boolean; lookSeconds: number };

const createBoss = ({ databaseUrl, logger, works, lookSeconds }: BossNeeds) => {
  const boss = new PgBoss({
    ...connectionOf(databaseUrl),
    schema,
    application_name: 'staffroom jobs',
    max: works ? 4 : 2,
    schedule: false,
    supervise: works,
    useListenNotify: works,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  });
  // Without a listener, a connection error would end the process; the next poll tries again.
  boss.on('error', (error) => logger?.warn({ err: error }, 'job queue'));
  boss.on('warning', (warning) => logger?.warn({ warning: warning.message }, 'job queue'));
  return boss;
};

/** Creates or upgrades the queue's own tables under its own lock; processes may start concurrently. */
export const installJobTables = async (databaseUrl: string) => {
  const boss = createBoss({ databaseUrl, works: false, lookSeconds: 5 });
  await boss.start();
  await boss.stop({ graceful: false });
};

/** Connects to the queue and runs the jobs in `work`. */
export const startJobs = async (needs: JobNeeds): Promise<Jobs> => {
  const { databaseUrl, logger, settings } = needs;
  const works = needs.work.length > 0;
  const boss = createBoss({ databaseUrl, logger, works, lookSeconds: settings.queueLookSeconds });
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  const stopping = new AbortController();
  const carriers = openCarriers(settings);
  const zoom = settings.zoom && openZoom(settings.zoom, needs.clock);
  const fetchFile = needs.fetchFile ?? createFileFetcher();
  const crashes = watchCrashes(needs.database.db, needs.clock);
  const queues = new Map<string, Promise<void>>();
  const ensureQueue = (job: JobDefinition) => {
    const known = queues.get(job.name) ?? openQueue(boss, job);
    queues.set(job.name, known);
    known.catch(() => queues.delete(job.name));
    return known;
  };
  for (const job of needs.work) {
    await ensureQueue(job);
    for (let worker = 0; worker < (job.workers ?? workersPerJob); worker += 1)
      await startWorker(
        { ...needs, carriers, zoom, fetchFile, crashes },
        boss,
        job,
        stopping.signal,
      );
  }
  return {
    enqueue: async (tx, context, job, payload) => {
      await ensureQueue(job);
      const parsed = job.payload.parse(payload);
      const envelope: Envelope = {
        actorId: context.actor.id,
        requestId: context.requestId,
        payload: parsed,
      };
      const inTransaction = { db: fromDrizzle(tx, sql) };
      const singletonKey = job.keyOf?.(parsed);
      if (singletonKey === undefined) await boss.send(job.name, envelope, inTransaction);
      // One that is postponed becomes due at once.
      else await boss.upsert(job.name, envelope, { ...inTransaction, singletonKey, startAfter: 0 });
    },
    requeue: async (tx, { name, data, ...options }) => {
      await boss.send(name, data, { ...options, db: fromDrizzle(tx, sql) });
    },
    stop: async () => {
      // First stop taking jobs: a job that is handed back must not return to this process.
      for (const job of needs.work) await boss.offWork(job.name, { wait: false });
      stopping.abort(new Error('This process stops.'));
      const givingUp = setTimeout(() => void carriers.giveUp(), answersUntil);
      await boss.stop({ graceful: true, timeout: stopTimeout });
      clearTimeout(givingUp);
      // The database may not be reachable; then the next start of a job left behind counts as a crash.
      if (works) await crashes.stop().catch(() => undefined);
      await carriers.close();
    },
  };
};

type WorkerNeeds = JobNeeds &
  Pick<JobContext, 'carriers' | 'zoom' | 'fetchFile'> & {
    crashes: ReturnType<typeof watchCrashes>;
  };

/** Runs one job of this name at a time, the next one directly after it; the queue wakes an idle worker. */
const startWorker = async (
  needs: WorkerNeeds,
  boss: PgBoss,
  job: JobDefinition,
  stopping: AbortSignal,
) => {
  const worker: { id?: string } = {};
  const { queueLookSeconds } = needs.settings;
  worker.id = await boss.work<Envelope>(
    job.name,
    {
      batchSize: 1,
      pollingIntervalSeconds: Math.min(2, queueLookSeconds),
      notifyPollingIntervalSeconds: queueLookSeconds,
    },
    async (taken) => {
      for (const one of taken) {
        const run = () =>
          logJobEnd(needs.logger, one, () => perform(needs, boss, job, one, stopping));
        const ran = await needs.crashes.run(one, run);
        if (!ran)
          needs.logger.error(
            { job: job.name, jobId: one.id },
            'job in quarantine: it ended its worker too often and is not started again',
          );
      }
      // Otherwise the worker would sleep before it looks for the next job.
      if (worker.id !== undefined) boss.notifyWorker(worker.id);
    },
  );
};

/** Creates the queue, or updates the options to those of this build. */
const openQueue = async (boss: PgBoss, job: JobDefinition) => {
  await boss.createQueue(job.name, {
    ...queueOptions(job),
    policy: job.keyOf ? 'short' : 'standard',
  });
  await boss.updateQueue(job.name, queueOptions(job));
};

/** Runs one job: it is done, handed back when this process stops, or fails and is retried by its policy. */
const perform = async (
  needs: WorkerNeeds,
  boss: PgBoss,
  job: JobDefinition,
  taken: BossJob<Envelope>,
  stopping: AbortSignal,
): Promise<JobOutcome> => {
  const { clock, settings, database, listeners, logger, carriers, zoom, fetchFile } = needs;
  const { actorId, requestId, payload } = taken.data;
  const context: JobContext = {
    actorId,
    jobId: taken.id,
    carriers,
    zoom,
    fetchFile,
    clock,
    db: database.db,
    settings,
    listeners,
    requestId,
    address: 'worker',
    userAgent: 'worker',
  };
  // Taken while this process was stopping: the job has not started.
  if (stopping.aborted) return handBack(database.db, boss, job, taken);
  const ended = whenEither(taken.signal, stopping);
  try {
    const left = await job.handler(context, job.payload.parse(payload), ended.signal);
    if (!left) return 'done';
    const again = { ...taken.data, payload: job.payload.parse(left.payload ?? payload) };
    await handBack(
      database.db,
      boss,
      job,
      { ...taken, data: again },
      secondsUntil(left.again, clock),
    );
    return 'postponed';
  } catch (error) {
    if (stopping.aborted) return await handBack(database.db, boss, job, taken);
    logger.error({ err: error, job: job.name, requestId }, 'job failed');
    throw error;
  } finally {
    ended.forget();
  }
};

/** Aborts with either signal. AbortSignal.any keeps its result weakly: an otherwise idle handler would lose it. */
const whenEither = (...signals: AbortSignal[]) => {
  const either = new AbortController();
  const abort = (event: Event) => either.abort((event.target as AbortSignal).reason);
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener('abort', abort);
  }
  const forget = () => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  return { signal: either.signal, forget };
};

/** By the application's clock; the queue uses the database's. */
const secondsUntil = (moment: Date, clock: Clock) =>
  Math.max(0, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000));

/** Puts a job back for another worker or for later, not as a failed try, unless one with the same key waits already. */
const handBack = async (
  db: Db,
  boss: PgBoss,
  job: JobDefinition,
  taken: BossJob<Envelope>,
  startAfter = 0,
): Promise<JobOutcome> => {
  await db.transaction(async (tx) => {
    const inTransaction = { db: fromDrizzle(tx, sql) };
    const ended: { affected?: number } = await boss.complete(
      taken.name,
      taken,
      null,
      inTransaction,
    );
    // If nothing was completed, another worker already has the job.
    if (ended.affected !== 0)
      await boss.send(taken.name, taken.data, {
        ...inTransaction,
        startAfter,
        singletonKey: job.keyOf?.(job.payload.parse(taken.data.payload)),
      });
  });
  return 'handed back';
};

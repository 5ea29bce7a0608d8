import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Job as BossJob } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { openCarriers, type Carriers } from './carriers/carriers.ts';
import type { Clock } from './clock.ts';
import type { Context, Listener } from './context.ts';
import { connectionOf } from './database-hosts.ts';
import type { Database, Db } from './database.ts';
import { watchCrashes } from './job-crashes.ts';
import { logJobEnd, type JobOutcome } from './job-log.ts';
import type { Settings } from './settings.ts';
import { openZoom, type Zoom } from './zoom.ts';

/** What a job knows of where it runs; it acts as `actorId`, the person who started it. */
export type JobContext = Omit<Context, 'actor' | 'token' | 'requireSession' | 'idempotency'> & {
  actorId: string;
  /** The same whenever this job runs again after its worker was lost. */
  jobId: string;
  carriers: Carriers;
  /** Absent where no Zoom account is set. */
  zoom?: Zoom | undefined;
};

/** How often a failed job is tried again, and after how many seconds (doubled each time by `backoff`). */
export type RetryPolicy = { limit: number; delaySeconds: number; backoff?: boolean };

export type JobDefinition<P extends z.ZodType = z.ZodType> = {
  /** Verb and noun in kebab-case; also the name of its queue. */
  name: string;
  payload: P;
  retry: RetryPolicy;
  /**
   * Does the work; a throw has it tried again. `signal` aborts when this process stops or has lost the
   * job to another: the handler then ends at its next safe point with `signal.throwIfAborted()`, and
   * the job goes back to be taken up elsewhere. May run again after a kill, so each step must be safe
   * to repeat. What is left for later is done by answering when: the same job then comes again.
   */
  handler: (
    context: JobContext,
    payload: z.output<P>,
    signal: AbortSignal,
  ) => Promise<void | { again: Date }>;
};

/** Declares a job. */
export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

export type Jobs = {
  /** Queues a job in the caller's transaction, in the name of the actor: with the commit or not at all. */
  enqueue<P extends z.ZodType>(
    tx: Db,
    context: Pick<Context, 'actor' | 'requestId'>,
    job: JobDefinition<P>,
    payload: z.input<P>,
  ): Promise<void>;
  /** Lets running jobs come to a safe point, hands them back and closes the connections. */
  stop(): Promise<void>;
};

export type JobNeeds = {
  database: Database;
  databaseUrl: string;
  settings: Settings;
  clock: Clock;
  logger: Logger;
  /** The jobs that this process does; an `api` process does none and only queues. */
  work: readonly JobDefinition[];
  /** Who follows what a job announces. */
  listeners: readonly Listener[];
};

/** What stands in the queue. */
type Envelope = { actorId: string; requestId: string; payload: unknown };

const schema = 'pgboss';
const stopTimeout = 25_000;
/** Jobs of one name that a process does beside each other. */
const workersPerJob = 2;

const queueOptions = (job: JobDefinition) => ({
  notify: true,
  // A worker that dies is noticed at the first look after 10 s without a sign of life.
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
  // Without a listener an error of the connection would end the process; the next poll tries again.
  boss.on('error', (error) => logger?.warn({ err: error }, 'job queue'));
  boss.on('warning', (warning) => logger?.warn({ warning: warning.message }, 'job queue'));
  return boss;
};

/** Creates or upgrades the queue's own tables, under its own lock; any number may start at once. */
export const installJobTables = async (databaseUrl: string) => {
  const boss = createBoss({ databaseUrl, works: false, lookSeconds: 5 });
  await boss.start();
  await boss.stop({ graceful: false });
};

/** Connects to the queue, and takes up the jobs in `work` as they come. */
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
    for (let worker = 0; worker < workersPerJob; worker += 1)
      await startWorker({ ...needs, carriers, zoom, crashes }, boss, job, stopping.signal);
  }
  return {
    enqueue: async (tx, context, job, payload) => {
      await ensureQueue(job);
      const envelope: Envelope = {
        actorId: context.actor.id,
        requestId: context.requestId,
        payload: job.payload.parse(payload),
      };
      await boss.send(job.name, envelope, { db: fromDrizzle(tx, sql) });
    },
    stop: async () => {
      // First nothing more is taken up: a job that is handed back must not come back to this process.
      for (const job of needs.work) await boss.offWork(job.name, { wait: false });
      stopping.abort(new Error('This process stops.'));
      await boss.stop({ graceful: true, timeout: stopTimeout });
      // The database may be away; then the next start of a job left behind counts as a crash.
      if (works) await crashes.stop().catch(() => undefined);
      await carriers.close();
    },
  };
};

type WorkerNeeds = JobNeeds &
  Pick<JobContext, 'carriers' | 'zoom'> & { crashes: ReturnType<typeof watchCrashes> };

/** Takes up one job of this name at a time, the next at once; an idle worker is woken by the queue. */
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
      // Without this it would sleep before it looks for the next.
      if (worker.id !== undefined) boss.notifyWorker(worker.id);
    },
  );
};

/** Makes the queue known, with the options of this build. */
const openQueue = async (boss: PgBoss, job: JobDefinition) => {
  await boss.createQueue(job.name, queueOptions(job));
  await boss.updateQueue(job.name, queueOptions(job));
};

/** One job: done, handed back when this process stops, or failed and tried again by its policy. */
const perform = async (
  needs: WorkerNeeds,
  boss: PgBoss,
  job: JobDefinition,
  taken: BossJob<Envelope>,
  stopping: AbortSignal,
): Promise<JobOutcome> => {
  const { clock, settings, database, listeners, logger, carriers, zoom } = needs;
  const { actorId, requestId, payload } = taken.data;
  const context: JobContext = {
    actorId,
    jobId: taken.id,
    carriers,
    zoom,
    clock,
    db: database.db,
    settings,
    listeners,
    requestId,
    address: 'worker',
    userAgent: 'worker',
  };
  // Taken up while this process already stopped: nothing of it was begun.
  if (stopping.aborted) return handBack(database.db, boss, taken);
  const ended = whenEither(taken.signal, stopping);
  try {
    const left = await job.handler(context, job.payload.parse(payload), ended.signal);
    if (!left) return 'done';
    await handBack(database.db, boss, taken, secondsUntil(left.again, clock));
    return 'postponed';
  } catch (error) {
    if (stopping.aborted) return await handBack(database.db, boss, taken);
    logger.error({ err: error, job: job.name, requestId }, 'job failed');
    throw error;
  } finally {
    ended.forget();
  }
};

/**
 * A signal that aborts with either of two. AbortSignal.any holds its result only weakly: a handler that
 * waits for nothing but the signal could be collected and never hear of it.
 */
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

/** By our clock; the queue counts them by the database's. */
const secondsUntil = (moment: Date, clock: Clock) =>
  Math.max(0, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000));

/** Puts the job back for another worker, or for later, without counting it as a failed try, in one step. */
const handBack = async (
  db: Db,
  boss: PgBoss,
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
    // Nothing ended: the job is already somebody else's.
    if (ended.affected !== 0)
      await boss.send(taken.name, taken.data, { ...inTransaction, startAfter });
  });
  return 'handed back';
};

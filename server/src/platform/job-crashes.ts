import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { jobStarts } from './platform.schema.ts';

/** A suspect waits this long for another one, in ms; then both run, and a crash is blamed on both. */
const SUSPECT_WAITS_MS = 60_000;

/** A job that has crashed its process this often is not started again (decisions: Operation). */
const MOST_CRASHES = 3;

export type StartedJob = { id: string; name: string; data: unknown };

/**
 * Detects the job that keeps crashing its worker: a start is recorded until its end; if it still exists at the next
 * delivery, the process crashed. Other jobs crash with it, so a job that crashed before runs as the only suspect of its
 * process, and a crash is blamed on it alone.
 */
export const watchCrashes = (db: Db, clock: Clock, suspectWaitsMs = SUSPECT_WAITS_MS) => {
  const processId = randomUUID();
  const ownStart = (id: string) => and(eq(jobStarts.jobId, id), eq(jobStarts.processId, processId));
  /** Jobs that ended while the database was not reachable, so that their starts are still recorded. */
  const endedUnrecorded = new Set<string>();
  let suspects = 0;
  let lastSuspect: Promise<void> = Promise.resolve();

  const record = (job: StartedJob, { crashes, blamed }: { crashes: number; blamed: boolean }) => {
    const start = { processId, started: clock.now(), crashes, blamed };
    return db
      .insert(jobStarts)
      .values({ jobId: job.id, name: job.name, data: job.data, ...start })
      .onConflictDoUpdate({ target: jobStarts.jobId, set: start });
  };

  const recordEnd = async (id: string): Promise<void> => {
    const { rowCount } = await db.delete(jobStarts).where(ownStart(id));
    // Another process has taken the job in the meantime and counted this start as a crash.
    if (rowCount === 0)
      await db
        .update(jobStarts)
        .set({ crashes: sql`greatest(${jobStarts.crashes} - 1, 0)` })
        .where(and(eq(jobStarts.jobId, id), isNull(jobStarts.quarantinedAt)));
    endedUnrecorded.delete(id);
  };

  const runRecorded = async (job: StartedJob, run: () => Promise<unknown>) => {
    try {
      await run();
    } finally {
      await recordEnd(job.id).catch(() => endedUnrecorded.add(job.id));
    }
  };

  const runSuspect = async (job: StartedJob, crashes: number, run: () => Promise<unknown>) => {
    suspects += 1;
    const before = lastSuspect;
    const { promise, resolve } = Promise.withResolvers<void>();
    lastSuspect = promise;
    try {
      const isAlone = await endsWithin(before, suspectWaitsMs);
      if (isAlone)
        await db.update(jobStarts).set({ blamed: false }).where(eq(jobStarts.processId, processId));
      await record(job, { crashes, blamed: true });
      await runRecorded(job, run);
    } finally {
      suspects -= 1;
      resolve();
    }
  };

  return {
    /** Runs the job and returns true, or quarantines it and returns false. */
    run: async (job: StartedJob, run: () => Promise<unknown>): Promise<boolean> => {
      for (const id of endedUnrecorded) await recordEnd(id);
      const crashes = await countCrashes(db, job.id);
      if (crashes >= MOST_CRASHES) {
        await quarantine(db, clock, job.id, crashes);
        return false;
      }
      if (crashes > 0) await runSuspect(job, crashes, run);
      else {
        await record(job, { crashes, blamed: suspects === 0 });
        await runRecorded(job, run);
      }
      return true;
    },
    /** A regular stop blames no job that it leaves behind. */
    stop: async (): Promise<void> => {
      await db.update(jobStarts).set({ blamed: false }).where(eq(jobStarts.processId, processId));
    },
  };
};

const endsWithin = async (promise: Promise<void>, ms: number): Promise<boolean> => {
  const waiting = new AbortController();
  const timeout = delay(ms, false, { signal: waiting.signal }).catch(() => false);
  const ended = await Promise.race([promise.then(() => true), timeout]);
  waiting.abort();
  return ended;
};

const countCrashes = async (db: Db, jobId: string): Promise<number> => {
  const [start] = await db.select().from(jobStarts).where(eq(jobStarts.jobId, jobId));
  return start ? start.crashes + (start.blamed ? 1 : 0) : 0;
};

const quarantine = (db: Db, clock: Clock, jobId: string, crashes: number) =>
  db
    .update(jobStarts)
    .set({ crashes, blamed: false, quarantinedAt: clock.now() })
    .where(eq(jobStarts.jobId, jobId));

/** Jobs in quarantine, latest first, at most 20. */
export const listQuarantined = (db: Db) =>
  db
    .select({
      id: jobStarts.jobId,
      name: jobStarts.name,
      since: sql<Date>`${jobStarts.quarantinedAt}`.mapWith(jobStarts.quarantinedAt),
      crashes: jobStarts.crashes,
    })
    .from(jobStarts)
    .where(sql`${jobStarts.quarantinedAt} is not null`)
    .orderBy(sql`${jobStarts.quarantinedAt} desc`)
    .limit(20);

/** Deletes starts of jobs that the queue has given up, after 14 days. */
export const pruneJobStarts = (db: Db, now: Date) =>
  db
    .delete(jobStarts)
    .where(
      and(
        isNull(jobStarts.quarantinedAt),
        sql`${jobStarts.started} < ${new Date(now.getTime() - 14 * 24 * 3_600_000)}`,
      ),
    );

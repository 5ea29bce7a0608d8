import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { installedVersions, partProblems, processes, queueHours } from './platform.schema.ts';
import { countJobs } from './queue-counts.ts';
import type { RequestMeter } from './request-meter.ts';
import type { Role } from './settings.ts';
import { version } from './version.ts';

/** Milliseconds between two reports of a process. */
const everyMs = 10_000;
/** A process without a report for this long counts as lost: three reports are missing. */
const lostAfterMs = 35_000;
const hourMs = 3_600_000;

type Needs = {
  db: Db;
  clock: Clock;
  role: Role;
  logger: Pick<Logger, 'warn'>;
  /** The requests of an API process. */
  meter?: Pick<RequestMeter, 'read'> | undefined;
};

/**
 * Reports this process at once and every 10 s, for `GET /admin/system`; a worker also records how many jobs wait. The
 * returned stop removes the process, so that only a lost one stays.
 */
export const startReporting = ({ db, clock, role, logger, meter }: Needs) => {
  const own = { id: randomUUID(), role, machine: hostname(), pid: process.pid, version };
  const started = clock.now();
  let cpu = process.cpuUsage();
  let measured = performance.now();
  let isInstalled: true | undefined;
  const report = async () => {
    const used = process.cpuUsage(cpu);
    const passedMs = Math.max(1, performance.now() - measured);
    [cpu, measured] = [process.cpuUsage(), performance.now()];
    const state = {
      seen: clock.now(),
      memoryBytes: process.memoryUsage.rss(),
      cpuPercent: Math.round((used.user + used.system) / 10 / passedMs),
      ...meter?.read(),
    };
    isInstalled ??= await noteInstalled(db, started);
    await db
      .insert(processes)
      .values({ ...own, started, ...state })
      .onConflictDoUpdate({ target: processes.id, set: state });
    if (role !== 'api') await recordWaiting(db, clock.now());
  };
  let running = Promise.resolve();
  const reportOnce = () => {
    running = report().catch((error: unknown) => {
      logger.warn({ err: error }, 'this process could not report itself');
    });
  };
  reportOnce();
  const timer = setInterval(reportOnce, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await db
      .delete(processes)
      .where(eq(processes.id, own.id))
      .catch(() => undefined);
  };
};

/** Stores the first start of this version. */
const noteInstalled = async (db: Db, installed: Date): Promise<true> => {
  await db.insert(installedVersions).values({ version, installed }).onConflictDoNothing();
  return true;
};

/** Returns the first start of a version; undefined before its first report. */
export const findInstalled = async (db: Db, of: string): Promise<Date | undefined> => {
  const rows = await db.select().from(installedVersions).where(eq(installedVersions.version, of));
  return rows[0]?.installed;
};

/** Keeps the highest number of waiting jobs of this hour. */
const recordWaiting = async (db: Db, now: Date) => {
  const counts = await countJobs(db);
  const mostWaiting = counts.reduce((sum, { waiting }) => sum + waiting, 0);
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  await db
    .insert(queueHours)
    .values({ hour, mostWaiting })
    .onConflictDoUpdate({
      target: queueHours.hour,
      set: { mostWaiting },
      setWhere: sql`${queueHours.mostWaiting} < excluded.most_waiting`,
    });
};

/** Processes that run, and those that were lost within the last hour: API before workers, the oldest first. */
export const listProcesses = async (db: Db, now: Date) => {
  const rows = await db
    .select()
    .from(processes)
    .where(gt(processes.seen, new Date(now.getTime() - hourMs)))
    .orderBy(processes.role, processes.started, processes.id)
    .limit(100);
  return rows.map((row) => ({
    ...row,
    isLost: now.getTime() - row.seen.getTime() > lostAfterMs,
  }));
};

/** The most waiting jobs of each of the last 24 hours, the oldest first; hours without a worker are missing. */
export const listQueueHours = async (db: Db) =>
  (await db.select().from(queueHours).orderBy(desc(queueHours.hour)).limit(24)).toReversed();

/** Deletes lost processes after an hour, the hours of the queue after a week, and old problems after 90 days. */
export const pruneProcesses = async (db: Db, now: Date) => {
  await db.delete(processes).where(lt(processes.seen, new Date(now.getTime() - hourMs)));
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * hourMs);
  await db.delete(queueHours).where(lt(queueHours.hour, daysAgo(7)));
  await db.delete(partProblems).where(lt(partProblems.ended, daysAgo(90)));
};

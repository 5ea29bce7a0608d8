import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import {
  diskState,
  messagesState,
  queueState,
} from 'staffroom-contract/domains/system/system.rules.ts';
import type { SystemPart } from 'staffroom-contract/domains/system/system.contract.ts';
import { backupState } from 'staffroom-contract/shared/backup-age.ts';
import { findArchiving } from '../../platform/backup/archiving.ts';
import { findLastBackup } from '../../platform/backup/last-backup.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { listProcesses } from '../../platform/processes.ts';
import { isReachable, serverOf } from '../../platform/reachable.ts';
import { askInTime } from '../../platform/readiness.ts';
import { shareWithin } from '../../platform/request-meter.ts';
import type { Settings } from '../../platform/settings.ts';
import { openLibrary } from '../homework/materials/open-library.ts';

type Shown = Omit<SystemPart, 'last_problem'>;
type Part = Omit<Shown, 'last' | 'share'> & Partial<Pick<Shown, 'last' | 'share'>>;
type Processes = Awaited<ReturnType<typeof listProcesses>>;

/** Milliseconds that an external check may take, and for which its result is used again. */
const checkMs = 2000;
const keptMs = 10_000;

/** Runs a check at most once in `keptMs`, bounded by `checkMs`; `late` is its result without an answer. */
const check = <T>(run: () => Promise<T>, late: T) => {
  const ask = askInTime(run, checkMs);
  let kept: { at: number; result: Promise<T> } | undefined;
  return (): Promise<T> => {
    const now = performance.now();
    if (!kept || now - kept.at > keptMs) kept = { at: now, result: ask().catch(() => late) };
    return kept.result;
  };
};

/** Checks that connect to other servers or read the disk, shared by all callers of this process. */
export const openChecks = (settings: Settings) => {
  const reaches = (url: string | undefined) =>
    check(async () => (url === undefined ? true : isReachable(serverOf(url), checkMs)), false);
  return {
    mail: reaches(settings.smtpUrl),
    texts: reaches(settings.twilio?.apiUrl),
    zoom: reaches(settings.zoom?.apiUrl),
    files: check(async () => (await (await openLibrary(settings)).folders()).length, undefined),
    disk: check(async () => {
      const { bsize, blocks, bavail } = await statfs(settings.dataDir).catch(() => statfs('.'));
      return { total: bsize * blocks, used: bsize * (blocks - bavail) };
    }, undefined),
  };
};
export type Checks = ReturnType<typeof openChecks>;

type Needs = { db: Db; clock: Clock; settings: Settings };

const of = (part: Part): Shown => ({ last: null, share: null, ...part });

const running = (processes: Processes, role: 'api' | 'worker') => {
  const own = processes.filter((one) => one.role === role || one.role === 'all');
  const alive = own.filter(({ isLost }) => !isLost);
  const lost = own.length - alive.length;
  const words = `${counted(alive.length, 'process', 'processes')}${lost > 0 ? `, ${lost} lost within the hour` : ''}`;
  return { alive, words };
};

/** The API: its processes and the requests of the last minute. `answers`: this process serves the API itself. */
export const apiPart = (processes: Processes, { answers }: { answers: boolean }): Shown => {
  const { alive, words } = running(processes, 'api');
  if (alive.length > 0)
    return of({
      name: 'api',
      state: 'fine',
      now: `${words}, ${requestWords(alive)}`,
      problem: null,
    });
  // This process answers; its first report may be late.
  if (answers) return of({ name: 'api', state: 'unknown', now: words, problem: null });
  const problem = 'No API process runs, so the screens do not answer. Start one with ROLE=api.';
  return of({ name: 'api', state: 'failing', now: words, problem });
};

/** "38 requests a second, 95% within 42 ms" */
const requestWords = (processes: Processes) => {
  const rate = processes.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  const within = shareWithin(
    0.95,
    processes.map(({ durations }) => durations),
  );
  if (within === undefined) return 'no requests in the last minute';
  const words = rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
  return `${words} requests a second, 95% within ${within} ms`;
};

/** The workers. */
export const workersPart = (processes: Processes): Shown => {
  const { alive, words } = running(processes, 'worker');
  if (alive.length > 0) return of({ name: 'workers', state: 'fine', now: words, problem: null });
  const problem =
    'No worker runs, so messages, imports and uploads wait; nothing is lost. Start one with ROLE=worker.';
  return of({ name: 'workers', state: 'failing', now: words, problem });
};

/** Waiting jobs. */
export const queuePart = (queue: {
  waiting: number;
  running: number;
  oldestSeconds: number;
}): Shown => {
  const state = queueState(queue.oldestSeconds);
  const waits = queue.waiting > 0 ? `, oldest ${durationWords(queue.oldestSeconds)}` : '';
  return of({
    name: 'queue',
    state,
    now: `${queue.waiting} waiting${waits}, ${queue.running} running`,
    problem:
      state === 'fine'
        ? null
        : 'Jobs wait longer than usual. Check that the workers run and the database is quick, or start another worker.',
  });
};

/** Statements above this count as slow, in ms. */
const slowMs = 500;

/** Version, size and connections of the database. */
export const databasePart = async ({ db }: Needs): Promise<Shown> => {
  const begun = performance.now();
  const { rows } = await db.execute<{
    version: string;
    bytes: string;
    used: number;
    most: number;
  }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int as most`);
  const ms = performance.now() - begun;
  const [found] = rows;
  const used = found?.used ?? 0;
  const most = found?.most ?? 1;
  const isShort = used > 0.9 * most;
  return of({
    name: 'database',
    state: isShort || ms > slowMs ? 'slow' : 'fine',
    now: `PostgreSQL ${found?.version.split(' ')[0]}, ${sizeWords(Number(found?.bytes ?? 0))}, ${used} of ${most} connections`,
    problem: isShort
      ? 'Nearly all connections of the database are used. Lower DATABASE_POOL or raise max_connections.'
      : ms > slowMs
        ? 'The database answers slowly. Look for long statements and a busy disk.'
        : null,
  });
};

type Sent = {
  method: 'email' | 'sms';
  sent: number;
  failed: number;
  waiting: number;
  sentLately: number;
  failedLately: number;
  oldestSeconds: number;
  last: string | null;
};

/** E-mails and text messages to families, of the last 24 hours. */
export const messageParts = async (
  { db, clock, settings }: Needs,
  checks: Checks,
): Promise<Shown[]> => {
  const now = clock.now();
  const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const { rows } = await db.execute<Sent>(sql`
    select a.method,
      count(*) filter (where d.state = 'sent')::int as sent,
      count(*) filter (where d.state = 'failed')::int as failed,
      count(*) filter (where d.state in ('queued', 'sending'))::int as waiting,
      count(*) filter (where d.state = 'sent' and d.updated > ${since(1)})::int as "sentLately",
      count(*) filter (where d.state = 'failed' and d.updated > ${since(1)})::int as "failedLately",
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz
        - min(a.created) filter (where d.state in ('queued', 'sending'))), 0)::float8 as "oldestSeconds",
      max(d.updated) filter (where d.state = 'sent') as last
    from announcement_deliveries d join announcements a on a.id = d.announcement_id
    where d.state in ('queued', 'sending') or d.state in ('sent', 'failed') and d.updated > ${since(24)}
    group by a.method`);
  const countsOf = (method: Sent['method']) =>
    rows.find((row) => row.method === method) ?? { ...nothingSent, method };
  return [
    messagePart('email', countsOf('email'), {
      isSet: settings.smtpUrl !== undefined,
      isReached: await checks.mail(),
      unreachable: 'The mail server does not answer. Check SMTP_URL and the mail server.',
      failing: 'E-mails fail or wait. Failed jobs and the announcements name the cause.',
    }),
    messagePart('text', countsOf('sms'), {
      isSet: settings.twilio !== undefined,
      isReached: await checks.texts(),
      unreachable: 'Twilio does not answer. Check TWILIO_API_URL and the network.',
      failing: 'Text messages fail or wait. Failed jobs and the announcements name the cause.',
    }),
  ];
};

const nothingSent = {
  sent: 0,
  failed: 0,
  waiting: 0,
  sentLately: 0,
  failedLately: 0,
  oldestSeconds: 0,
  last: null,
};

const messagePart = (
  name: 'email' | 'text',
  counts: Sent,
  way: { isSet: boolean; isReached: boolean; unreachable: string; failing: string },
): Shown => {
  const { sent, failed, waiting, last } = counts;
  const state = way.isReached ? messagesState(counts) : 'failing';
  const figures = `${sent} sent, ${failed} failed in 24 h, ${waiting} waiting`;
  return of({
    name,
    state,
    now: way.isSet ? figures : `Outbox: ${figures}`,
    problem: state === 'fine' ? null : way.isReached ? way.failing : way.unreachable,
    last: last === null ? null : new Date(last).toISOString(),
  });
};

/** Rooms of lessons in the next 7 days, and the last event that Zoom sent. */
export const zoomPart = async ({ db, clock, settings }: Needs, checks: Checks): Promise<Shown> => {
  if (!settings.zoom) return of({ name: 'zoom', state: 'fine', now: 'Not set up', problem: null });
  const now = clock.now();
  const week = new Date(now.getTime() + 7 * 24 * 3_600_000).toISOString();
  const { rows } = await db.execute<{ rooms: number; last: string | null }>(sql`
    select (select count(*) from lesson_rooms r join lessons l on l.id = r.lesson_id
        where l.scheduled_at between ${now.toISOString()} and ${week})::int as rooms,
      (select max(at) from audit_log where action = 'zoom_event.received') as last`);
  const isReached = await checks.zoom();
  const last = rows[0]?.last ?? null;
  return of({
    name: 'zoom',
    state: isReached ? 'fine' : 'failing',
    now: `${counted(rows[0]?.rooms ?? 0, 'room')} in the next 7 days`,
    problem: isReached ? null : 'Zoom does not answer, so new rooms wait. Check the network.',
    last: last === null ? null : new Date(last).toISOString(),
  });
};

/** The library of material, in a folder or a bucket. */
export const filesPart = async ({ settings }: Needs, checks: Checks): Promise<Shown> => {
  const isBucket = 'bucket' in settings.materials;
  const folders = await checks.files();
  const place = isBucket ? 'Bucket' : 'Folder';
  if (folders !== undefined)
    return of({
      name: 'files',
      state: 'fine',
      now: `${place} with ${counted(folders, 'folder')} of material`,
      problem: null,
    });
  return of({
    name: 'files',
    state: 'failing',
    now: `${place} of material cannot be read`,
    problem: `Lesson material cannot be opened or uploaded. Check ${isBucket ? 'MATERIALS_BUCKET and its keys' : 'MATERIALS_DIR'}.`,
  });
};

/** The last backup, which `npm run backup` records in the audit trail, and the archive of PostgreSQL's log. */
export const backupPart = async ({ db, clock, settings }: Needs): Promise<Shown> => {
  const made = await findLastBackup(db);
  const archiving = await findArchiving(db, settings);
  const last = made?.at ?? null;
  const state = backupState(last, clock.now().toISOString());
  const isOld = state === 'late' || state === 'failing';
  const problems = [
    isOld &&
      'The last backup is older than a day. Run npm run backup, and check the schedule that runs it.',
    archiving?.fails &&
      `PostgreSQL cannot archive its log, ${counted(archiving.waiting, 'segment')} of 16 MB wait. Check WAL_ARCHIVE, its disk, and postgres/server.log of DATA_DIR.`,
  ].filter((problem) => typeof problem === 'string');
  return of({
    name: 'backup',
    state: archiving?.fails ? 'failing' : state,
    now: made ? sizeWords(made.bytes ?? 0) : 'None recorded yet',
    problem: problems.length > 0 ? problems.join(' ') : null,
    last,
  });
};

/** The disk of the data directory, on the machine that answers. */
export const diskPart = async (checks: Checks): Promise<Shown> => {
  const disk = await checks.disk();
  if (!disk || disk.total === 0)
    return of({ name: 'disk', state: 'unknown', now: 'No answer', problem: null });
  const share = disk.used / disk.total;
  const state = diskState(share);
  return of({
    name: 'disk',
    state,
    now: `${sizeWords(disk.used)} of ${sizeWords(disk.total)} used, ${Math.round(share * 100)}%`,
    problem:
      state === 'fine' ? null : 'The disk is nearly full. Free space, or move to a larger disk.',
    share,
  });
};

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** "6.4 GB", "312 MB" */
const sizeWords = (bytes: number) =>
  bytes >= 1e11
    ? `${Math.round(bytes / 1e9)} GB`
    : bytes >= 1e9
      ? `${(bytes / 1e9).toFixed(1)} GB`
      : `${Math.round(bytes / 1e6)} MB`;

/** "4 s", "12 min", "3 h" */
const durationWords = (seconds: number) =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

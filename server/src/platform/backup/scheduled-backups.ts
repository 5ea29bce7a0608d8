import pg from 'pg';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { connectionOf } from '../database-hosts.ts';
import type { Settings } from '../settings.ts';
import { packBackup } from './backup-archive.ts';
import { packIntoBucket, withUnsentFolder } from './backup-bucket.ts';
import { makeBackup } from './backup.ts';
import { deleteOld } from './delete-old.ts';
import { recordBackup } from './record-backup.ts';

/** A key of `pg_advisory_lock`: one nightly backup at a time, whatever the number of processes. */
const lockKey = 7_310_551;
const minute = 60_000;
const pauseAfterFailure = 60 * minute;

type Needs = {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'businessTimeZone' | 'backup'> &
    Partial<Pick<Settings, 'walArchive'>>;
  /** The address of the database, also of the embedded one. */
  databaseUrl: string;
  log: (line: string) => void;
  stop: AbortSignal;
  now?: () => Date;
  programDirs?: string[];
};

/**
 * Makes the backup of each day at BACKUP_AT or as soon as possible after it, until `stop`. A failed one is tried again
 * after an hour. Resolves once the last one has ended.
 */
export const keepBackingUp = async (needs: Needs): Promise<void> => {
  const { stop, log } = needs;
  while (!stop.aborted) {
    try {
      await backUpIfDue(needs);
      await pause(minute, stop);
    } catch (error) {
      if (stop.aborted) return;
      log(`The nightly backup failed: ${error instanceof Error ? error.message : String(error)}`);
      await pause(pauseAfterFailure, stop);
    }
  }
};

/** Makes a backup if BACKUP_AT of this business day has passed and no backup was made since. Returns whether it made one. */
export const backUpIfDue = async (needs: Needs): Promise<boolean> => {
  const { settings, databaseUrl, log, now = () => new Date() } = needs;
  const { backup, businessTimeZone: zone } = settings;
  if (!backup) return false;
  const dueSince = instantOf(businessDayOf(now().toISOString(), zone), backup.at, zone);
  if (now() < dueSince) return false;
  const client = new pg.Client(connectionOf(databaseUrl));
  // A lost connection also fails the statement; an unhandled event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!(await isDue(client, dueSince))) return false;
    const { file, bytes, manifest } = await makeArchive(needs, backup);
    if (!(await recordBackup(settings, { manifest, bytes, now: now() }, log)))
      throw new Error('it is not in the audit trail, so it would be made again at once');
    log(`The nightly backup is ${file} (${(bytes / 1e6).toFixed(1)} MB).`);
    await deleteOld(backup, settings.walArchive);
    return true;
  } finally {
    // Releases the lock too.
    await client.end().catch(() => undefined);
  }
};

/** Makes the archive in its folder, or in the bucket by way of the data directory. */
const makeArchive = async (
  { settings, ...options }: Needs,
  { bucket, to, keyFile }: NonNullable<Needs['settings']['backup']>,
) => {
  const { stop } = options;
  const make = async (folder: string) => makeBackup(settings, { ...options, to: folder });
  if (bucket)
    return withUnsentFolder(settings.dataDir, async (unsent) => {
      const { folder, manifest } = await make(unsent);
      return { manifest, ...(await packIntoBucket(bucket, folder, { keyFile, stop })) };
    });
  const { folder, manifest } = await make(to);
  return { manifest, ...(await packBackup(folder, { keyFile, stop })) };
};

/** The instant of a time of the day, such as "02:00", in the business time zone. */
const instantOf = (day: string, time: string, zone: string): Date => {
  const at = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone);
  return new Date(at.epochMilliseconds);
};

/** True if this process has the lock and no backup was recorded since `dueSince`. */
const isDue = async (client: pg.Client, dueSince: Date): Promise<boolean> => {
  const lock = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [lockKey],
  );
  if (!lock.rows[0]?.locked) return false;
  const { rowCount } = await client.query(
    `select from audit_log where action = 'backup.made' and at >= $1 limit 1`,
    [dueSince],
  );
  return rowCount === 0;
};

const pause = (milliseconds: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });

import { sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { Settings } from '../settings.ts';
import { countBetween } from './wal-archive-files.ts';

/** Complete segments of 16 MB that may wait: more are written only by a bulk load, or while the archive does not answer. */
const mostWaiting = 60;

/**
 * The state of the archive of the log: how many complete segments wait, and whether it fails, because the last try
 * failed or too many wait. Undefined without WAL_ARCHIVE.
 */
export const findArchiving = async (
  db: Db,
  { walArchive }: Pick<Settings, 'walArchive'>,
): Promise<{ fails: boolean; waiting: number } | undefined> => {
  if (walArchive === undefined) return undefined;
  const { rows } = await db.execute<{
    failed: boolean;
    archived: string | null;
    current: string;
  }>(sql`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failed,
      last_archived_wal as archived, pg_walfile_name(pg_current_wal_lsn()) as current
    from pg_stat_archiver`);
  const { failed = false, archived = null, current = '' } = rows[0] ?? {};
  const waiting = countBetween(archived ?? '', current);
  return { fails: failed || waiting > mostWaiting, waiting };
};

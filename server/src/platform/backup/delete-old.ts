import type { Settings } from '../settings.ts';
import { deleteOldBackups, listBackups } from './backup-archive.ts';
import { deleteOldArchives, listArchives } from './backup-bucket.ts';
import { trimArchive } from './wal-archive-files.ts';

type Place = Pick<NonNullable<Settings['backup']>, 'to' | 'bucket' | 'keep'>;

/**
 * Deletes backups beyond the newest `keep`, and from `walArchive` the log that only they needed. Returns the names of
 * the backups and the number of files of the log.
 */
export const deleteOld = async (
  { to, bucket, keep }: Place,
  walArchive?: string,
): Promise<{ names: string[]; logFiles: number }> => {
  const names = await (bucket ? deleteOldArchives(bucket, keep) : deleteOldBackups(to, keep));
  if (walArchive === undefined) return { names, logFiles: 0 };
  const kept = await (bucket ? listArchives(bucket) : listBackups(to));
  return { names, logFiles: await trimArchive(walArchive, kept) };
};

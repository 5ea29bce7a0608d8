import type { Settings } from '../settings.ts';
import { copyEmbeddedServer, useServer } from './base-backup.ts';
import { readBackup, writeBackup, type Manifest } from './backup-folder.ts';
import { dumpDatabase, restoreDump } from './dump.ts';
import { dumpTables, restoreTables } from './logical-dump.ts';
import type { Until } from './point-in-time.ts';
import { restoreEmbeddedServer } from './restore-server.ts';

type Where = Pick<Settings, 'dataDir' | 'databaseUrl'> & Partial<Pick<Settings, 'walArchive'>>;

type Options = {
  log?: (line: string) => void;
  /** Aborted when the operator stops it; no partial result is left. */
  stop?: AbortSignal;
  /** Folders in which pg_dump and pg_restore are searched, instead of the default ones. */
  programDirs?: string[];
};

/**
 * Backs up all data of Staffroom, also while it runs, into a new folder in `to`: the embedded server by a base backup,
 * the server of DATABASE_URL by a dump; with `logical`, both as tables for any server. The backup contains everything
 * that was saved before it began. Errors have messages for the operator.
 */
export const makeBackup = (
  { dataDir, databaseUrl, walArchive }: Where,
  {
    to,
    logical = false,
    log = () => undefined,
    stop,
    programDirs,
  }: Options & { to: string; logical?: boolean },
): Promise<{ folder: string; manifest: Manifest }> =>
  writeBackup(to, async (folder, name) => {
    if (databaseUrl !== undefined)
      return logical
        ? dumpTables(databaseUrl, folder, { stop })
        : dumpDatabase(databaseUrl, folder, { programDirs, stop });
    const cluster = { dataDir, walArchive };
    if (!logical) return copyEmbeddedServer(cluster, folder, { name, log, stop });
    const server = await useServer(cluster, log);
    try {
      return await dumpTables(server.url, folder, { stop });
    } finally {
      await server.leave();
    }
  });

/**
 * Restores a backup into the data directory, or with DATABASE_URL into an empty database; a failure changes nothing.
 * With `until`, the log of `walArchive` is replayed up to this instant. Resolves to the folder with the replaced data.
 * Errors have messages for the operator.
 */
export const restoreBackup = async (
  { dataDir, databaseUrl, walArchive }: Where,
  {
    from,
    until,
    replace = false,
    log = () => undefined,
    stop,
    programDirs,
  }: Options & { from: string; until?: Until | undefined; replace?: boolean },
): Promise<{ manifest: Manifest; replaced?: string | undefined }> => {
  const manifest = await readBackup(from);
  if (until !== undefined) refuseUntil(manifest, { databaseUrl, walArchive });
  if ((manifest.kind !== 'base backup') !== (databaseUrl !== undefined))
    throw new Error(
      manifest.kind !== 'base backup'
        ? `The backup is a ${manifest.kind}. Name an empty database for it in DATABASE_URL.`
        : 'The backup is of the embedded PostgreSQL. Restore it without DATABASE_URL, or create one for another server: npm run backup -- --logical',
    );
  if (databaseUrl !== undefined) {
    if (manifest.kind === 'logical dump')
      await restoreTables(from, manifest, databaseUrl, { stop });
    else await restoreDump(from, manifest, databaseUrl, { programDirs, stop });
    return { manifest };
  }
  return {
    manifest,
    replaced: await restoreEmbeddedServer(from, manifest, dataDir, {
      replace,
      log,
      stop,
      recovery: walArchive === undefined ? undefined : { archive: walArchive, until },
    }),
  };
};

/** Throws for a restore to a point in time of another server than the embedded one, or without its log. */
const refuseUntil = (
  { kind }: Manifest,
  { databaseUrl, walArchive }: Pick<Where, 'databaseUrl' | 'walArchive'>,
) => {
  if (databaseUrl !== undefined)
    throw new Error(
      '--until is for the embedded PostgreSQL. With DATABASE_URL use the recovery to a point in time of your own server.',
    );
  if (kind !== 'base backup')
    throw new Error(`--until needs a backup of the embedded PostgreSQL, and this is a ${kind}.`);
  if (walArchive === undefined)
    throw new Error(
      '--until needs the archive in which Staffroom stored its log, for example WAL_ARCHIVE=/mnt/archive/staffroom.',
    );
};

import type { Settings } from '../settings.ts';
import { copyEmbeddedServer, restoreEmbeddedServer, useServer } from './base-backup.ts';
import { readBackup, writeBackup, type Manifest } from './backup-folder.ts';
import { dumpDatabase, restoreDump } from './dump.ts';
import { dumpTables, restoreTables } from './logical-dump.ts';

type Where = Pick<Settings, 'dataDir' | 'databaseUrl'>;

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
  { dataDir, databaseUrl }: Where,
  {
    to,
    logical = false,
    log = () => undefined,
    stop,
    programDirs,
  }: Options & { to: string; logical?: boolean },
): Promise<{ folder: string; manifest: Manifest }> =>
  writeBackup(to, async (folder) => {
    if (databaseUrl !== undefined)
      return logical
        ? dumpTables(databaseUrl, folder, { stop })
        : dumpDatabase(databaseUrl, folder, { programDirs, stop });
    if (!logical) return copyEmbeddedServer(dataDir, folder, { log, stop });
    const server = await useServer(dataDir, log);
    try {
      return await dumpTables(server.url, folder, { stop });
    } finally {
      await server.leave();
    }
  });

/**
 * Restores a backup into the data directory, or with DATABASE_URL into an empty database; a failure changes nothing.
 * Resolves to the folder with the replaced data. Errors have messages for the operator.
 */
export const restoreBackup = async (
  { dataDir, databaseUrl }: Where,
  {
    from,
    replace = false,
    log = () => undefined,
    stop,
    programDirs,
  }: Options & { from: string; replace?: boolean },
): Promise<{ manifest: Manifest; replaced?: string | undefined }> => {
  const manifest = await readBackup(from);
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
    replaced: await restoreEmbeddedServer(from, manifest, dataDir, { replace, log, stop }),
  };
};

import type { Settings } from '../settings.ts';
import { copyEmbeddedServer, restoreEmbeddedServer } from './base-backup.ts';
import { readBackup, writeBackup, type Manifest } from './backup-folder.ts';
import { dumpDatabase, restoreDump } from './dump.ts';

type Where = Pick<Settings, 'dataDir' | 'databaseUrl'>;

type Options = {
  log?: (line: string) => void;
  /** Aborted when the operator wants no more of it; nothing half-made is left. */
  stop?: AbortSignal;
  /** Where pg_dump and pg_restore are looked for, in place of the usual folders. */
  programDirs?: string[];
};

/**
 * Backs up everything that Staffroom knows, while it works, into a new folder in `to`: the embedded server by a base
 * backup, that of DATABASE_URL by a dump. The backup holds what was saved before it began. Throws sentences meant for
 * the operator.
 */
export const makeBackup = (
  { dataDir, databaseUrl }: Where,
  { to, log = () => undefined, stop, programDirs }: Options & { to: string },
): Promise<{ folder: string; manifest: Manifest }> =>
  writeBackup(to, (folder) =>
    databaseUrl === undefined
      ? copyEmbeddedServer(dataDir, folder, { log, stop })
      : dumpDatabase(databaseUrl, folder, { programDirs, stop }),
  );

/**
 * Restores the backup in the folder `from`: into the data directory, or with DATABASE_URL into an empty database. What is
 * refused or fails changes nothing. Resolves to the folder that keeps what was replaced. Throws sentences meant for the
 * operator.
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
  if ((manifest.kind === 'dump') !== (databaseUrl !== undefined))
    throw new Error(
      manifest.kind === 'dump'
        ? 'The backup is a dump. Name an empty database for it in DATABASE_URL.'
        : 'The backup is one of the embedded PostgreSQL. Restore it without DATABASE_URL.',
    );
  if (databaseUrl !== undefined) {
    await restoreDump(from, manifest, databaseUrl, { programDirs, stop });
    return { manifest };
  }
  return {
    manifest,
    replaced: await restoreEmbeddedServer(from, manifest, dataDir, { replace, log, stop }),
  };
};

import type { Settings } from '../settings.ts';
import { copyEmbeddedServer, restoreEmbeddedServer, useServer } from './base-backup.ts';
import { readBackup, writeBackup, type Manifest } from './backup-folder.ts';
import { dumpDatabase, restoreDump } from './dump.ts';
import { dumpTables, restoreTables } from './logical-dump.ts';

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
 * backup, that of DATABASE_URL by a dump; with `logical` either one as tables, which any server takes. The backup holds what
 * was saved before it began. Throws sentences meant for the operator.
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
  if ((manifest.kind !== 'base backup') !== (databaseUrl !== undefined))
    throw new Error(
      manifest.kind !== 'base backup'
        ? `The backup is a ${manifest.kind}. Name an empty database for it in DATABASE_URL.`
        : 'The backup is one of the embedded PostgreSQL. Restore it without DATABASE_URL, or make one for another server: npm run backup -- --logical',
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

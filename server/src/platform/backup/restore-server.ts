import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAJOR_VERSION, type ClusterPlace } from '../embedded-postgres/cluster.ts';
import { lockDataDir } from '../embedded-postgres/data-dir-lock.ts';
import { findLivePostmaster } from '../embedded-postgres/postmaster-file.ts';
import { makePlace } from '../embedded-postgres/prepare-launch.ts';
import { chooseServerAccount } from '../embedded-postgres/server-account.ts';
import { copyChecked, flushToDisk, withEach, type Manifest } from './backup-folder.ts';
import { clusterFolder, passwordFile } from './base-backup.ts';
import { planRecovery, recoverCopy, type Recovery } from './recover-copy.ts';

type Log = (line: string) => void;

/**
 * Restores a copied server into a data directory. Each file is checked, and the copy is moved into place once it is
 * complete and, with `recovery`, has replayed the log of the archive. Throws for a directory in use, and for one that is
 * not empty without `replace`; with it the existing data is kept in another folder. Resolves to that folder.
 */
export const restoreEmbeddedServer = async (
  folder: string,
  manifest: Manifest,
  dataDir: string,
  {
    replace,
    log,
    stop,
    recovery,
  }: {
    replace: boolean;
    log: Log;
    stop?: AbortSignal | undefined;
    recovery: Recovery | undefined;
  },
): Promise<string | undefined> => {
  if (manifest.postgres.split('.')[0] !== MAJOR_VERSION)
    throw new Error(
      `The backup is of PostgreSQL ${manifest.postgres}, and this Staffroom has PostgreSQL ${MAJOR_VERSION}. ` +
        'Restore it with the version of Staffroom that made it.',
    );
  if (!replace && !isEmpty(dataDir))
    throw new Error(
      `${dataDir} is not empty. Restore into another one, DATA_DIR=.data-restored npm run restore -- --from …, ` +
        'or replace what is there with --replace.',
    );
  const place = makePlace(dataDir);
  const lock = await lockDataDir(place.root, { waitMs: 0, log });
  const unfinished = join(place.root, `unfinished-${randomUUID()}`);
  try {
    const live = findLivePostmaster(place.clusterDir);
    if (live)
      throw new Error(
        `The database of ${dataDir} is still running (process ${live.pid}). Start Staffroom there once and stop it.`,
      );
    if (recovery?.until && existsSync(join(place.clusterDir, 'postmaster.pid')))
      log(
        `Staffroom did not stop cleanly in ${dataDir}: the archive may lack its last minute. To archive it, start Staffroom there once and stop it, before this restore.`,
      );
    const plan = recovery && (await planRecovery(join(folder, clusterFolder), recovery));
    await copyForServer(folder, manifest, unfinished, { place, stop });
    if (plan) {
      if (recovery.until) log('Replaying the log of WAL_ARCHIVE …');
      const clusterDir = join(unfinished, clusterFolder);
      const copy = { ...place, clusterDir, logFile: join(unfinished, 'recovery.log') };
      await recoverCopy(copy, plan, { log, stop });
    }
    await flushToDisk(unfinished);
    return await putInPlace(unfinished, place);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    lock.release();
  }
};

/** Ignores leftovers of an interrupted start or restore. */
const isEmpty = (dataDir: string): boolean => {
  const namesIn = (dir: string) => (existsSync(dir) ? readdirSync(dir) : []);
  return (
    namesIn(dataDir).every((name) => name === 'postgres') &&
    namesIn(join(dataDir, 'postgres')).every((name) =>
      /^(in-use-by|lock|binaries|unfinished-.*)$/.test(name),
    )
  );
};

const copyForServer = async (
  folder: string,
  manifest: Manifest,
  unfinished: string,
  { place, stop }: { place: ClusterPlace; stop: AbortSignal | undefined },
): Promise<void> => {
  const account = chooseServerAccount(place.clusterDir);
  const own = async (path: string) => {
    if (account) await chown(path, account.uid, account.gid);
  };
  const targetOf = (path: string) => join(unfinished, path);
  for (const path of ['', dirname(clusterFolder), clusterFolder, ...manifest.folders]) {
    await mkdir(targetOf(path), { mode: 0o700 });
    // PostgreSQL refuses a folder that other accounts may enter, so the umask must not matter.
    await chmod(targetOf(path), 0o700);
    await own(targetOf(path));
  }
  await withEach(manifest.files, async (file) => {
    stop?.throwIfAborted();
    await copyChecked(folder, file, targetOf(file.path));
    await own(targetOf(file.path));
  });
};

const putInPlace = async (unfinished: string, place: ClusterPlace): Promise<string | undefined> => {
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const replaced = existsSync(place.clusterDir) ? join(place.root, `replaced-${stamp}`) : undefined;
  if (replaced) {
    await mkdir(replaced, { mode: 0o700 });
    await rename(place.clusterDir, join(replaced, 'cluster'));
    await rename(place.passwordFile, join(replaced, 'password'));
  }
  await rename(join(unfinished, passwordFile), place.passwordFile);
  await rename(join(unfinished, clusterFolder), place.clusterDir);
  await rmdir(join(unfinished, dirname(clusterFolder)));
  return replaced;
};

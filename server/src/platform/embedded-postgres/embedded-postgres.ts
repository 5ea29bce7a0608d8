import { explainDataDir, isDiskFull } from '../folders.ts';
import { installedBinaries } from './binaries.ts';
import { ensureCluster, readPassword } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { stopServerWhenWeDie } from './deathwatch.ts';
import { launchPostmaster, signalProcess, stopPostmaster, type Launch } from './postmaster.ts';
import { adoptOrphan } from './orphan.ts';
import { removeStalePostmasterFile } from './postmaster-file.ts';
import { makePlace, prepareLaunch } from './prepare-launch.ts';
import { superviseServer } from './supervise-server.ts';

export type EmbeddedPostgres = { url: string; port: number; stop: () => Promise<void> };

export type EmbeddedPostgresOptions = {
  /** The application's data directory; the server uses the folder `postgres` in it. */
  dataDir: string;
  log: (line: string) => void;
  /** Additional settings of the server; tests pass `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  /** Folder in which the server archives its log, for recovery to a point in time. */
  walArchive?: string | undefined;
  /** Longest wait for another process to release the data directory. */
  waitMs?: number;
  /** Folder of the installed PostgreSQL, if it is not one of the packages. */
  binariesDir?: string;
};

/**
 * Starts our PostgreSQL and keeps it running until `stop` or the end of this process; one process per data directory.
 * Leftovers of a killed one are removed, its server adopted. Errors have messages for the operator.
 */
export const startEmbeddedPostgres = (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> =>
  startInDataDir(options).catch((error: unknown) => {
    throw isDiskFull(error) ? explainDataDir(options.dataDir, error) : error;
  });

const startInDataDir = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { log, settings = {}, waitMs = 10_000 } = options;
  const place = makePlace(options.dataDir);
  const lock = await lockDataDir(place.root, { waitMs, log });
  try {
    const installed = options.binariesDir ?? installedBinaries();
    const launch = prepareLaunch(place, installed, settings, options.walArchive);
    await ensureCluster(place, launch.binaries, launch.account, {
      sync: settings['fsync'] !== 'off',
      log,
    });
    const server = (await adoptOrphan(launch, log)) ?? (await launchAfresh(launch));
    return keepRunning(launch, server, { log, release: lock.release });
  } catch (error) {
    lock.release();
    throw error;
  }
};

/**
 * Removes what a killed server left, and starts a new one. If it archives its log, a reload wakes the checkpointer: that
 * ends segments after `archive_timeout`, but has planned its first look, up to five minutes later, without it.
 */
const launchAfresh = async (launch: Launch, port?: number) => {
  removeStalePostmasterFile(launch.place.clusterDir);
  const server = await launchPostmaster(launch, port);
  if (launch.options.includes('archive_mode=on')) signalProcess(server.pid, 'SIGHUP');
  return server;
};

const keepRunning = (
  launch: Launch,
  first: { pid: number; port: number },
  { log, release }: { log: (line: string) => void; release: () => void },
): EmbeddedPostgres => {
  const { clusterDir } = launch.place;
  const { port } = first;
  let { pid } = first;
  let callOffDeathwatch = stopServerWhenWeDie(pid);
  const endSupervision = superviseServer({
    clusterDir,
    pid: () => pid,
    log,
    restart: async () => {
      callOffDeathwatch();
      ({ pid } = await launchAfresh(launch, port));
      callOffDeathwatch = stopServerWhenWeDie(pid);
    },
  });
  const stopOnExit = () => signalProcess(pid, 'SIGINT');
  process.once('exit', stopOnExit);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await endSupervision();
    await stopPostmaster(pid, clusterDir);
    callOffDeathwatch();
    process.off('exit', stopOnExit);
    release();
  };
  return {
    url: `postgres://postgres:${readPassword(launch.place)}@127.0.0.1:${port}/postgres`,
    port,
    stop: () => (stopping ??= stop()),
  };
};

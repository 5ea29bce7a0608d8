import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { clusterPathFor, serverEnvironment, type ClusterPlace } from './cluster.ts';
import { readPostmasterFile, removeStalePostmasterFile, servesCluster } from './postmaster-file.ts';
import type { ServerAccount } from './server-account.ts';

export type Launch = {
  place: ClusterPlace;
  binaries: Binaries;
  account: ServerAccount | undefined;
  options: string[];
};

type Watch = {
  /** Longest wait for the server to accept connections. */
  readyWithinMs?: number;
  /** Called with the pid of each try. */
  spawned?: (pid: number) => void;
};

/** A crash recovery may take long; a server that is not ready after this time is stuck. */
const READY_WITHIN_MS = 120_000;
const LOG_KEPT_BYTES = 10_000_000;

/**
 * Starts PostgreSQL on a free port, or on the given one, and resolves to its pid and port once it accepts connections.
 * It retries if another program took the port first, or if processes of the previous server are still shutting down.
 */
export const launchPostmaster = async (
  launch: Launch,
  port?: number,
  { readyWithinMs = READY_WITHIN_MS, spawned = () => undefined }: Watch = {},
): Promise<{ pid: number; port: number }> => {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await findFreePort());
    const logStart = logSize(launch.place.logFile);
    const child = spawnPostmaster(launch, chosen);
    if (child.pid !== undefined) spawned(child.pid);
    if (await becomesReady(child, launch.place.clusterDir, readyWithinMs))
      return { pid: child.pid ?? 0, port: chosen };
    const said = readLog(launch.place.logFile, logStart);
    if (attempt === 20 || !isPassing(said)) {
      throw new Error(`PostgreSQL did not start. It reported:\n${said}`);
    }
    endLeftovers(launch.place.clusterDir);
    removeStalePostmasterFile(launch.place.clusterDir);
    await sleep(500);
  }
};

/** Waits until the server of this folder accepts connections; false if it ends instead. */
export const waitUntilReady = async (
  pid: number,
  clusterDir: string,
  withinMs = READY_WITHIN_MS,
): Promise<boolean> => {
  const giveUpAt = Date.now() + withinMs;
  while (Date.now() < giveUpAt) {
    const found = readPostmasterFile(clusterDir);
    if (found?.pid === pid && found.status === 'ready') return true;
    if (!servesCluster(pid, clusterDir)) return false;
    await sleep(20);
  }
  return false;
};

/** Stops the server: by a fast shutdown (transactions are rolled back, data is flushed), at last by a kill. */
export const stopPostmaster = async (pid: number, clusterDir: string): Promise<void> => {
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!servesCluster(pid, clusterDir)) return;
    signalProcess(pid, signal);
    if (await waitUntilGone(pid, clusterDir, patience)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
};

/** Returns true once the server has ended, false if it still runs after `withinMs`. */
export const waitUntilGone = async (
  pid: number,
  clusterDir: string,
  withinMs: number,
): Promise<boolean> => {
  const giveUpAt = Date.now() + withinMs;
  while (servesCluster(pid, clusterDir)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(20);
  }
  return true;
};

/** Sends a signal; ignores a process that has already ended. */
export const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const spawnPostmaster = (
  { place, binaries, account, options }: Launch,
  port: number,
): ChildProcess => {
  const log = openSync(place.logFile, logSize(place.logFile) > LOG_KEPT_BYTES ? 'w' : 'a', 0o600);
  try {
    // Detached: a Ctrl-C in the terminal is for this process, which first finishes requests in progress.
    const child = spawn(
      binaries.postgres,
      ['-D', clusterPathFor(account, place.clusterDir), '-p', String(port), ...options],
      {
        ...account,
        cwd: place.clusterDir,
        env: serverEnvironment(),
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
};

const becomesReady = async (
  child: ChildProcess,
  clusterDir: string,
  withinMs: number,
): Promise<boolean> => {
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  await Promise.race([failed, new Promise((resolve) => child.once('spawn', resolve))]);
  const { pid } = child;
  if (pid === undefined) return false;
  // A new process cannot be recognised by its folder until it has entered it.
  while (child.exitCode === null && child.signalCode === null && !servesCluster(pid, clusterDir))
    await sleep(5);
  return waitUntilReady(pid, clusterDir, withinMs);
};

const isPassing = (said: string): boolean =>
  /Address already in use|lock file "postmaster.pid" already exists|shared memory block/.test(said);

/** Ends leftover processes of a killed server in this folder; PostgreSQL might wait long for them. */
const endLeftovers = (clusterDir: string): void => {
  if (process.platform !== 'linux') return;
  const folder = realpathSync(clusterDir);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isOurs =
        readlinkSync(`/proc/${pid}/cwd`) === folder &&
        readlinkSync(`/proc/${pid}/exe`).includes('/bin/postgres');
      if (isOurs) process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // It has ended meanwhile, or belongs to another account.
    }
  }
};

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const logSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const readLog = (file: string, from: number): string =>
  readFileSync(file).subarray(from).toString('utf8').trim();

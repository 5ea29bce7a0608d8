import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { canEnter, type ServerAccount } from './server-account.ts';

/** Paths of the embedded server inside the application's data directory. */
export type ClusterPlace = {
  root: string;
  clusterDir: string;
  passwordFile: string;
  logFile: string;
};

/** The major version of the binaries; data of another one cannot be opened. */
export const MAJOR_VERSION = '18';

export const clusterPlace = (dataDir: string): ClusterPlace => {
  const root = join(dataDir, 'postgres');
  return {
    root,
    clusterDir: join(root, 'cluster'),
    passwordFile: join(root, 'password'),
    logFile: join(root, 'server.log'),
  };
};

/** The data directory for PostgreSQL's arguments: its working directory if the account cannot enter the full path. */
export const clusterPathFor = (account: ServerAccount | undefined, clusterDir: string): string => {
  if (canEnter(account, clusterDir)) return clusterDir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(
    `PostgreSQL's account cannot enter ${clusterDir}. ` +
      'Choose a data directory that every account can reach: DATA_DIR=/var/lib/staffroom npm start',
  );
};

/** Creates the database cluster if it does not exist; leftovers of an interrupted attempt are removed later. */
export const ensureCluster = async (
  place: ClusterPlace,
  binaries: Binaries,
  account: ServerAccount | undefined,
  options: { sync: boolean; log: (line: string) => void },
): Promise<void> => {
  removeUnfinished(place);
  if (existsSync(place.clusterDir)) return refuseOtherVersion(place.clusterDir);
  options.log('Preparing the database for the first time.');
  writePassword(place.passwordFile, account);
  const unfinished = join(place.root, `unfinished-${randomUUID()}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (account) chownSync(unfinished, account.uid, account.gid);
  await runInitdb(unfinished, place.passwordFile, binaries, account, options.sync);
  renameSync(unfinished, place.clusterDir);
};

export const readPassword = (place: ClusterPlace): string =>
  readFileSync(place.passwordFile, 'utf8').trim();

const removeUnfinished = (place: ClusterPlace): void => {
  for (const name of readdirSync(place.root).filter((entry) => entry.startsWith('unfinished-'))) {
    // An initdb whose parent was killed may still be writing there for a moment.
    rmSync(join(place.root, name), {
      recursive: true,
      force: true,
      maxRetries: 10,
      retryDelay: 100,
    });
  }
};

const refuseOtherVersion = (clusterDir: string): void => {
  const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new Error(
    `The data in ${clusterDir} was made by PostgreSQL ${version}, and this is PostgreSQL ${MAJOR_VERSION}. ` +
      'Use another data directory: DATA_DIR=.data-new npm start',
  );
};

const writePassword = (file: string, account: ServerAccount | undefined): void => {
  rmSync(file, { force: true });
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  chmodSync(file, 0o600);
  if (account) chownSync(file, account.uid, account.gid);
};

const runInitdb = async (
  dir: string,
  passwordFile: string,
  binaries: Binaries,
  account: ServerAccount | undefined,
  sync: boolean,
): Promise<void> => {
  // The account may not be able to open the password's path, so it gets an open file.
  const password = openSync(passwordFile, 'r');
  try {
    const child = spawn(
      binaries.initdb,
      [
        `--pgdata=${clusterPathFor(account, dir)}`,
        '--username=postgres',
        '--pwfile=/dev/fd/3',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-locale',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        sync ? '--sync-method=fsync' : '--no-sync',
      ],
      {
        ...account,
        cwd: dir,
        env: serverEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe', password],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (code === 0) resolve();
        else
          reject(
            new Error(`The database could not be prepared (${code ?? signal}): ${output.trim()}`),
          );
      });
    });
  } finally {
    closeSync(password);
  }
};

/** Environment of PostgreSQL, without ours: PGDATA, PGPORT and the like would change its behaviour. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account that PostgreSQL runs as; undefined means the current one. */
export type ServerAccount = { uid: number; gid: number };

/**
 * Chooses an account for PostgreSQL if this process is root, which PostgreSQL refuses: the owner of existing data,
 * otherwise `postgres`, which is created if missing, otherwise the account without rights.
 */
export const chooseServerAccount = (clusterDir: string): ServerAccount | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = lookUp('postgres') ?? createPostgresAccount() ?? lookUp('nobody');
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody". ' +
      'Start Staffroom as another account, or name a PostgreSQL of your own: ' +
      'DATABASE_URL=postgres://user:password@host:5432/staffroom npm start',
  );
};

/** Returns true if the account can enter this folder through all its parents. */
export const canEnter = (account: ServerAccount | undefined, dir: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/', stdio: 'ignore' })
    .status === 0;

const lookUp = (name: string): ServerAccount | undefined => {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const found = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return found.status === 0 ? Number(found.stdout) : Number.NaN;
  });
  return Number.isInteger(uid) && Number.isInteger(gid)
    ? { uid: uid as number, gid: gid as number }
    : undefined;
};

const createPostgresAccount = (): ServerAccount | undefined => {
  spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    { stdio: 'ignore' },
  );
  return lookUp('postgres');
};

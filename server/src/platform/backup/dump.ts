import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { connectionOf, splitHosts } from '../database-hosts.ts';
import { hostsOf } from '../wait-for-database.ts';
import {
  checkFile,
  describeDatabase,
  writeCounted,
  type BackupContent,
  type Manifest,
} from './backup-folder.ts';

const dumpFile = 'database.dump';

type DumpOptions = {
  /** Folders in which PostgreSQL's programs are searched; by default the PATH and the usual install folders. */
  programDirs?: string[] | undefined;
  stop?: AbortSignal | undefined;
};

/** Writes a consistent dump of the database of `url`, with the pg_dump of the server's version. */
export const dumpDatabase = async (
  url: string,
  into: string,
  { programDirs, stop }: DumpOptions,
): Promise<BackupContent> => {
  const description = await withClient(url, describeDatabase);
  const major = majorOf(description.postgres);
  const program = findProgram('pg_dump', { from: major, to: major }, programDirs);
  const { args, env } = programConnection(url);
  const child = spawn(program, ['--format=custom', '--no-owner', '--no-privileges', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stop,
  });
  // Piped at once: Node drops the unread output of a program that has ended.
  const output = child.stdout.pipe(new PassThrough());
  const [dump] = await Promise.all([
    writeCounted(output, join(into, dumpFile)),
    succeeded(child, 'pg_dump'),
  ]);
  return {
    kind: 'dump',
    ...description,
    folders: [],
    files: [{ path: dumpFile, ...dump }],
  };
};

/**
 * Restores a dump into the database of `url` in one transaction, with the newest pg_restore that is neither older than the
 * dump nor newer than the server. Throws if the database is not empty, so that existing data is kept until an operator
 * drops it.
 */
export const restoreDump = async (
  folder: string,
  manifest: Manifest,
  url: string,
  { programDirs, stop }: DumpOptions,
): Promise<void> => {
  const { postgres } = await withClient(url, describeDatabase);
  if (majorOf(postgres) < majorOf(manifest.postgres))
    throw new Error(
      `The backup is of PostgreSQL ${manifest.postgres}, and the server of DATABASE_URL is older: ${postgres}. ` +
        `Name one of version ${majorOf(manifest.postgres)} or newer.`,
    );
  await withClient(url, (client) => refuseFilled(client, url));
  const majors = { from: majorOf(manifest.postgres), to: majorOf(postgres) };
  const program = findProgram('pg_restore', majors, programDirs);
  const { args, env } = programConnection(url);
  const flags = '--exit-on-error --single-transaction --no-owner --no-privileges --no-comments';
  for (const file of manifest.files) {
    await checkFile(folder, file);
    const child = spawn(program, [...flags.split(' '), ...args, join(folder, file.path)], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stop,
    });
    await succeeded(child, 'pg_restore');
  }
};

/** Throws if the database is not empty. */
export const refuseFilled = async (client: pg.Client, url: string): Promise<void> => {
  const { rowCount } = await client.query(relationsOfOurs);
  if (rowCount !== 0)
    throw new Error(
      `The database of DATABASE_URL (${nameOf(url)}) is not empty. Make a new one with createdb and name it in DATABASE_URL.`,
    );
};

/** Finds a table, view or sequence that is not part of an extension. */
const relationsOfOurs = `
  select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  limit 1`;

/** Connects to the database of DATABASE_URL for one act; throws a clear error if it is not reachable. */
export const withClient = async <T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    ...connectionOf(url),
    connectionTimeoutMillis: 5000,
    application_name: 'staffroom backup',
  });
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new Error(`The database of DATABASE_URL (${nameOf(url)}) cannot be reached.`, { cause });
  });
  try {
    return await act(client);
  } finally {
    await client.end();
  }
};

const nameOf = (url: string) => `${hostsOf(url)}${firstOf(url).pathname}`;

/** The URL with only its first host, since `URL` supports no more. */
const firstOf = (url: string) => new URL(splitHosts(url).urls[0] ?? url);

const majorOf = (version: string) => Number.parseInt(version, 10);

/** Passes the password in the environment, since every account can read a program's arguments. */
const programConnection = (url: string) => {
  const { hosts, urls, kind = 'read-write' } = splitHosts(url);
  const first = firstOf(url);
  const password = first.searchParams.get('password') ?? first.password;
  first.password = '';
  first.searchParams.delete('password');
  if (urls.length > 1) first.searchParams.set('target_session_attrs', kind);
  const withoutPassword = first.href.replace(
    /^(\w+:\/\/(?:[^@/?#]*@)?)[^/?#]*/,
    (_all, start: string) => start + hosts,
  );
  return {
    args: [`--dbname=${withoutPassword}`],
    env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
  };
};

/** Install folders of the programs on Debian, Red Hat and Homebrew, besides the PATH. */
const usualDirs = ({ from, to }: Majors) => [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...Array.from({ length: to - from + 1 }, (_, below) => to - below).flatMap((major) => [
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
    `/usr/local/opt/postgresql@${major}/bin`,
  ]),
];

/** Major versions of a program that fit. */
type Majors = { from: number; to: number };

/** Finds the newest of PostgreSQL's programs that fits; throws an error that names the required versions. */
const findProgram = (name: string, majors: Majors, dirs = usualDirs(majors)): string => {
  const { from, to } = majors;
  const found = dirs.flatMap((dir) => {
    const { stdout } = spawnSync(join(dir, name), ['--version'], { encoding: 'utf8' });
    const version = /\(PostgreSQL\) ([\d.]+)/.exec(stdout ?? '')?.[1];
    return version ? [{ program: join(dir, name), version, major: majorOf(version) }] : [];
  });
  const [fitting] = found
    .filter(({ major }) => major >= from && major <= to)
    .toSorted((one, other) => other.major - one.major);
  if (fitting) return fitting.program;
  const instead = found[0]
    ? `this machine has only version ${found[0].version}`
    : 'this machine has no such program';
  throw new Error(
    `The server is PostgreSQL ${to}, which needs ${name} of PostgreSQL ${from === to ? to : `${from} to ${to}`}; ${instead}. ` +
      `Install PostgreSQL's client programs, for example apt install postgresql-client-${to}.`,
  );
};

const succeeded = async (child: ChildProcess, name: string): Promise<void> => {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, said] = await Promise.all([ended, child.stderr ? text(child.stderr) : '']);
  if (code !== 0) throw new Error(`${name} failed. It reported:\n${said.trim()}`);
};

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
  /** Where PostgreSQL's programs are looked for; the PATH and where systems install them unless told. */
  programDirs?: string[] | undefined;
  stop?: AbortSignal | undefined;
};

/** Writes one dump of the database of `url`, as it was at one moment, by the pg_dump of the server's version. */
export const dumpDatabase = async (
  url: string,
  into: string,
  { programDirs, stop }: DumpOptions,
): Promise<BackupContent> => {
  const description = await withClient(url, describeDatabase);
  const program = findProgram('pg_dump', majorOf(description.postgres), programDirs);
  const { args, env } = programConnection(url);
  const child = spawn(program, ['--format=custom', '--no-owner', '--no-privileges', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stop,
  });
  // Read from the first moment: Node drops what nobody reads of a program that has ended.
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
 * Fills the database of `url` with a dump, whole or not at all, by the pg_restore of the server's version. Refuses a
 * database with anything in it: what is to be replaced is kept until somebody drops it.
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
  const program = findProgram('pg_restore', majorOf(postgres), programDirs);
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

/** Refuses a database with anything in it. */
export const refuseFilled = async (client: pg.Client, url: string): Promise<void> => {
  const { rowCount } = await client.query(relationsOfOurs);
  if (rowCount !== 0)
    throw new Error(
      `The database of DATABASE_URL (${nameOf(url)}) is not empty. Make a new one with createdb and name it in DATABASE_URL.`,
    );
};

/** Tables, views and sequences, but for those of extensions: an empty database has none. */
const relationsOfOurs = `
  select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  limit 1`;

/** Connects to the database of DATABASE_URL for one act; says so when it cannot be reached. */
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

/** The URL with its first host: `URL` reads no others. */
const firstOf = (url: string) => new URL(splitHosts(url).urls[0] ?? url);

const majorOf = (version: string) => Number.parseInt(version, 10);

/**
 * The password goes by the environment: every account of the machine can read a program's arguments. With several hosts
 * PostgreSQL's programs choose one themselves.
 */
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

/** Where Debian, Red Hat and Homebrew put the programs of one version, beside the PATH. */
const usualDirs = (major: number) => [
  ...(process.env['PATH'] ?? '').split(delimiter),
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
];

/** PostgreSQL's own program in the server's version; says which is needed where there is none. */
const findProgram = (name: string, major: number, dirs = usualDirs(major)): string => {
  const found = dirs.flatMap((dir) => {
    const { stdout } = spawnSync(join(dir, name), ['--version'], { encoding: 'utf8' });
    const version = /\(PostgreSQL\) ([\d.]+)/.exec(stdout ?? '')?.[1];
    return version ? [{ program: join(dir, name), version }] : [];
  });
  const fitting = found.find(({ version }) => majorOf(version) === major);
  if (fitting) return fitting.program;
  const instead = found[0] ? `here is only that of ${found[0].version}` : 'here is none';
  throw new Error(
    `The server is PostgreSQL ${major}, which needs ${name} of PostgreSQL ${major}; ${instead}. ` +
      `Install PostgreSQL's client programs, for example apt install postgresql-client-${major}.`,
  );
};

const succeeded = async (child: ChildProcess, name: string): Promise<void> => {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, said] = await Promise.all([ended, child.stderr ? text(child.stderr) : '']);
  if (code !== 0) throw new Error(`${name} failed. It said:\n${said.trim()}`);
};

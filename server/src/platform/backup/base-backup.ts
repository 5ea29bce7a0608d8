import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { clusterPlace, MAJOR_VERSION, type ClusterPlace } from '../embedded-postgres/cluster.ts';
import { lockDataDir } from '../embedded-postgres/data-dir-lock.ts';
import { findLivePostmaster } from '../embedded-postgres/postmaster-file.ts';
import { makePlace } from '../embedded-postgres/prepare-launch.ts';
import { chooseServerAccount } from '../embedded-postgres/server-account.ts';
import { useEmbeddedPostgres } from '../embedded-postgres/use-embedded-postgres.ts';
import {
  copyChecked,
  describeDatabase,
  flushToDisk,
  listFolder,
  withEach,
  writeCounted,
  type BackedUpFile,
  type BackupContent,
  type Manifest,
} from './backup-folder.ts';

type Log = (line: string) => void;

/** Path of the server's files in a backup, as in the data directory. */
const clusterFolder = 'postgres/cluster';
const passwordFile = 'postgres/password';

/**
 * Copies the embedded server's files while it runs (PostgreSQL's manual, "Making a Base Backup Using the Low Level
 * API"): with the log written meanwhile, the copy starts in the state at the end of the backup. A stopped server is
 * started for it. The password is copied too, since the data cannot be used without it.
 */
export const copyEmbeddedServer = async (
  dataDir: string,
  into: string,
  { log, stop }: { log: Log; stop?: AbortSignal | undefined },
): Promise<BackupContent> => {
  const server = await useServer(dataDir, log);
  const { place } = server;
  const client = new pg.Client({
    connectionString: server.url,
    application_name: 'staffroom backup',
  });
  // A lost connection also fails the statement; an unhandled event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await mkdir(join(into, clusterFolder), { recursive: true, mode: 0o700 });
    const copied = await copyCluster(client, place.clusterDir, join(into, clusterFolder), stop);
    const password = await writeCounted(
      createReadStream(place.passwordFile),
      join(into, passwordFile),
    );
    return {
      kind: 'base backup',
      ...(await describeDatabase(client)),
      folders: copied.folders.map((path) => join(clusterFolder, path)),
      files: [
        ...copied.files.map((file) => ({ ...file, path: join(clusterFolder, file.path) })),
        { path: passwordFile, ...password },
      ],
    };
  } finally {
    await client.end();
    await server.leave();
  }
};

/** Returns the address of the embedded database, and `leave` to be called when done; starts a stopped server. */
export const useServer = async (dataDir: string, log: Log) => {
  const place = clusterPlace(dataDir);
  if (!existsSync(place.clusterDir))
    throw new Error(
      `There is no database in ${dataDir}. Name the data directory that has one: DATA_DIR=/var/lib/staffroom npm run backup`,
    );
  const server = await useEmbeddedPostgres({ dataDir, log });
  return { place, url: new URL('/staffroom', server.url).href, leave: server.leave };
};

/** Not copied: files of the running server only, files that every start creates, and the log, which is copied last. */
const leftOut = [
  /^postmaster\.(pid|opts)$/,
  /^(backup_label|tablespace_map)(\.old)?$/,
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//,
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
];

const copyCluster = async (
  client: pg.Client,
  from: string,
  to: string,
  stop: AbortSignal | undefined,
): Promise<{ folders: string[]; files: BackedUpFile[] }> => {
  // Keeps the log from here on; without it a checkpoint would recycle the oldest segments.
  const slot = `staffroom_backup_${randomUUID().replaceAll('-', '')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  await client.query(`select pg_backup_start('staffroom', fast => true)`);
  const listed = await listFolder(from);
  const isWanted = (path: string) => !leftOut.some((pattern) => pattern.test(path));
  const folders = listed.folders.filter(isWanted);
  for (const path of folders) await mkdir(join(to, path), { mode: 0o700 });
  const files: BackedUpFile[] = [];
  const copy = async (path: string) => {
    stop?.throwIfAborted();
    const copied = await copyFile(join(from, path), join(to, path));
    if (copied) files.push({ path, ...copied });
  };
  await withEach(listed.files.filter(isWanted), copy);
  const { label, segments } = await endBackup(client, join(from, 'pg_wal'));
  files.push({
    path: 'backup_label',
    ...(await writeCounted(only(Buffer.from(label)), join(to, 'backup_label'))),
  });
  await withEach(
    segments.map((segment) => join('pg_wal', segment)),
    copy,
  );
  return { folders, files };
};

/** Ends the backup; the copy needs the label and the segments of the log from its start to its end. */
const endBackup = async (client: pg.Client, walDir: string) => {
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  const { label = '', last = '' } = rows[0] ?? {};
  const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? '';
  const segments = (await readdir(walDir))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .toSorted();
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error(`PostgreSQL's log from ${first} to ${last} is incomplete in ${walDir}.`);
  return { label, segments };
};

/** Undefined for a file that the server has removed meanwhile; the log contains the removal. */
const copyFile = async (from: string, to: string) => {
  if (from.endsWith('/global/pg_control')) return writeCounted(only(await readSettled(from)), to);
  const source = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!source) return undefined;
  try {
    const chunks = source.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false });
    return await writeCounted(chunks, to);
  } finally {
    await source.close();
  }
};

/** Reads the only file that the log does not repair if it is read during a write. */
const readSettled = async (file: string): Promise<Buffer> => {
  for (;;) {
    const [once, again] = [await readFile(file), await readFile(file)];
    if (once.equals(again)) return once;
  }
};

const only = async function* (content: Buffer): AsyncGenerator<Buffer> {
  yield content;
};

/**
 * Restores a copied server into a data directory. Each file is checked, and the copy is moved into place once it is
 * complete. Throws for a directory in use, and for one that is not empty without `replace`; with it the existing data
 * is kept in another folder. Resolves to that folder.
 */
export const restoreEmbeddedServer = async (
  folder: string,
  manifest: Manifest,
  dataDir: string,
  { replace, log, stop }: { replace: boolean; log: Log; stop?: AbortSignal | undefined },
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
    await copyForServer(folder, manifest, unfinished, { place, stop });
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
  await flushToDisk(unfinished);
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

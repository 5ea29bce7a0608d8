import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { clusterPlace } from '../embedded-postgres/cluster.ts';
import { useEmbeddedPostgres } from '../embedded-postgres/use-embedded-postgres.ts';
import {
  describeDatabase,
  listFolder,
  withEach,
  writeCounted,
  type BackedUpFile,
  type BackupContent,
} from './backup-folder.ts';

type Log = (line: string) => void;

/** The data directory of the embedded server, and the folder in which it archives its log. */
type Cluster = { dataDir: string; walArchive: string | undefined };

/** Path of the server's files in a backup, as in the data directory. */
export const clusterFolder = 'postgres/cluster';
export const passwordFile = 'postgres/password';

/**
 * Copies the embedded server's files while it runs (PostgreSQL's manual, "Making a Base Backup Using the Low Level
 * API"): with the log written meanwhile, the copy starts in the state at the end of the backup. A stopped server is
 * started for it. The password is copied too, since the data cannot be used without it.
 */
export const copyEmbeddedServer = async (
  cluster: Cluster,
  into: string,
  { name, log, stop }: { name: string; log: Log; stop?: AbortSignal | undefined },
): Promise<BackupContent> => {
  const server = await useServer(cluster, log);
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
    const copied = await copyCluster(client, place.clusterDir, join(into, clusterFolder), {
      name,
      stop,
    });
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
export const useServer = async ({ dataDir, walArchive }: Cluster, log: Log) => {
  const place = clusterPlace(dataDir);
  if (!existsSync(place.clusterDir))
    throw new Error(
      `There is no database in ${dataDir}. Name the data directory that has one: DATA_DIR=/var/lib/staffroom npm run backup`,
    );
  const server = await useEmbeddedPostgres({ dataDir, walArchive, log });
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
  { name, stop }: { name: string; stop: AbortSignal | undefined },
): Promise<{ folders: string[]; files: BackedUpFile[] }> => {
  // Keeps the log from here on; without it a checkpoint would recycle the oldest segments.
  const slot = `staffroom_backup_${randomUUID().replaceAll('-', '')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  // A restore and the retention find the backup in the archive of the log by this label.
  await client.query('select pg_backup_start($1, fast => true)', [name]);
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

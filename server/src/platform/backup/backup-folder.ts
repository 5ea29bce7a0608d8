import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, normalize, relative, resolve } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { readMigrations } from '../migrate.ts';

const pathInside = z
  .string()
  .refine((path) => path !== '' && normalize(path) === path && !/^(\/|\.\.)/.test(path));

const fileSchema = z.object({
  path: pathInside,
  size: z.number().int().min(0),
  sha256: z.string().length(64),
});

/** An SQL name of a table or column, quoted if necessary. */
const sqlName = z.string().regex(/^([a-z_][a-z0-9_]*|"[^"]+")(\.([a-z_][a-z0-9_]*|"[^"]+"))?$/);

const tableSchema = z.object({
  name: sqlName,
  columns: z.array(sqlName),
  rows: z.number().int().min(0),
  path: pathInside,
});

const manifestSchema = z.object({
  format: z.literal(1),
  made: z.iso.datetime(),
  /** A copy of the embedded server's files, a dump of pg_dump, or the tables as text. */
  kind: z.enum(['base backup', 'dump', 'logical dump']),
  /** The version of the server, such as `18.4`. */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  folders: z.array(pathInside),
  files: z.array(fileSchema),
  /** Only for a logical dump: its tables in the order in which they are loaded. */
  tables: z.array(tableSchema).optional(),
  /** Only for a logical dump: the version of the job queue's own tables. */
  jobTables: z.number().int().optional(),
});

/** The manifest of a backup. */
export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpFile = z.infer<typeof fileSchema>;
export type DumpedTable = z.infer<typeof tableSchema>;
export type BackupContent = Omit<Manifest, 'format' | 'made'>;

const manifestName = 'manifest.json';

/**
 * Creates a backup folder in `to`, readable by its owner only; `fill` writes into it and describes it. It gets
 * its name, `staffroom-<time in UTC>`, once complete and on the disk; a failed backup leaves nothing.
 */
export const writeBackup = async (
  to: string,
  fill: (folder: string, name: string) => Promise<BackupContent>,
): Promise<{ folder: string; manifest: Manifest }> => {
  const made = new Date().toISOString();
  const name = `staffroom-${made.replaceAll(':', '-')}`;
  const folder = join(resolve(to), name);
  const unfinished = join(resolve(to), `unfinished-${randomUUID()}`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const manifest: Manifest = { format: 1, made, ...(await fill(unfinished, name)) };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await writeFile(join(unfinished, manifestName), text, { mode: 0o600 });
    await flushToDisk(unfinished);
    await rename(unfinished, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

/** Writes a file readable by its owner only, and returns its size and hash. */
export const writeCounted = async (
  source: AsyncIterable<Buffer>,
  to: string,
): Promise<Omit<BackedUpFile, 'path'>> => {
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await writeFile(to, counted(), { mode: 0o600, flag: 'wx' });
  return { size, sha256: hash.digest('hex') };
};

/** Files processed concurrently; one at a time takes three times as long. */
const filesAtOnce = 8;

/** Processes items with limited concurrency. After a failure no further item starts, and running ones end first. */
export const withEach = async <T>(items: T[], act: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const item of rest) {
      if (failures.length > 0) return;
      await act(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  if (failures.length > 0) throw failures[0];
};

/** The server's version and the applied migrations of the database. */
export const describeDatabase = async (
  client: pg.Client,
): Promise<Pick<Manifest, 'postgres' | 'migrations'>> => {
  const { rows } = await client.query<{ version: string; isMigrated: boolean }>(
    `select current_setting('server_version') as version, to_regclass('applied_migrations') is not null as "isMigrated"`,
  );
  const { version = '', isMigrated = false } = rows[0] ?? {};
  const applied = isMigrated
    ? await client.query<Manifest['migrations'][number]>(
        'select name, checksum from applied_migrations order by name',
      )
    : { rows: [] };
  return { postgres: version.split(' ')[0] ?? '', migrations: applied.rows };
};

/** All folders and files below a folder, as relative paths; parent folders come first. */
export const listFolder = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathsOf = (wanted: typeof entries) =>
    wanted.map((entry) => relative(folder, join(entry.parentPath, entry.name))).toSorted();
  return {
    folders: pathsOf(entries.filter((entry) => entry.isDirectory())),
    files: pathsOf(entries.filter((entry) => !entry.isDirectory())),
  };
};

/** Reads a backup's manifest. Throws without one, if files differ from it, or for migrations of a newer build. */
export const readBackup = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '');
  if (text === '')
    throw new Error(
      `${folder} is not a backup: it has no ${manifestName}. Name the folder of a backup.`,
    );
  const manifest = parseManifest(text);
  if (!manifest) throw new Error(`${folder} is damaged: its ${manifestName} cannot be read.`);
  const named = new Map(manifest.files.map((file) => [file.path, file.size]));
  const { files } = await listFolder(folder);
  for (const path of files) {
    if (path === manifestName) continue;
    if (named.get(path) !== (await stat(join(folder, path))).size) refuseDamaged(folder, path);
    named.delete(path);
  }
  for (const path of named.keys()) refuseDamaged(folder, path);
  await refuseNewer(manifest);
  return manifest;
};

const parseManifest = (text: string): Manifest | undefined => {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Throws an error that names a damaged file of a backup. */
const refuseDamaged = (folder: string, path: string): never => {
  throw new Error(
    `${folder} is damaged: ${path} does not match the backup's ${manifestName}. Nothing was restored.`,
  );
};

const refuseNewer = async ({ migrations }: Manifest): Promise<void> => {
  const ours = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.find(({ name, checksum }) => ours.get(name) !== checksum);
  if (unknown)
    throw new Error(
      `The backup was made by another version of Staffroom: this one does not know its migration ${unknown.name}. ` +
        'Restore it with the version that made it, or with a newer one.',
    );
};

/** Copies one file of a backup; throws if it does not match the manifest. */
export const copyChecked = async (
  folder: string,
  file: BackedUpFile,
  to: string,
): Promise<void> => {
  const { sha256 } = await writeCounted(createReadStream(join(folder, file.path)), to);
  if (sha256 !== file.sha256) refuseDamaged(folder, file.path);
};

/** Throws if a file of a backup does not match the manifest. */
export const checkFile = async (folder: string, file: BackedUpFile): Promise<void> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, file.path))) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== file.sha256) refuseDamaged(folder, file.path);
};

/** Flushes written files so that they survive a power cut, with one call for thousands of files. */
export const flushToDisk = async (folder: string): Promise<void> => {
  const args = process.platform === 'linux' ? ['-f', folder] : [];
  const sync = spawn('sync', args, { stdio: 'ignore' });
  await once(sync, 'close');
  if (sync.exitCode !== 0) throw new Error(`${folder} could not be written to the disk.`);
};

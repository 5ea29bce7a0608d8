import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { installJobTables } from '../jobs.ts';
import { createMigrationsTable, readMigrations } from '../migrate.ts';
import {
  checkFile,
  describeDatabase,
  writeCounted,
  type BackedUpFile,
  type BackupContent,
  type DumpedTable,
  type Manifest,
} from './backup-folder.ts';
import { copyIn, copyOut } from './copy-streams.ts';
import { refuseFilled, withClient } from './dump.ts';

type Options = { stop?: AbortSignal | undefined };

const folderOfTables = 'tables';

/** Tables of the job queue with its queues and jobs. Its other tables are statistics and state of running processes. */
const tablesOfJobs = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];

/** Makes both servers format and parse values alike, and removes time limits for large tables. */
const sameText = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set bytea_output = 'hex';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/**
 * Writes every table of the database of `url` as compressed text, from one snapshot. The schema is not included: the
 * migrations in the manifest create it again, on any server that Staffroom supports (ADR 43).
 */
export const dumpTables = (url: string, into: string, { stop }: Options): Promise<BackupContent> =>
  withClient(url, async (client) => {
    await client.query(sameText);
    await client.query('begin isolation level repeatable read read only');
    const description = await describeDatabase(client);
    await mkdir(join(into, folderOfTables), { mode: 0o700 });
    const tables: DumpedTable[] = [];
    const files: BackedUpFile[] = [];
    for (const { name, columns } of await listTables(client)) {
      stop?.throwIfAborted();
      const path = join(folderOfTables, `${name.replaceAll('"', '')}.copy.gz`);
      const { rows, ...file } = await dumpTable(client, { name, columns }, join(into, path));
      tables.push({ name, columns, rows, path });
      files.push({ path, ...file });
    }
    await client.query('commit');
    return {
      kind: 'logical dump',
      ...description,
      folders: [folderOfTables],
      files,
      tables,
      jobTables: await versionOfJobTables(client),
    };
  });

const dumpTable = async (
  client: pg.Client,
  { name, columns }: Pick<DumpedTable, 'name' | 'columns'>,
  to: string,
) => {
  const { output, rows } = copyOut(
    client,
    `copy (select ${columns.join()} from ${name}) to stdout`,
  );
  let written: Omit<BackedUpFile, 'path'> = { size: 0, sha256: '' };
  await pipeline(output, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    written = await writeCounted(chunks, to);
  });
  return { ...written, rows: rows() };
};

/**
 * Restores a logical dump into an empty database, all or nothing: creates the schema by the dump's migrations, then
 * loads the tables, at first without triggers and foreign keys. The next start applies newer migrations.
 */
export const restoreTables = async (
  folder: string,
  manifest: Manifest,
  url: string,
  { stop }: Options,
): Promise<void> => {
  for (const file of manifest.files) await checkFile(folder, file);
  await withClient(url, async (client) => {
    await refuseFilled(client, url);
    try {
      if (manifest.jobTables !== undefined) await makeJobTables(client, url, manifest.jobTables);
      await client.query(sameText);
      await client.query('begin');
      await makeSchema(client, manifest);
      await loadTables(client, folder, manifest, stop);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      await client.query('drop schema if exists pgboss cascade');
      throw error;
    }
    await client.query('analyze');
  });
};

const makeSchema = async (client: pg.Client, manifest: Manifest) => {
  const known = new Map((await readMigrations()).map(({ name, sql }) => [name, sql]));
  await client.query(createMigrationsTable);
  for (const { name } of manifest.migrations) await client.query(known.get(name) ?? '');
};

/** Creates the job queue's own tables by its library; jobs of another version of them would not fit. */
const makeJobTables = async (client: pg.Client, url: string, version: number) => {
  await installJobTables(url);
  const ours = await versionOfJobTables(client);
  if (ours !== version)
    throw new Error(
      `The dump has jobs of version ${version} of the job queue, and this Staffroom has version ${ours}. ` +
        'Restore it with the version of Staffroom that made it.',
    );
};

const loadTables = async (
  client: pg.Client,
  folder: string,
  { tables = [] }: Manifest,
  stop: AbortSignal | undefined,
) => {
  const own = tables.map(({ name }) => name).filter((name) => !name.startsWith('pgboss.'));
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    foreignKeys,
    [own],
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of own) await client.query(`alter table ${name} disable trigger user`);
  // Some migrations insert rows.
  await client.query(`truncate ${own.join()}`);
  for (const table of tables) {
    stop?.throwIfAborted();
    await loadTable(client, folder, table);
  }
  for (const name of own) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
};

const loadTable = async (client: pg.Client, folder: string, table: DumpedTable) => {
  const { name, columns, rows, path } = table;
  let loaded = 0;
  await pipeline(
    createReadStream(join(folder, path)),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      loaded = await copyIn(client, `copy ${name} (${columns.join()}) from stdin`, chunks);
    },
  );
  if (loaded !== rows)
    throw new Error(
      `${folder} is damaged: ${name} has ${loaded} rows, but its manifest has ${rows}.`,
    );
};

/** Our tables and the queue's, with their stored (not generated) columns. */
const listTables = async (client: pg.Client) => {
  const { rows } = await client.query<Pick<DumpedTable, 'name' | 'columns'>>(
    `select format('%I.%I', nspname, relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relkind in ('r', 'p') and not relispartition
       and nspname !~ '^pg_' and nspname <> 'information_schema' and (nspname <> 'pgboss' or relname = any($1))
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     group by nspname, relname
     order by nspname, array_position($1, relname::text), relname`,
    [tablesOfJobs],
  );
  return rows;
};

const versionOfJobTables = async (client: pg.Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('pgboss.version') is not null as exists`,
  );
  if (!rows[0]?.exists) return undefined;
  const found = await client.query<{ version: number }>('select version from pgboss.version');
  return found.rows[0]?.version;
};

const foreignKeys = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by 1, 2`;

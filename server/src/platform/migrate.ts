import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOf } from './database-hosts.ts';
import { isLockTimeout, isRetriable, UnusableDatabaseError, type Warn } from './database.ts';
import { version } from './version.ts';

const folder = join(import.meta.dirname, '../../migrations');
/** An arbitrary number that is not used by any other lock in this database. */
const advisoryLock = 7_236_001;
/** Milliseconds between two checks if another process has finished, and between two tries of a migration. */
const lookEveryMs = 100;
const tryAgainAfterMs = 2000;
/** Longest wait of a migration for a lock; meanwhile, other queries on the table queue behind it. */
const lockTimeoutMs = 2000;

/** Table of the applied migrations. */
export const createMigrationsTable =
  'create table if not exists applied_migrations (name text primary key, checksum text not null, applied timestamptz not null default now())';

export type Migration = { name: string; sql: string; checksum: string };

/** Returns the migrations of this build, in the order of their numbers. */
export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

export type MigrateOptions = {
  /** Aborts a wait for another process or for a lock. */
  stop?: AbortSignal | undefined;
  logger?: Warn | undefined;
  /** Milliseconds between two tries to get a lock. */
  pause?: number;
  /** By default those of this build; tests pass an older list. */
  migrations?: readonly Migration[];
};

/**
 * Upgrades a database to this build's schema: plain SQL files, forward only, each in a transaction, one process at a
 * time. A migration that cannot get a lock within 2 s lets waiting queries run and tries again. Throws
 * UnusableDatabaseError for a database of a newer version or with changed migrations, before any migration runs.
 */
export const migrate = async (url: string, options: MigrateOptions = {}) => {
  const migrations = options.migrations ?? (await readMigrations());
  const client = new pg.Client({ ...connectionOf(url), application_name: 'staffroom migrate' });
  // A lost connection also fails the statement; an unhandled event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client, options);
    await client.query(createMigrationsTable);
    for (const migration of await findPending(client, migrations))
      await applyWithRetries(client, migration, options);
  } finally {
    await client.end();
  }
};

/** Waits until no other process migrates this database. Polls, so that `stop` ends the wait at once. */
const takeTurn = async (
  client: pg.Client,
  { stop, logger, pause = lookEveryMs }: MigrateOptions,
) => {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [advisoryLock],
    );
    if (rows[0]?.locked) return;
    if (tries === 10)
      logger?.warn({}, 'Another process is migrating the database. Waiting for it to finish.');
    await delay(pause, undefined, { signal: stop });
  }
};

const findPending = async (client: pg.Client, migrations: readonly Migration[]) => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from applied_migrations order by name',
  );
  const own = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  const unknown = rows.filter((row) => !own.has(row.name)).map((row) => row.name);
  if (unknown.length > 0) throw newerDatabase(unknown);
  const changed = rows.find((row) => own.get(row.name) !== row.checksum);
  if (changed) throw changedMigration(changed.name);
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
};

const newerDatabase = (unknown: string[]) =>
  new UnusableDatabaseError(
    `The database was upgraded by a newer version of Staffroom: it has ${listed(unknown)}, which version ${version} does not know. ` +
      'Nothing was changed. Start the newer version; to go back, restore the backup that was made before the upgrade.',
  );

const listed = (names: string[]) =>
  names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more migrations`
    : names.join(', ');

const changedMigration = (name: string) =>
  new UnusableDatabaseError(
    `Migration ${name} was changed after it was applied. Nothing was changed. ` +
      `The database was upgraded with another content of this file than in version ${version}: start the version that ran before. ` +
      `Do not edit the file or the database; report this message to the developers of Staffroom.`,
  );

const applyWithRetries = async (
  client: pg.Client,
  migration: Migration,
  { stop, logger, pause = tryAgainAfterMs }: MigrateOptions,
) => {
  for (;;) {
    try {
      return await applyOne(client, migration);
    } catch (error) {
      if (!isLockTimeout(error) && !isRetriable(error)) throw failedMigration(migration, error);
      logger?.warn(
        { err: error },
        `Migration ${migration.name} cannot lock a table that a long query or transaction uses. Trying again.`,
      );
    }
    await delay(pause, undefined, { signal: stop });
  }
};

const failedMigration = ({ name }: Migration, cause: unknown) =>
  new UnusableDatabaseError(
    `Migration ${name} failed. It was rolled back; those before it are applied. ` +
      'Remove the cause and start again; to go back, restore the backup that was made before the upgrade and start the version that made it.',
    { cause },
  );

const applyOne = async (client: pg.Client, migration: Migration) => {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.sql);
    await client.query('insert into applied_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    // This fails too if the connection is lost; the original error matters.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const folder = join(import.meta.dirname, '../../migrations');
/** Any number that nothing else in this database locks on. */
const advisoryLock = 7_236_001;

type Migration = { name: string; sql: string; checksum: string };

/** The migrations of this build, in the order of their numbers. */
export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

/**
 * Brings a database to this build's schema: plain SQL files, forward only, each in a transaction, one
 * process at a time. Refuses a database whose applied files differ from ours.
 */
export const migrate = async (url: string) => {
  const client = new pg.Client({ connectionString: url, application_name: 'staffroom migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'create table if not exists applied_migrations (name text primary key, checksum text not null, applied timestamptz not null default now())',
    );
    const applied = new Map(
      (
        await client.query<{ name: string; checksum: string }>(
          'select name, checksum from applied_migrations',
        )
      ).rows.map((row) => [row.name, row.checksum]),
    );
    for (const migration of await readMigrations()) {
      const known = applied.get(migration.name);
      if (known === migration.checksum) continue;
      if (known) throw new Error(`Migration ${migration.name} was changed after it was applied.`);
      await applyOne(client, migration);
    }
  } finally {
    await client.end();
  }
};

const applyOne = async (client: pg.Client, migration: Migration) => {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into applied_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed.`, { cause: error });
  }
};

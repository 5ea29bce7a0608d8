import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { ensureDatabase, ensureOwnDatabase } from '../embedded-postgres/ensure-database.ts';
import { readBackup, type Manifest } from './backup-folder.ts';
import { restoreBackup } from './backup.ts';

type Options = {
  /** Where the test server is made and removed; by default the system's folder for temporary files. */
  scratch?: string;
  stop?: AbortSignal | undefined;
  programDirs?: string[];
};

type Checked = { manifest: Manifest; tables: number; rows: number };

/**
 * Restores a backup into a server of its own, starts that, reads every row of every table, and removes it all. Throws
 * with a message for the operator if the backup cannot be restored. It needs as much space as the data.
 */
export const checkBackup = async (
  from: string,
  { scratch = tmpdir(), stop, ...options }: Options = {},
): Promise<Checked> => {
  const manifest = await readBackup(from);
  const dataDir = await mkdtemp(join(scratch, 'staffroom-check-'));
  const isCopy = manifest.kind === 'base backup';
  try {
    if (isCopy) await restoreBackup({ dataDir, databaseUrl: undefined }, { from, stop });
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      const url = isCopy
        ? await ensureOwnDatabase(server.url, 'staffroom')
        : await ensureDatabase(server.url, 'staffroom');
      if (!isCopy) await restoreBackup({ dataDir, databaseUrl: url }, { from, stop, ...options });
      return { manifest, ...(await readAll(url, manifest)) };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const readAll = async (url: string, { migrations }: Manifest) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const applied = await client.query('select from applied_migrations');
    if (applied.rowCount !== migrations.length)
      throw new Error(
        `The restored database has ${applied.rowCount} migrations, and the backup names ${migrations.length}.`,
      );
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))`,
    );
    let rows = 0;
    for (const { name } of tables) {
      const counted = await client.query<{ count: string }>(
        `select count(t::text) as count from ${name} t`,
      );
      rows += Number(counted.rows[0]?.count);
    }
    return { tables: tables.length, rows };
  } finally {
    await client.end();
  }
};

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillDemoData } from 'staffroom-demo/fill-demo-data.ts';
import { startEmbeddedPostgres } from 'staffroom-server/src/platform/embedded-postgres/embedded-postgres.ts';
import { ensureDatabase } from 'staffroom-server/src/platform/embedded-postgres/ensure-database.ts';
import { migrate, readMigrations } from 'staffroom-server/src/platform/migrate.ts';
import { version as ownVersion } from 'staffroom-server/src/platform/version.ts';
import { fileOf, selectRows } from 'staffroom-server/test/upgrades/saved-rows.ts';

/** Saves a few demo rows of every table as this version stores them, for the upgrade test of later versions. */
const recordUpgrade = async (version: string) => {
  const log = () => undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'staffroom-upgrade-'));
  const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  try {
    const url = await ensureDatabase(server.url, 'demo');
    await migrate(url);
    await fillDemoData(url, { now: new Date(), log });
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const last = (await readMigrations()).at(-1)?.name ?? '';
    const rows = await selectRows(client, last);
    await client.end();
    await writeFile(fileOf(version), rows);
    console.log(`Saved ${rows.split('\n').length - 2} rows of version ${version}.`);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

await recordUpgrade(process.argv[2] ?? ownVersion);

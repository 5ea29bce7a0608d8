import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureDatabase } from '../src/platform/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { installJobTables } from '../src/platform/jobs.ts';
import { migrate } from '../src/platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A folder for files of tests, deleted after the run. */
    scratch: string;
    /** The seed of the walkers' random choices. */
    seed: number;
  }
}

/** Starts one PostgreSQL with one migrated template per run; each test file clones the template. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'staffroom-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '4GB',
      scram_iterations: '1',
    },
  });
  await setPasswordAgain(postgres.url);
  const template = await ensureDatabase(postgres.url, 'staffroom_template');
  await migrate(template);
  await installJobTables(template);
  const scratch = await mkdtemp(join(tmpdir(), 'staffroom-scratch-'));
  project.provide('postgresUrl', postgres.url);
  project.provide('scratch', scratch);
  const seed = Number(process.env['WALK_SEED'] ?? randomInt(2 ** 31));
  project.provide('seed', seed);
  process.stdout.write(
    `The API walkers choose by the seed ${seed}. WALK_SEED=${seed} repeats this choice.\n`,
  );
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, scratch]) await rm(folder, { recursive: true, force: true });
  };
}

/** Hashes the password with this server's few iterations, because the tests open thousands of connections. */
const setPasswordAgain = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { username, password } = new URL(url);
  const role = client.escapeIdentifier(username);
  await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  await client.end();
};

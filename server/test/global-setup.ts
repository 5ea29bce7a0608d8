import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureDatabase } from '../src/platform/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { installJobTables } from '../src/platform/jobs.ts';
import { migrate } from '../src/platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A folder for files of tests; it goes with the run. */
    scratch: string;
  }
}

/** One PostgreSQL and one migrated template per run; each test file clones the template. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'staffroom-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const template = await ensureDatabase(postgres.url, 'staffroom_template');
  await migrate(template);
  await installJobTables(template);
  const scratch = await mkdtemp(join(tmpdir(), 'staffroom-scratch-'));
  project.provide('postgresUrl', postgres.url);
  project.provide('scratch', scratch);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, scratch]) await rm(folder, { recursive: true, force: true });
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'staffroom-server/src/platform/embedded-postgres/embedded-postgres.ts';
import { ensureDatabase } from 'staffroom-server/src/platform/embedded-postgres/ensure-database.ts';
import { installJobTables } from 'staffroom-server/src/platform/jobs.ts';
import { migrate } from 'staffroom-server/src/platform/migrate.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { postgresUrlVariable, templateName } from './worker-database.ts';

/** Builds the web app if it changed, and starts one PostgreSQL with a migrated template database. */
export default async function globalSetup() {
  await buildWeb((line) => void process.stderr.write(`${line}\n`));
  const dataDir = await mkdtemp(join(tmpdir(), 'staffroom-e2e-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const template = await ensureDatabase(postgres.url, templateName);
  await migrate(template);
  await installJobTables(template);
  process.env[postgresUrlVariable] = postgres.url;
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

import { join } from 'node:path';
import pg from 'pg';
import { fillLargeData } from '@staffroom/server/src/demo/fill-large-data.ts';
import { ensureDatabase } from '@staffroom/server/src/platform/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '@staffroom/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '@staffroom/server/src/platform/migrate.ts';

export type Dataset = { url: string; port: number; stop(): Promise<void> };

/**
 * The large data set in a PostgreSQL of the bench's own. It is made once and kept in `.data/bench-…`;
 * each run works on a copy, so that one run's orders do not change the next one's figures.
 */
export const prepareDataset = async (options: {
  scale: number;
  log: (line: string) => void;
}): Promise<Dataset> => {
  const dataDir = join(import.meta.dirname, `../.data/bench-${options.scale}`);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { shared_buffers: '2GB', work_mem: '16MB', max_wal_size: '8GB', jit: 'off' },
  });
  try {
    const original = await ensureDatabase(postgres.url, 'bench');
    await migrate(original);
    await fillOnce(original, options);
    const url = await copyOf(postgres.url);
    return { url, port: postgres.port, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
};

const copyOf = async (serverUrl: string) => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('drop database if exists bench_run with (force)');
    await client.query('create database bench_run template bench strategy file_copy');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = '/bench_run';
  return url.href;
};

const fillOnce = async (
  url: string,
  { scale, log }: { scale: number; log: (line: string) => void },
) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ filled: boolean }>(
      'select exists (select from orders) as filled',
    );
    if (rows[0]?.filled) return;
  } finally {
    await client.end();
  }
  const began = performance.now();
  await fillLargeData(url, { now: new Date(), scale, log });
  log(`The large data set took ${Math.round((performance.now() - began) / 1000)} s.`);
};

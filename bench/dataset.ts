import { join } from 'node:path';
import pg from 'pg';
import { fillLargeData } from 'staffroom-demo/fill-large-data.ts';
import { ensureDatabase } from 'staffroom-server/src/platform/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from 'staffroom-server/src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from 'staffroom-server/src/platform/migrate.ts';

export type Dataset = {
  url: string;
  /** The main process of PostgreSQL. */
  postmaster: number;
  /** Runs SQL on the data set. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
};

/** The large data set in `.data/bench-…`; a run works on a copy, so that its orders do not change the next one. */
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
    const rows: Dataset['rows'] = (text, values) => rowsOf(url, text, values);
    const [server] = await rows<{ pid: number }>(
      "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid",
    );
    return { url, postmaster: server?.pid ?? 0, rows, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
};

const rowsOf = async <Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

const copyOf = async (serverUrl: string) => {
  await rowsOf(serverUrl, 'drop database if exists bench_run with (force)');
  await rowsOf(serverUrl, 'create database bench_run template bench strategy file_copy');
  await rowsOf(serverUrl, 'checkpoint');
  const url = new URL(serverUrl);
  url.pathname = '/bench_run';
  return url.href;
};

const fillOnce = async (
  url: string,
  { scale, log }: { scale: number; log: (line: string) => void },
) => {
  const [has] = await rowsOf<{ orders: boolean; questions: boolean }>(
    url,
    'select exists (select from orders) as orders, exists (select from questions) as questions',
  );
  if (has?.orders && !has.questions)
    throw new Error('The data set in .data/bench-… is older than questions. Remove that folder.');
  if (has?.orders) return;
  const began = performance.now();
  await fillLargeData(url, { now: new Date(), scale, log });
  log(`The large data set took ${Math.round((performance.now() - began) / 1000)} s.`);
};

import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { createLogger } from '../main.ts';
import { openDatabase, readSnapshot, type Database } from './database.ts';
import { plannedOnce } from './prepared.ts';
import { watchSlowQueries } from './slow-queries.ts';

const secret = 'tan-hui-ling-91234567';

let lines = '';
const logger = createLogger(
  'info',
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines += chunk.toString();
      done();
    },
  }),
);
const written = () =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { level: number; msg: string; sql: string; ms: number });

let url: string;
beforeAll(async () => {
  const database = await createEmptyDatabase();
  url = database.url;
  return () => database.drop();
});

const open = (slowerThan: number): Database => {
  const database = openDatabase(url, {
    poolSize: 2,
    watch: watchSlowQueries(logger, slowerThan),
  });
  onTestFinished(() => database.close());
  lines = '';
  return database;
};

const slowly = sql`select pg_sleep(0.12), ${secret}::text as secret`;
const text = 'select pg_sleep(0.12), $1::text as secret';
const waysOfAsking: Record<string, (database: Database) => Promise<unknown>> = {
  'the pool': ({ pool }) => pool.query(text, [secret]),
  'the pool with a callback': ({ pool }) =>
    new Promise((resolve) => pool.query(text, [secret], resolve)),
  'a connection of the pool': async ({ pool }) => {
    const client = await pool.connect();
    await client.query({ text, values: [secret] });
    client.release();
  },
  'a query builder': ({ db }) => db.execute(slowly),
  'a named statement': ({ db }) => plannedOnce(db, slowly),
  'a transaction': ({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await tx.execute(slowly);
    }),
  'a snapshot': async ({ db }) => {
    const rows = readSnapshot({ db, actor: { id: 'a' } }, async function* (snapshot) {
      yield await snapshot.execute(slowly);
    });
    for await (const row of rows) expect(row).toBeDefined();
  },
};

test.each(Object.keys(waysOfAsking))(
  'logs a slow statement of %s once, at warn, with its text and duration and no parameters',
  async (way) => {
    await waysOfAsking[way]?.(open(100));

    expect(written()).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'slow query',
        sql: expect.stringMatching(/^select pg_sleep\(0\.12\), \$1::text as secret$/) as string,
        ms: expect.any(Number) as number,
      }),
    ]);
    expect(written()[0]?.ms).toBeGreaterThanOrEqual(110);
    expect(lines).not.toContain(secret);
  },
);

test('logs a slow statement that fails, and its caller still gets the error', async () => {
  const { pool, db } = open(100);
  const failing = `do $$ begin perform pg_sleep(0.12); raise 'no'; end $$`;
  await expect(pool.query(failing)).rejects.toThrow('no');
  await expect(db.transaction((tx) => tx.execute(sql.raw(failing)))).rejects.toThrow();
  const line = { msg: 'slow query', sql: failing };
  expect(written()).toMatchObject([line, line]);
});

test('logs nothing of fast statements, and nothing at all when it is off', async () => {
  await open(100).pool.query('select 1');
  expect(lines).toBe('');
  await open(0).pool.query(text, [secret]);
  expect(lines).toBe('');
});

import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { openDatabase } from './database.ts';

const openOne = async (answerTimeout: number) => {
  const own = await createEmptyDatabase();
  const database = openDatabase(own.url, { poolSize: 1, answerTimeout });
  onTestFinished(async () => {
    await database.close();
    await own.drop();
  });
  return database.pool;
};

/** Blocks the process, like a long calculation or an overloaded machine. */
const block = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
};

test('a statement that is sent after a busy period has the full time', async () => {
  const pool = await openOne(400);
  await pool.query('select 1');
  block(500);
  expect((await pool.query('select 2 as two, pg_sleep(0.1)')).rows).toMatchObject([{ two: 2 }]);
});

test('an answer that arrived during a busy period is read', async () => {
  const pool = await openOne(400);
  await pool.query('select 1');
  const answer = pool.query('select 3 as three');
  await new Promise((resolve) => setImmediate(resolve));
  block(500);
  expect((await answer).rows).toEqual([{ three: 3 }]);
});

test('a statement without an answer ends after the time limit', async () => {
  const pool = await openOne(400);
  await pool.query('select 1');
  const start = performance.now();
  await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('The database is silent.');
  expect(performance.now() - start).toBeGreaterThanOrEqual(300);
  expect(performance.now() - start).toBeLessThan(20_000);
});

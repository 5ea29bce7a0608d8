import { expect, onTestFinished } from 'vitest';
import type { TestApp } from './build-test-app.ts';

/** Runs a statement in an open transaction, so that requests wait for its locks; rolled back after the test. */
export const holdRows = async (app: TestApp, statement: string, values: unknown[] = []) => {
  const holder = await app.database.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query(statement, values);
  // Asks on another connection, because within a transaction the statistics do not change.
  const waiting = async () => {
    const { rows } = await app.database.pool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows[0]?.n;
  };
  return {
    query: (more: string, of: unknown[] = []) => holder.query(more, of),
    untilWaiting: async (requests: number) => {
      await expect.poll(waiting, { timeout: 8000 }).toBe(requests);
    },
    commit: () => holder.query('commit'),
  };
};

import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startOfToday } from './demo-time.ts';
import { calendarOf } from './large/class-sql.ts';
import { insertStudents, stageModels, stageStudents } from './large/people-sql.ts';
import { withoutIndexes } from './large/without-indexes.ts';
import { sumUpUserCounts } from 'staffroom-server/src/domains/identity/user-counts.ts';

const seed = 20_260_302;

/** Adds students of the large data set, without orders. The data are the same every time. */
export const addManyStudents = async (url: string, count: number, now: Date) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      "set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'; set local timezone = 'UTC'",
    );
    await client.query(
      'create temp table large_orders (student_no int, created timestamptz, type text, status text) on commit drop',
    );
    const calendar = calendarOf(startOfToday(now));
    await client.query(stageModels(calendar, seed));
    await client.query(stageStudents(calendar, count));
    await withoutIndexes(
      client,
      ['users'],
      async () => void (await client.query(insertStudents)),
      async (_name, run) => void (await run()),
    );
    await client.query('commit');
    await sumUpUserCounts(drizzle(client));
    // Index-only scans need the visibility map to skip the table.
    await client.query('vacuum (analyze) users, user_counts, user_changes');
  } finally {
    await client.end();
  }
};

import { expect, onTestFinished, test } from 'vitest';
import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { startTestApp, type TestApp } from '../../test/build-test-app.ts';
import { startDatabaseProxy } from '../../test/database-proxy.ts';
import { aStudent } from '../../test/factories/user.factory.ts';
import { createEmptyDatabase } from '../../test/test-database.ts';

const readiness = async (app: TestApp) => {
  const answer = await app.http.inject({ method: 'GET', url: '/api/readyz' });
  return { status: answer.statusCode, database: answer.json<{ database: string }>().database };
};

test('readyz answers before the database does while that hangs, over one connection', async () => {
  const database = await createEmptyDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const app = await startTestApp({ database: { url: proxy.url, drop: async () => undefined } });
  onTestFinished(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });
  expect(await readiness(app)).toEqual({ status: 200, database: 'ok' });
  proxy.freeze();
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 10 }, () => readiness(app)));
  // It waits 2.5 s; a statement waits 20 s.
  expect(performance.now() - begun).toBeLessThan(12_000);
  for (const answer of answers) expect(answer).toEqual({ status: 503, database: 'away' });
  const { pool } = app.database;
  expect(pool.totalCount - pool.idleCount + pool.waitingCount).toBe(1);
  await proxy.restore();
  await expect.poll(() => readiness(app), { timeout: 10_000 }).toMatchObject({ status: 200 });
});

test('readyz reports a full disk from a failed save until there is space again', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { pool } = app.database;
  // A full disk allows reads, and refuses writes that need a new page.
  await pool.query(`
    create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create function no_space_for_tables() returns event_trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on credit_entries for each statement execute function no_space();
    create event trigger full_disk on ddl_command_start execute function no_space_for_tables()`);
  expect(await readiness(app)).toEqual({ status: 200, database: 'ok' });
  const admin = await app.as('Admin');
  const { id } = await aStudent(app);
  const body = { target_id: id, action: 'ADD', qty: 1, remark: 'A present' } as const;
  expect(await admin.refused(addCredit, { body })).toMatchObject({ status: 503 });
  for (let time = 0; time < 2; time += 1)
    expect(await readiness(app)).toEqual({ status: 503, database: 'disk full' });
  await pool.query('drop event trigger full_disk');
  expect(await readiness(app)).toEqual({ status: 200, database: 'ok' });
});

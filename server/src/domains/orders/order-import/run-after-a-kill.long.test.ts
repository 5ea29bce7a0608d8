import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  getOrderImport,
  previewOrderImport,
  runOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aFile, aRow, aSpringClass } from '../../../../test/factories/import.factory.ts';
import { forgetHeartbeats, startWorker } from '../../../../test/own-process.ts';
import { unique } from '../../../../test/unique.ts';

// This process only queues; workers that can be killed do the work.
const app = useOwnTestApp();
vi.setConfig({ testTimeout: 120_000 });

/** Enough that a run is still in progress when its worker is killed. */
const total = 60;

/** A running import with that many rows. */
const aRun = async () => {
  // The workers use the real clock.
  app.clock.setTo(new Date());
  const admin = await app.as('Admin');
  const { tuitionClass } = await aSpringClass(app, { name: unique('Killed'), maxCap: 1000 });
  const rows = Array.from({ length: total }, () => aRow({ class: tuitionClass.name }));
  const { progress } = (await admin.call(previewOrderImport, { body: aFile(rows) })).data;
  await admin.call(runOrderImport, { body: { import_id: progress._id } });
  const read = async () =>
    (await admin.call(getOrderImport, { params: { importId: progress._id } })).data;
  const untilDone = async (count: number) => {
    for (const end = Date.now() + 100_000; Date.now() < end;) {
      const { run_done: done } = await read();
      if (done >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error(`The run did not reach ${count}: ${JSON.stringify(await read())}`);
  };
  const counts = async () =>
    (
      await app.database.db.execute(sql`
        select count(*)::int as orders,
          count(distinct student_id)::int as students,
          (select count(*)::int from roster_sources join lessons on lessons.id = lesson_id where lessons.class_id = ${tuitionClass.id}) as places,
          (select count(*)::int from order_import_rows where import_id = ${progress._id} and state = 'processed') as rows
        from orders where class_id = ${tuitionClass.id}`)
    ).rows[0];
  return { importId: progress._id, read, untilDone, counts };
};

const everyRowOnce = {
  orders: total,
  students: total,
  places: 4 * total,
  rows: total,
};

test('another worker continues the run of a killed one, and each row is ordered once', async () => {
  const { read, untilDone, counts } = await aRun();
  const first = await startWorker(app);
  await untilDone(20);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const killed = await read();
  expect(killed.run).toBe('running');
  expect(killed.run_done).toBeLessThan(total);
  await forgetHeartbeats(app);

  await startWorker(app);
  await untilDone(total);

  await vi.waitFor(async () => expect((await read()).run).toBe('done'), 10_000);
  expect(await counts()).toEqual(everyRowOnce);
});

test('a worker that is stopped hands the run back at once', async () => {
  const { importId, read, untilDone, counts } = await aRun();
  const first = await startWorker(app);
  await untilDone(20);
  first.send('stop');
  await once(first, 'exit');
  expect(first.exitCode).toBe(0);
  expect((await read()).run_done).toBeLessThan(total);
  // The job did not fail: it completed and was queued again as new.
  const jobs = await app.database.db.execute(sql`
    select state = 'completed' as ended, retry_count from pgboss.job
    where data -> 'payload' ->> 'importId' = ${importId} order by created_on`);
  expect(jobs.rows).toEqual([
    { ended: true, retry_count: 0 },
    { ended: false, retry_count: 0 },
  ]);
  await startWorker(app);
  await untilDone(total);

  await vi.waitFor(async () => expect((await read()).run).toBe('done'), 10_000);
  expect(await counts()).toEqual(everyRowOnce);
});

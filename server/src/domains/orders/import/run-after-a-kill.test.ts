import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  getOrderImport,
  previewOrderImport,
  runOrderImport,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aFile, aRow, aSpringClass } from '../../../../test/factories/import.factory.ts';
import { forgetHeartbeats, startWorker } from '../../../../test/own-process.ts';
import { unique } from '../../../../test/unique.ts';

// This process only queues: the work is done by workers that can be killed.
const app = useOwnTestApp();
vi.setConfig({ testTimeout: 120_000 });

/** So many that a run is still under way when its worker is killed. */
const total = 60;

/** A running import of that many rows. */
const aRun = async () => {
  // The workers' own clocks run.
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
    throw new Error(`The run did not get to ${count}: ${JSON.stringify(await read())}`);
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

test('a run whose worker is killed is taken up by another, and each row is ordered once', async () => {
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

test('a worker that is asked to stop hands the run back at once', async () => {
  const { importId, read, untilDone, counts } = await aRun();
  const first = await startWorker(app);
  await untilDone(20);
  first.send('stop');
  await once(first, 'exit');
  expect(first.exitCode).toBe(0);
  expect((await read()).run_done).toBeLessThan(total);
  // Not given up and found again: ended, and queued anew as if for the first time.
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

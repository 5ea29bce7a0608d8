import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import {
  getOrderImport,
  listImportRows,
  orderImportRow,
  previewOrderImport,
  resumeOrderImport,
  runOrderImport,
  skipImportRow,
  stopOrderImport,
  type ImportProgress,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { testNow, useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aDiscountCode } from '../../../../test/factories/discount-code.factory.ts';
import {
  aFile,
  aRow,
  aSpringClass,
  theSampleClasses,
  theSampleFile,
  type FileBody,
} from '../../../../test/factories/import.factory.ts';
import { holdRows } from '../../../../test/hold-rows.ts';
import { unique } from '../../../../test/unique.ts';
import { openCarriers } from '../../../platform/carriers/carriers.ts';
import { newId } from '../../../platform/ids.ts';
import { orderImports } from './order-imports.schema.ts';
import { runOrderImportJob } from './run-order-import.job.ts';

const app = useOwnTestApp({ work: true });
vi.setConfig({ testTimeout: 120_000 });

const preview = async (body: FileBody) =>
  (await (await app.as('Admin')).call(previewOrderImport, { body })).data;

const run = async (importId: string) =>
  (await (await app.as('Admin')).call(runOrderImport, { body: { import_id: importId } })).data;

const progressOf = async (importId: string) =>
  (await (await app.as('Admin')).call(getOrderImport, { params: { importId } })).data;

const until = async (importId: string, isSo: (progress: ImportProgress) => boolean) => {
  const end = Date.now() + 100_000;
  for (;;) {
    const progress = await progressOf(importId);
    if (isSo(progress)) return progress;
    if (Date.now() > end) throw new Error(`The progress is ${JSON.stringify(progress)}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const isDone = (progress: ImportProgress) => progress.run === 'done';

const aLargeFile = async (count: number, values: Partial<FileBody> = {}) => {
  const { tuitionClass } = await aSpringClass(app, { name: unique('Large'), maxCap: 100_000 });
  const rows = Array.from({ length: count }, () => aRow({ class: tuitionClass.name }));
  return { tuitionClass, body: aFile(rows, values) };
};

const ordersOf = async (classId: string) =>
  (
    await app.database.db.execute<{ orders: number; students: number }>(
      sql`select count(*)::int as orders, count(distinct student_id)::int as students from orders where class_id = ${classId}`,
    )
  ).rows[0];

describe('the sample file', () => {
  test('orders exactly the 15 rows without problems; a second upload and run order nothing', async () => {
    await theSampleClasses(app);
    const { progress } = await preview(theSampleFile());

    expect(await run(progress._id)).toMatchObject({ run: 'running', run_total: 15, run_done: 0 });
    const done = await until(progress._id, isDone);

    expect(done).toMatchObject({ run: 'done', run_total: 15, run_done: 15 });
    expect(done.counts).toEqual({
      // Rows 18 and 20 have another total or price, which needs confirmation.
      open: 22,
      processed: 15,
      cancelled: 0,
      skipped: 0,
      rejected: 1,
      ignored: 2,
    });
    const orders = await app.database.db.execute<{
      type: string;
      brand: string;
      count: number;
      sum: number;
    }>(
      sql`select type, brand, count(*)::int as count, sum(actual_price)::int as sum from orders group by type, brand order by type`,
    );
    expect(orders.rows).toEqual([
      { type: 'PAYMENT', brand: 'LLP', count: 14, sum: 162_200 },
      { type: 'TRIAL', brand: 'LLP', count: 1, sum: 0 },
    ]);
    expect(done.ordered_total).toEqual([{ currency: 'SGD', amount: 1622 }]);

    const again = await preview(theSampleFile({ file_name: 'again.csv' }));
    expect(again.progress._id).toBe(progress._id);
    expect(again.rows.filter((row) => row.state === 'processed').map((row) => row.row)).toEqual([
      1, 2, 3, 4, 5, 10, 15, 16, 17, 19, 21, 24, 29, 35, 39,
    ]);
    expect(again.rows.some((row) => row.without_problems)).toBe(false);
    expect(await run(progress._id)).toMatchObject({ run: 'done', run_total: 0 });
    const count = await app.database.db.execute(sql`select count(*)::int as count from orders`);
    expect(count.rows[0]).toEqual({ count: 15 });
  });
});

describe('a run', () => {
  test('of many rows and classes orders each once', async () => {
    // More rows than the 200 that are read at a time.
    const files = [];
    for (let index = 0; index < 7; index += 1) files.push(await aLargeFile(30));
    const { progress } = await preview(aFile(files.flatMap(({ body }) => body.rows)));
    await run(progress._id);
    const done = await until(progress._id, isDone);
    expect(done).toMatchObject({ run_total: 210, run_done: 210 });
    for (const { tuitionClass } of files)
      expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 30, students: 30 });
  });

  test('stops after the rows in progress and continues there', async () => {
    const { body, tuitionClass } = await aLargeFile(80);
    const admin = await app.as('Admin');
    const { progress } = await preview(body);
    const importId = progress._id;
    await run(importId);
    await until(importId, ({ run_done: done }) => done >= 10);

    const stopped = (await admin.call(stopOrderImport, { params: { importId } })).data;
    expect(stopped.run).toBe('stopped');
    expect(stopped.run_done).toBeLessThan(80);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await progressOf(importId)).toEqual(stopped);
    expect((await admin.call(stopOrderImport, { params: { importId } })).data).toEqual(stopped);

    const resumed = (await admin.call(resumeOrderImport, { params: { importId } })).data;
    expect(resumed).toMatchObject({ run: 'running', run_total: 80 });
    expect(await until(importId, isDone)).toMatchObject({ run_total: 80, run_done: 80 });
    expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 80, students: 80 });
  });

  test('that is started, stopped and resumed concurrently orders each row once', async () => {
    const { body, tuitionClass } = await aLargeFile(40);
    const admin = await app.as('Admin');
    const { progress } = await preview(body);
    const importId = progress._id;
    await Promise.all(Array.from({ length: 8 }, () => run(importId)));
    for (let round = 0; round < 5; round += 1)
      await Promise.all([
        admin.call(stopOrderImport, { params: { importId } }),
        admin.call(resumeOrderImport, { params: { importId } }),
        run(importId),
        admin.call(resumeOrderImport, { params: { importId } }),
      ]);
    await admin.call(resumeOrderImport, { params: { importId } });
    const done = await until(importId, isDone);
    expect(done.counts.processed).toBe(40);
    expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 40, students: 40 });
  });

  test('continues when the database drops every connection', async () => {
    const { body, tuitionClass } = await aLargeFile(80);
    const { progress } = await preview(body);
    await run(progress._id);
    await until(progress._id, ({ run_done: done }) => done >= 10);
    const cut = async () =>
      app.database.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
    await cut();
    await expect
      .poll(async () => (await ordersOf(tuitionClass.id).catch(() => undefined))?.orders, {
        timeout: 60_000,
      })
      .toBe(80);
    expect((await until(progress._id, isDone)).counts.processed).toBe(80);
    expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 80, students: 80 });
  });

  test('leaves a refused row open with the reason, and continues', async () => {
    const code = await aDiscountCode(app, { usageLimit: 3 });
    const { body } = await aLargeFile(5, { discount_code: code.code });
    const { progress } = await preview(body);
    await app.database.db.execute(
      sql`update discount_codes set usage_limit = 0 where id = ${code.id}`,
    );
    await app.database.db.transaction(async (tx) => {
      // The rows wait for the locked code until the run is planned and the limit is restored.
      await tx.execute(sql`select 1 from discount_codes where id = ${code.id} for update`);
      await run(progress._id);
      await tx.execute(sql`update discount_codes set usage_limit = 3 where id = ${code.id}`);
    });
    const done = await until(progress._id, isDone);
    expect(done).toMatchObject({ run_total: 5, run_done: 5 });
    expect(done.counts).toMatchObject({ open: 2, processed: 3 });
    const admin = await app.as('Admin');
    const { data } = await admin.call(listImportRows, {
      params: { importId: progress._id },
      query: { state: 'open' },
    });
    expect(data.map((row) => row.note)).toEqual([
      'This discount code has been used up.',
      'This discount code has been used up.',
    ]);
  });

  test('orders no row at another price than the confirmed one', async () => {
    const code = await aDiscountCode(app, { discountType: 'Absolute', value: 1000 });
    const { tuitionClass } = await aSpringClass(app, { name: unique('Dearer') });
    const email = `${unique('twice')}@example.com`;
    const months = ['March', 'April'].map((for_month) =>
      aRow({ class: tuitionClass.name, email, for_month }),
    );
    const body = aFile(months, { discount_code: code.code });
    const { progress } = await preview(body);
    await app.database.db.transaction(async (tx) => {
      // The first row waits for the code; the second one, of the same student, follows it.
      await tx.execute(sql`select 1 from discount_codes where id = ${code.id} for update`);
      await run(progress._id);
      await tx.execute(sql`update classes set rate = 6000 where id = ${tuitionClass.id}`);
    });
    await until(progress._id, isDone);
    const admin = await app.as('Admin');
    const { data } = await admin.call(listImportRows, { params: { importId: progress._id } });
    expect(data.at(-1)).toMatchObject({
      state: 'open',
      price: 230,
      note: 'The price is $230.00 for 4 lessons; $90.00 was shown.',
    });
    const dearer = await app.database.db.execute(
      sql`select id from orders where class_id = ${tuitionClass.id} and actual_price <> 9000`,
    );
    expect(dearer.rows).toEqual([]);
  });

  test('leaves out rows that were skipped or ordered by hand', async () => {
    const { body, tuitionClass } = await aLargeFile(3);
    const admin = await app.as('Admin');
    const { progress, rows } = await preview(body);
    await admin.call(skipImportRow, { body: { import_id: progress._id, row: 1 } });
    await admin.call(orderImportRow, {
      body: {
        import_id: progress._id,
        row: 2,
        class: tuitionClass.id,
        email: rows[1]?.email ?? '',
        lesson: rows[1]?.lesson ?? [],
      },
    });
    expect((await run(progress._id)).run_total).toBe(1);
    const done = await until(progress._id, isDone);
    expect(done.counts).toMatchObject({ open: 0, skipped: 1, processed: 2 });
    expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 2, students: 2 });
  });

  test('of two files with the same rows concurrently orders each once', async () => {
    const { body, tuitionClass } = await aLargeFile(30);
    const turned = { ...body, rows: body.rows.toReversed() };
    const files = [await preview(body), await preview(turned)];
    await Promise.all(files.map(({ progress }) => run(progress._id)));
    const done = await Promise.all(files.map(({ progress }) => until(progress._id, isDone)));
    expect(done.reduce((sum, { counts }) => sum + counts.processed, 0)).toBe(30);
    expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 30, students: 30 });
  });

  test('of a user who may no longer import waits until another user resumes it', async () => {
    const { body, tuitionClass } = await aLargeFile(5);
    const { progress } = await preview(body);
    const leaving = await app.as('Admin', { name: 'Leaving' });
    const held = await holdRows(app, 'select 1 from order_imports where id = $1 for share', [
      progress._id,
    ]);
    const started = leaving.call(runOrderImport, { body: { import_id: progress._id } });
    started.catch(() => undefined);
    await held.untilWaiting(1);
    await held.query('update users set enabled = false where id = $1', [leaving.id]);
    await held.commit();
    const stopped = await until(
      progress._id,
      ({ run: state }) => state !== 'idle' && state !== 'running',
    );
    expect(stopped.run).toBe('stopped');
    expect(await ordersOf(tuitionClass.id)).toEqual({ orders: 0, students: 0 });
    const admin = await app.as('Admin');
    await admin.call(resumeOrderImport, { params: { importId: progress._id } });
    expect((await until(progress._id, isDone)).counts.processed).toBe(5);
  });

  test('is forbidden to other roles, and needs an existing import', async () => {
    const admin = await app.as('Admin');
    const importId = '01900000-0000-7000-8000-000000000000';
    for (const operation of [stopOrderImport, resumeOrderImport, getOrderImport, listImportRows]) {
      expect((await admin.refused(operation, { params: { importId } })).status).toBe(404);
      expect((await admin.refused(operation, { params: { importId: 'x' } })).status).toBe(400);
      expect(
        (await (await app.as('SalesAdmin')).refused(operation, { params: { importId } })).status,
      ).toBe(403);
    }
    const body = { import_id: importId };
    expect((await admin.refused(runOrderImport, { body })).status).toBe(404);
    expect((await (await app.as('Agent')).refused(runOrderImport, { body })).status).toBe(403);
  });
});

test('the job of an earlier run does not end the current one', async () => {
  const { body } = await aLargeFile(1);
  const { progress } = await preview(body);
  await run(progress._id);
  await until(progress._id, isDone);
  await app.database.db
    .update(orderImports)
    .set({ runState: 'running', runId: newId(testNow) })
    .where(eq(orderImports.id, progress._id));

  const job = {
    db: app.database.db,
    clock: app.clock,
    settings: app.settings,
    listeners: app.listeners,
    fetchFile: app.fetchFile,
    requestId: 'test',
    address: '127.0.0.1',
    userAgent: 'test',
    actorId: (await app.as('Admin')).id,
    jobId: newId(testNow),
    carriers: openCarriers(app.settings),
  };
  const earlier = { importId: progress._id, runId: newId(testNow) };
  await runOrderImportJob.handler(job, earlier, new AbortController().signal);

  expect((await progressOf(progress._id)).run).toBe('running');
});

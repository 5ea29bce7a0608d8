import { beforeAll, describe, expect, test } from 'vitest';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useOwnTestApp } from '../../test/build-test-app.ts';
import { aClass } from '../../test/factories/class.factory.ts';
import { anOrder } from '../../test/factories/order.factory.ts';
import { statementsOf } from '../../test/query-plan.ts';
import { classList } from '../domains/classes/class-list.ts';
import { orderList } from '../domains/orders/order-list.ts';
import type { Context } from './context.ts';
import type { Db } from './database.ts';

const app = useOwnTestApp();

const contextOf = (db: Db): Context => ({
  actor: {
    id: '01980000-0000-7000-8000-000000000000',
    name: 'Siti',
    email: '',
    role: 'Admin',
    extra_routes: [],
    seesOrderId: false,
    orderAgents: [],
    leadSourceScope: null,
  },
  db,
  clock: app.clock,
  settings: app.settings,
  listeners: app.listeners,
  requestId: 'test',
  address: '127.0.0.1',
  userAgent: 'test',
});

const query = (changes: object = {}) => listClasses.query!.parse(changes);

const all = 1201;

beforeAll(async () => {
  const { id } = await aClass(app);
  // More than two batches; many share an instant, and instants differ by less than a JavaScript date can represent.
  await app.database.pool.query(
    `insert into classes (id, name, subject, start_date, end_date, created, updated)
     select gen_random_uuid(), 'Copy ' || n, subject, start_date, end_date, created,
       updated + make_interval(secs => (n / 7) * 0.000001)
     from classes, generate_series(2, $2) n where id = $1`,
    [id, all],
  );
});

const idsOf = async (rows: AsyncIterable<{ _id: string }>) =>
  (await Array.fromAsync(rows)).map((row) => row._id);

describe('a download', () => {
  test.each([
    ['updated', 'desc'],
    ['updated', 'asc'],
    ['name', 'asc'],
  ] as const)('by %s %s has every row once, in the order of the pages', async (sortBy, order) => {
    const context = contextOf(app.database.db);
    const read = await idsOf(classList.each(context, query({ sortBy, order })));
    const pages: string[] = [];
    for (let offset = 0; offset < all; offset += 200) {
      const { data } = await classList.page(context, query({ sortBy, order, max: 200, offset }));
      pages.push(...data.map((row) => row._id));
    }
    expect(read).toEqual(pages);
    expect(new Set(read).size).toBe(all);
  });

  test('is a snapshot: concurrent saves are neither repeated nor missed', async () => {
    const rows = classList.each(contextOf(app.database.db), query());
    const expected = await idsOf(classList.each(contextOf(app.database.db), query()));
    const first = await rows.next();
    await app.database.pool.query(
      `update classes set updated = updated + interval '1 day' where id = $1`,
      [expected.at(-1)],
    );
    await app.database.pool.query(
      `update classes set updated = updated - interval '1 day' where id = $1`,
      [expected[700]],
    );
    const ids = first.done ? [] : [first.value._id];
    expect([...ids, ...(await idsOf(rows))]).toEqual(expected);
  });

  test('uses no connection of the pool, and releases its own when the reader stops', async () => {
    const before = app.database.pool.totalCount - app.database.pool.idleCount;
    for (let time = 0; time < 5; time += 1) {
      const rows = classList.each(contextOf(app.database.db), query());
      await rows.next();
      expect(app.database.pool.totalCount - app.database.pool.idleCount).toBe(before);
      await rows.return(undefined);
    }
  });

  test('of orders keeps the list’s order, in both directions', async () => {
    for (let time = 0; time < 3; time += 1) await anOrder(app, { lessons: 1 });
    const admin = await app.as('Admin');
    for (const order of ['asc', 'desc']) {
      const { data } = await admin.call(listOrders, { query: { order } });
      const answer = await admin.send(listOrders, {
        query: { order },
        headers: { accept: 'text/csv' },
      });
      const lines = String(answer.body).trim().split('\r\n').slice(1);
      expect(lines).toHaveLength(data.length);
      for (const [index, line] of lines.entries())
        expect(line).toContain(data[index]!.created_by.email);
    }
  });
});

test('a page and its count come from one statement', async () => {
  const sent = await statementsOf(app.database.pool, async (db) => {
    const { data, count } = await classList.page(
      contextOf(db),
      query({ max: 5, filter: '{"name":{"regex":"copy"}}' }),
    );
    expect({ shown: data.length, count }).toEqual({ shown: 5, count: all - 1 });
  });
  expect(sent.filter(({ sql }) => /count\(\*\)/.test(sql))).toHaveLength(1);
  expect(sent[0]?.sql).toMatch(/^select array\(.* as ids, .*count\(\*\).*::int as count$/);
});

describe('a page of orders', () => {
  const ordersOf = (db: Db, student: string, offset = 0) =>
    orderList.page(contextOf(db), {
      max: 2,
      offset,
      sortBy: 'created',
      order: 'desc',
      filter: { created_by: student },
    });

  test('is one statement with its count, of the same text for other values', async () => {
    const [first, second] = [await anOrder(app), await anOrder(app)];
    const sent = await statementsOf(app.database.pool, async (db) => {
      for (const { _id, created_by: student } of [first, second]) {
        const { data, count } = await ordersOf(db, student._id);
        expect([data.map((order) => order._id), count]).toEqual([[_id], 1]);
      }
    });
    expect(sent.map(({ sql }) => sql)).toEqual([sent[0]?.sql, sent[0]?.sql]);
  });

  test('beyond the last one has the count too', async () => {
    const { created_by: student } = await anOrder(app);
    expect(await ordersOf(app.database.db, student._id, 40)).toEqual({ data: [], count: 1 });
  });
});

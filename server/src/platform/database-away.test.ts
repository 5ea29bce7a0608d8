import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getMe, signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { createOrder, listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { startTestApp, type TestApp } from '../../test/build-test-app.ts';
import { unique } from '../../test/unique.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../test/database-proxy.ts';
import { aClassWithLessons } from '../../test/factories/class.factory.ts';
import { anOrderBody } from '../../test/factories/order.factory.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/test-database.ts';
import { apiWith } from '../../test/sign-in-as.ts';
import type { Api } from '../../test/stage.ts';
import { orders } from '../domains/orders/orders.schema.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { whenDatabaseAnswers, type WaitOptions } from './wait-for-database.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let app: TestApp;
let admin: Api;

beforeAll(async () => {
  database = await createEmptyDatabase();
  proxy = await startDatabaseProxy(database.url);
  app = await startTestApp({ database: { url: proxy.url, drop: async () => undefined } });
  admin = await app.as('Admin');
  return async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  };
});
afterEach(() => proxy.restore());

const refusedAsAway = async (api: Api, operation: AnyOperation, input: object = {}) => {
  const answer = await api.refused(operation, input);
  expect(answer).toMatchObject({
    status: 503,
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  });
  expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
};

/** A connection that bypasses the proxy. */
const directly = async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const anOrderToCome = async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
  return {
    lessons,
    input: {
      body: anOrderBody(tuitionClass.id, lessons),
      headers: { 'idempotency-key': unique('order') },
    },
    saved: () => app.database.db.select().from(orders).where(eq(orders.classId, tuitionClass.id)),
  };
};

describe('while the database is away', () => {
  test('reads, writes and sign-ins are refused with 503 and Retry-After, and work afterwards', async () => {
    const { input, saved } = await anOrderToCome();
    const anonymous = apiWith(app, { id: '', token: '' });
    await proxy.cut();
    for (let time = 0; time < 3; time += 1) {
      await refusedAsAway(admin, getMe);
      await refusedAsAway(admin, listOrders);
      await refusedAsAway(admin, createOrder, input);
      await refusedAsAway(anonymous, signIn, {
        body: { email: 'a@example.com', password: 'Staffroom2026' },
      });
    }
    await proxy.restore();
    await admin.call(getMe);
    expect(await saved()).toEqual([]);
    await admin.call(createOrder, input);
    expect(await saved()).toHaveLength(1);
  });

  test('many concurrent requests are refused, and leave no connection behind', async () => {
    await proxy.cut();
    const away = await Promise.all(Array.from({ length: 60 }, () => admin.send(listOrders)));
    expect(new Set(away.map((answer) => answer.status))).toEqual(new Set([503]));
    await proxy.restore();
    const back = await Promise.all(Array.from({ length: 60 }, () => admin.send(listOrders)));
    expect(new Set(back.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(app.database.pool.waitingCount).toBe(0);
  });

  test('the process is live but not ready', async () => {
    const get = async (url: string) => (await app.http.inject({ method: 'GET', url })).statusCode;
    await proxy.cut();
    expect([await get('/api/healthz'), await get('/api/readyz')]).toEqual([200, 503]);
    expect(
      (await app.http.inject({ method: 'GET', url: '/api/readyz' })).json<unknown>(),
    ).toMatchObject({
      status: 'not ready',
      database: 'away',
    });
    await proxy.restore();
    expect([await get('/api/healthz'), await get('/api/readyz')]).toEqual([200, 200]);
  });
});

describe('a start while the database is away', () => {
  const untilAnswers = (url: string, options: WaitOptions) =>
    whenDatabaseAnswers(url, async () => undefined, options);

  test('waits for it, and logs its setting', async () => {
    await proxy.cut();
    const said: string[] = [];
    const logger = { warn: (_about: object, message: string) => void said.push(message) };
    const waiting = untilAnswers(proxy.url, { logger, pause: 10 });
    await expect.poll(() => said.length).toBe(2);
    expect(new Set(said)).toEqual(
      new Set([
        `The database of DATABASE_URL (${new URL(proxy.url).host}) is away. Waiting for it.`,
      ]),
    );
    await proxy.restore();
    await waiting;
  });

  test('stops waiting on a stop', async () => {
    await proxy.cut();
    const stopping = new AbortController();
    const logger = { warn: () => stopping.abort() };
    await expect(untilAnswers(proxy.url, { logger, stop: stopping.signal })).rejects.toThrow(
      'aborted',
    );
  });

  test('fails if waiting does not help', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'wrong';
    await expect(untilAnswers(wrong.href, { logger: { warn: () => undefined } })).rejects.toThrow(
      'password',
    );
  });
});

describe('when it is lost during an act', () => {
  test('nothing is saved, and the retry with the same key saves it once', async () => {
    const { lessons, input, saved } = await anOrderToCome();
    const holder = await directly();
    await holder.query('begin');
    await holder.query('select id from lessons where id = $1 for update', [lessons[0]?.id]);
    const order = admin.send(createOrder, input);
    const waits =
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect
      .poll(async () => (await holder.query<{ n: number }>(waits)).rows[0]?.n, { timeout: 10_000 })
      .toBe(1);
    await proxy.cut();
    expect((await order).status).toBe(503);
    await proxy.restore();
    await holder.query('rollback');
    expect(await saved()).toEqual([]);
    await admin.call(createOrder, input);
    expect(await saved()).toHaveLength(1);
  });

  test('and only the answer of COMMIT is lost, the retry with the same key gets the first answer', async () => {
    const { input, saved } = await anOrderToCome();
    proxy.loseNextCommitAnswer();
    expect((await admin.send(createOrder, input)).status).toBe(503);
    const kept = await saved();
    expect(kept).toHaveLength(1);
    const { data } = await admin.call(createOrder, input);
    expect(data._id).toBe(kept[0]?.id);
    expect(await saved()).toHaveLength(1);
  });

  test('a connection that breaks between two statements of a transaction does not end the process', async () => {
    const thinking = app.database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await proxy.cut();
      await delay(50);
      await tx.execute(sql`select 1`);
    });
    await expect(thinking).rejects.toSatisfy(isDatabaseAway);
    await proxy.restore();
    await admin.call(getMe);
  });
});

describe('a database that stops answering', () => {
  const impatient = () => {
    const one = openDatabase(proxy.url, { poolSize: 2, answerTimeout: 300 });
    onTestFinished(() => one.close());
    return one;
  };

  test('counts as away after a while, and is used again when it answers', async () => {
    const { db } = impatient();
    await db.execute(sql`select 1`);
    proxy.freeze();
    await expect(db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseAway);
    await proxy.restore();
    await db.execute(sql`select 1`);
  });

  test('does not lose idle connections', async () => {
    const { db } = impatient();
    const backend = async () =>
      (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows;
    const before = await backend();
    await delay(700);
    expect(await backend()).toEqual(before);
    proxy.freeze();
    await expect(backend()).rejects.toSatisfy(isDatabaseAway);
    await proxy.restore();
  });

  test('counts as away within a transaction too', async () => {
    const { db } = impatient();
    const frozen = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.freeze();
      await tx.execute(sql`select 1`);
    });
    await expect(frozen).rejects.toSatisfy(isDatabaseAway);
    await proxy.restore();
    await db.execute(sql`select 1`);
  });
});

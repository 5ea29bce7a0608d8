import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOrder,
  createTrialOrder,
  updateOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { removePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { useOwnTestApp } from '../../test/build-test-app.ts';
import { unique } from '../../test/unique.ts';
import { aClassWithLessons } from '../../test/factories/class.factory.ts';
import { anOrder, anOrderBody } from '../../test/factories/order.factory.ts';
import { orders } from '../domains/orders/orders.schema.ts';
import { classes } from '../domains/classes/classes.schema.ts';
import { idempotencyKeys } from './platform.schema.ts';

const app = useOwnTestApp();

/** A request for an order, its key, and a function that reads the orders of its class. */
const aRequest = async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
  const key = unique('key');
  return {
    key,
    classId: tuitionClass.id,
    headers: { 'idempotency-key': key },
    body: anOrderBody(tuitionClass.id, lessons),
    made: () => app.database.db.select().from(orders).where(eq(orders.classId, tuitionClass.id)),
  };
};

describe('the same request again', () => {
  test('gets the first response with its status, and acts once', async () => {
    const { headers, body, made } = await aRequest();
    const admin = await app.as('Admin');
    const first = await admin.send(createOrder, { headers, body });
    app.clock.setTo(new Date(app.clock.now().getTime() + 60_000));
    const second = await admin.send(createOrder, { headers, body });
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await made()).toHaveLength(1);
  });

  test('is recognised in any order of its fields', async () => {
    const { headers, body, made } = await aRequest();
    const admin = await app.as('Admin');
    await admin.call(createOrder, { headers, body });
    const turned = Object.fromEntries(Object.entries(body).toReversed()) as typeof body;
    await admin.call(createOrder, { headers, body: turned });
    expect(await made()).toHaveLength(1);
  });

  test('ten concurrent requests act once, and all get the same response', async () => {
    const { headers, body, made } = await aRequest();
    const admin = await app.as('Admin');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.send(createOrder, { headers, body })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await made()).toHaveLength(1);
  });

  test('a concurrent repeat waits for the first to end', async () => {
    const { headers, body, made, classId } = await aRequest();
    const admin = await app.as('Admin');
    const holder = await app.database.pool.connect();
    await holder.query('begin');
    await holder.query('select id from lessons where class_id = $1 for update', [classId]);
    const twins = Promise.all([
      admin.call(createOrder, { headers, body }),
      admin.call(createOrder, { headers, body }),
    ]);
    const waits =
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect
      .poll(async () => (await holder.query<{ n: number }>(waits)).rows[0]?.n, { timeout: 10_000 })
      .toBe(2);
    await holder.query('commit');
    holder.release();
    const [first, second] = await twins;
    expect(second).toEqual(first);
    expect(await made()).toHaveLength(1);
  });
});

describe('another request under the same key', () => {
  test('is refused and does nothing', async () => {
    const { headers, body, made } = await aRequest();
    const admin = await app.as('Admin');
    await admin.call(createOrder, { headers, body });
    const refused = await admin.refused(createOrder, {
      headers,
      body: { ...body, email: `${unique('other')}@example.com` },
    });
    expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await made()).toHaveLength(1);
  });

  test('includes a request with another query', async () => {
    const order = await anOrder(app, { lessons: 2 });
    const params = { id: order.detail.lessonList[0]?._id ?? '', studentId: order.created_by._id };
    const headers = { 'idempotency-key': unique('key') };
    const admin = await app.as('Admin');
    await admin.call(removePlace, { params, headers });
    expect((await admin.call(removePlace, { params, headers })).data.orders).toEqual([order._id]);
    const query = { allow_unusual: 'true' } as const;
    const refused = await admin.refused(removePlace, { params, query, headers });
    expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('by another person is a separate request', async () => {
    const { headers, body, made } = await aRequest();
    await (await app.as('Admin', {})).call(createOrder, { headers, body });
    await (
      await app.as('Admin', {})
    ).call(createOrder, {
      headers,
      body: { ...body, email: `${unique('other')}@example.com` },
    });
    expect(await made()).toHaveLength(2);
  });

  test('to another operation is a separate request', async () => {
    const { headers, body, made } = await aRequest();
    const admin = await app.as('Admin');
    await admin.call(createTrialOrder, {
      headers,
      body: { ...body, type: 'TRIAL', allow_several_lessons: true },
    });
    await admin.call(createOrder, { headers, body });
    expect((await made()).map((order) => order.type).toSorted()).toEqual(['PAYMENT', 'TRIAL']);
  });
});

test('a refused request does not use up its key', async () => {
  const { headers, body, made, classId, key } = await aRequest();
  const admin = await app.as('Admin');
  const setActive = (isActive: boolean) =>
    app.database.db.update(classes).set({ isActive }).where(eq(classes.id, classId));
  await setActive(false);
  expect((await admin.refused(createOrder, { headers, body })).code).toBe('class_not_orderable');
  expect(
    await app.database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)),
  ).toEqual([]);
  await setActive(true);
  await admin.call(createOrder, { headers, body });
  expect(await made()).toHaveLength(1);
});

test.each(['', 'two words', 'é', 'x'.repeat(201)])('%j is not a valid key', async (key) => {
  const { body, made } = await aRequest();
  const refused = await (
    await app.as('Admin')
  ).refused(createOrder, {
    headers: { 'idempotency-key': key },
    body,
  });
  expect(refused).toMatchObject({ status: 400, code: 'invalid_value', field: 'Idempotency-Key' });
  expect(await made()).toEqual([]);
});

test('an operation that creates nothing ignores a key', async () => {
  const order = await anOrder(app, { lessons: 1 });
  const admin = await app.as('Admin');
  const headers = { 'idempotency-key': unique('key') };
  for (const is_renewal of [true, false]) {
    const { data } = await admin.call(updateOrder, {
      params: { id: order._id },
      headers,
      body: { meta: { is_renewal } },
    });
    expect(data.meta.is_renewal).toBe(is_renewal);
  }
});

import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  cancelOrder,
  createOrder,
  listOrders,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { unique } from '../../../test/unique.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { rosterSources } from '../lessons/lessons.schema.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { users } from '../identity/users.schema.ts';
import { orderHistory, orders } from './orders.schema.ts';

const app = useTestApp();

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const statusesOf = (answers: { status: number }[]) =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

const countOrdersOfClass = async (classId: string) => {
  const rows = await app.database.db.select().from(orders).where(eq(orders.classId, classId));
  return rows.length;
};

test('50 concurrent requests for the last use of a code create one order', async () => {
  const code = await aDiscountCode(app, { usageLimit: 5, totalUsage: 4 });
  // One class each, because locked lessons of a shared class would already serialize them.
  const made = await Promise.all(times(50, () => aClassWithLessons(app, 2)));
  const admin = await app.as('Admin');

  const answers = await Promise.all(
    made.map(({ tuitionClass, lessons }) =>
      admin.send(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, { discount_code: code.code }),
      }),
    ),
  );

  expect(statusesOf(answers)).toEqual({ 201: 1, 422: 49 });
  const counts = await Promise.all(
    made.map(({ tuitionClass }) => countOrdersOfClass(tuitionClass.id)),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  const [after] = await app.database.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, code.id));
  expect(after?.totalUsage).toBe(5);
});

test('a lesson that is deactivated while an order waits for it is not ordered', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
  const admin = await app.as('Admin');
  const blocker = await holdRows(app, 'update lessons set is_active = false where id = $1', [
    lessons[0]?.id,
  ]);
  const ordering = admin.refused(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
  await blocker.untilWaiting(1);
  await blocker.commit();
  expect(await ordering).toMatchObject({ status: 422, code: 'lessons_not_in_class' });
  expect(await countOrdersOfClass(tuitionClass.id)).toBe(0);
});

test('30 concurrent orders for a lesson of 20 create exactly 20', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3, { maxCap: 20 });
  const admin = await app.as('Admin');

  const answers = await Promise.all(
    times(30, (index) =>
      // Different sets of lessons that share the second one.
      admin.send(createOrder, {
        body: anOrderBody(
          tuitionClass.id,
          index % 2 === 0 ? lessons.slice(0, 2) : lessons.slice(1),
        ),
      }),
    ),
  );

  expect(statusesOf(answers)).toEqual({ 201: 20, 422: 10 });
  const seated = await app.database.db
    .select()
    .from(rosterSources)
    .where(eq(rosterSources.lessonId, lessons[1]!.id));
  expect(seated).toHaveLength(20);
});

test('the same Idempotency-Key sent 20 times concurrently creates one order with one answer', async () => {
  const code = await aDiscountCode(app);
  const { tuitionClass, lessons } = await aClassWithLessons(app, 4);
  const admin = await app.as('Admin');
  const body = anOrderBody(tuitionClass.id, lessons, { discount_code: code.code });
  const headers = { 'idempotency-key': unique('key') };

  const answers = await Promise.all(times(20, () => admin.send(createOrder, { body, headers })));

  expect(statusesOf(answers)).toEqual({ 201: 20 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await countOrdersOfClass(tuitionClass.id)).toBe(1);
  const [after] = await app.database.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, code.id));
  expect(after?.totalUsage).toBe(1);
  const other = await admin.refused(createOrder, { body: { ...body, remark: 'Another' }, headers });
  expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
});

test('a key belongs to one user: another user with the same key gets a new order', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const headers = { 'idempotency-key': unique('key') };
  const first = await (
    await app.as('Admin')
  ).call(createOrder, {
    body: anOrderBody(tuitionClass.id, lessons),
    headers,
  });
  const second = await (
    await app.as('Admin', {})
  ).call(createOrder, {
    body: anOrderBody(tuitionClass.id, lessons),
    headers,
  });
  expect(second.data._id).not.toBe(first.data._id);
});

test('a refused order leaves its key unused, so the corrected one succeeds', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1, { maxCap: 0 });
  const admin = await app.as('Admin');
  const headers = { 'idempotency-key': unique('key') };
  const body = anOrderBody(tuitionClass.id, lessons);
  expect((await admin.refused(createOrder, { body, headers })).code).toBe('class_full');
  await admin.call(createOrder, { body: { ...body, allow_overbook: true }, headers });
});

test('the same new student ordered 10 times concurrently is created once and billed once per lesson', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
  const admin = await app.as('Admin');
  const email = `${unique('newcomer')}@example.com`;
  const answers = await Promise.all(
    times(10, () =>
      admin.send(createOrder, { body: anOrderBody(tuitionClass.id, lessons, { email }) }),
    ),
  );
  expect(statusesOf(answers)).toEqual({ 201: 1, 422: 9 });
  const students = await app.database.db.select().from(users).where(eq(users.emailKey, email));
  expect(students).toHaveLength(1);
});

test('of two concurrent cancels one succeeds, and the use is returned once', async () => {
  const code = await aDiscountCode(app, { usageLimit: 3, totalUsage: 1 });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
  const admin = await app.as('Admin');
  const { data: order } = await admin.call(createOrder, {
    body: anOrderBody(tuitionClass.id, lessons, { discount_code: code.code }),
  });
  const answers = await Promise.all(
    times(5, () =>
      admin.send(cancelOrder, { params: { id: order._id }, body: { remark: 'Family moved' } }),
    ),
  );
  expect(statusesOf(answers)).toEqual({ 200: 1, 409: 4 });
  const [after] = await app.database.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, code.id));
  expect(after?.totalUsage).toBe(1);
});

test('concurrent creates and cancels leave rosters, uses and records consistent', async () => {
  const code = await aDiscountCode(app, { usageLimit: 40 });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 6, { maxCap: 500 });
  const admin = await app.as('Admin');
  await Promise.all(
    times(60, async (index) => {
      const from = index % 5;
      const answer = await admin.send(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons.slice(from, from + 2), {
          email: `family${index % 12}.${tuitionClass.id.slice(-6)}@example.com`,
          discount_code: code.code,
        }),
      });
      if (answer.status === 201 && index % 3 === 0) {
        const { data } = answer.body as { data: { _id: string } };
        await admin.call(cancelOrder, { params: { id: data._id }, body: { remark: 'Not wanted' } });
      }
    }),
  );

  const all = await app.database.db
    .select()
    .from(orders)
    .where(eq(orders.classId, tuitionClass.id));
  const live = all.filter((order) => order.status === 'PROCESSED');
  const sources = await app.database.db
    .select()
    .from(rosterSources)
    .where(
      sql`${rosterSources.lessonId} = any(${sql.param(lessons.map((lesson) => lesson.id))}::uuid[]) and ${rosterSources.releasedAt} is null`,
    );
  const expected = live.flatMap((order) =>
    order.billableLessonIds.map((id) => `${order.id} ${id}`),
  );
  expect(sources.map((source) => `${source.orderId} ${source.lessonId}`).toSorted()).toEqual(
    expected.toSorted(),
  );
  const owned = sources.map((source) => `${source.studentId} ${source.lessonId}`);
  expect(new Set(owned).size).toBe(owned.length);
  const [after] = await app.database.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, code.id));
  expect(after?.totalUsage).toBe(live.length);
  for (const table of [orderHistory, auditLog] as const) {
    const created = await app.database.db
      .select()
      .from(table)
      .where(
        table === auditLog
          ? sql`${auditLog.action} = 'order.created' and ${auditLog.entityId} = any(${sql.param(all.map((order) => order.id))}::uuid[])`
          : sql`${orderHistory.action} = 'created' and ${orderHistory.orderId} = any(${sql.param(all.map((order) => order.id))}::uuid[])`,
      );
    expect(created).toHaveLength(all.length);
  }
  const listed = await admin.call(listOrders, {
    query: { filter: { status: { in: ['PROCESSED'] } }, max: 200 },
  });
  expect(
    listed.data.filter((order) => order.detail.class_obj._id === tuitionClass.id),
  ).toHaveLength(live.length);
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  cancelOrder,
  createOrder,
  createTrialOrder,
  getOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { users } from '../identity/users.schema.ts';

const app = useOwnTestApp();
const day = 24 * 60 * 60_000;

const rosterOf = async (lessonId: string) => {
  const admin = await app.as('Admin', {});
  const roster = await admin.call(getLessonRoster, { params: { id: lessonId } });
  return roster.data.map((place) => place.student._id);
};

const firstPurchaseOf = async (studentId: string) => {
  const [row] = await app.database.db.select().from(users).where(eq(users.id, studentId));
  return row?.firstPurchasedAt ?? null;
};

test('cancelling releases the upcoming places and keeps the lesson that was held', async () => {
  const code = await aDiscountCode(app, { usageLimit: 1 });
  const order = await anOrder(app, { lessons: 4, discount_code: code.code });
  app.clock.setTo(new Date(testNow.getTime() + 8 * day));
  const admin = await app.as('Admin', {});

  const { data: cancelled } = await admin.call(cancelOrder, {
    params: { id: order._id },
    body: { remark: 'Family moved away' },
  });
  app.clock.setTo(testNow);

  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    remark: 'Family moved away',
    abilities: { cancel: false, update: false },
  });
  const [held, ...coming] = order.detail.lesson;
  expect(await rosterOf(held!)).toContain(order.created_by._id);
  for (const lesson of coming) expect(await rosterOf(lesson)).not.toContain(order.created_by._id);
  const [after] = await app.database.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, code.id));
  expect(after?.totalUsage).toBe(0);
  const audit = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, order._id))
    .orderBy(auditLog.id);
  expect(audit.map((row) => row.action)).toEqual(['order.created', 'order.cancelled']);
});

test('after the clock was set back, the cancellation is not before the order', async () => {
  const order = await anOrder(app);
  app.clock.setTo(new Date(testNow.getTime() - day));
  const admin = await app.as('Admin', {});
  await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Moved' } });
  app.clock.setTo(testNow);
  const { rows } = await app.database.pool.query(
    'select cancelled_at > created as later from orders where id = $1',
    [order._id],
  );
  expect(rows).toEqual([{ later: true }]);
});

test('the history shows who cancelled, why, and the previous remark', async () => {
  const order = await anOrder(app);
  const admin = await app.as('Admin');
  await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Wrong class' } });
  const { data } = await admin.call(getOrder, { params: { id: order._id } });
  expect(data.history).toMatchObject([
    { action: 'created', by: { name: 'Test Admin' }, remark: order.remark },
    {
      action: 'cancelled',
      by: { _id: admin.id, name: 'Test Admin' },
      remark: 'Wrong class',
      changes: [
        { field: 'status', from: 'PROCESSED', to: 'CANCELLED' },
        { field: 'remark', from: order.remark, to: 'Wrong class' },
      ],
    },
  ]);
});

test('needs a reason, and is refused a second time', async () => {
  const order = await anOrder(app);
  const admin = await app.as('Admin');
  const without = await admin.refused(cancelOrder, {
    params: { id: order._id },
    body: { remark: '   ' },
  });
  expect(without).toMatchObject({ status: 400, field: 'remark' });
  expect(without.body.message.errors[0]?.message).toBe(
    'Please enter a reason for canceling the order',
  );
  const input = { params: { id: order._id }, body: { remark: 'Twice' } };
  await admin.call(cancelOrder, input);
  expect(await admin.refused(cancelOrder, input)).toMatchObject({
    status: 409,
    code: 'order_already_cancelled',
  });
});

test('a trial place of another order is shown again when the purchase is cancelled', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const admin = await app.as('Admin');
  const email = `${unique('back')}@example.com`;
  await admin.call(createTrialOrder, {
    body: { ...anOrderBody(tuitionClass.id, lessons, { email }), type: 'TRIAL' },
  });
  const { data: purchase } = await admin.call(createOrder, {
    body: anOrderBody(tuitionClass.id, lessons, { email }),
  });
  await admin.call(cancelOrder, { params: { id: purchase._id }, body: { remark: 'No' } });
  const roster = await admin.call(getLessonRoster, { params: { id: lessons[0]!.id } });
  expect(roster.data.map((place) => place.kind)).toEqual(['TRIAL']);
  expect(await firstPurchaseOf(purchase.created_by._id)).toBeNull();
});

test('the first purchase becomes the earliest that is not cancelled', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
  const email = `${unique('first')}@example.com`;
  const buy = async (index: number, at: Date) => {
    app.clock.setTo(at);
    const admin = await app.as('Admin', {});
    return (
      await admin.call(createOrder, {
        body: anOrderBody(tuitionClass.id, [lessons[index]!], { email }),
      })
    ).data;
  };
  const later = new Date(testNow.getTime() + day);
  const first = await buy(0, testNow);
  await buy(1, later);
  expect(await firstPurchaseOf(first.created_by._id)).toEqual(testNow);
  const admin = await app.as('Admin', {});
  await admin.call(cancelOrder, { params: { id: first._id }, body: { remark: 'Wrong' } });
  app.clock.setTo(testNow);
  expect(await firstPurchaseOf(first.created_by._id)).toEqual(later);
});

test('an Agent cancels its own trials but no purchase, and does not find other orders', async () => {
  const agentAccount = await anAgent(app);
  const agent = await app.as('Agent', { orderAgents: [agentAccount.id] });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
  const admin = await app.as('Admin');
  const make = async (type: 'TRIAL' | 'PAYMENT', agentId?: string) =>
    (
      await admin.call(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, {
          type,
          ...(agentId ? { agent_id: agentId } : {}),
        }),
      })
    ).data;
  const cancel = (id: string) => ({ params: { id }, body: { remark: 'Not coming' } });

  const trial = await make('TRIAL', agentAccount.id);
  const purchase = await make('PAYMENT', agentAccount.id);
  const foreign = await make('TRIAL');

  expect((await agent.call(cancelOrder, cancel(trial._id))).data.status).toBe('CANCELLED');
  expect((await agent.refused(cancelOrder, cancel(purchase._id))).status).toBe(403);
  expect((await agent.refused(cancelOrder, cancel(foreign._id))).status).toBe(404);
});

test('a cancel that is retried returns the first answer, and cancels once', async () => {
  const order = await anOrder(app, { lessons: 1 });
  const admin = await app.as('Admin');
  const cancel = {
    params: { id: order._id },
    body: { remark: 'Family moved away' },
    headers: { 'idempotency-key': unique('cancel') },
  };
  const first = await admin.call(cancelOrder, cancel);
  expect(await admin.call(cancelOrder, cancel)).toEqual(first);
  expect(
    await admin.refused(cancelOrder, { ...cancel, body: { remark: 'Another reason' } }),
  ).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  expect(
    await admin.refused(cancelOrder, { ...cancel, headers: { 'idempotency-key': unique('x') } }),
  ).toMatchObject({ status: 409, code: 'order_already_cancelled' });
});

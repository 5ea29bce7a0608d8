import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { sendShopOrders } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  cancelOrder,
  getOrder,
  processOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { aServiceToken, aSystem } from '../../../test/factories/service-token.factory.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { unique } from '../../../test/unique.ts';
import {
  aShopOrder,
  paid,
  type ShopOrderInput,
} from '../../../test/factories/shop-order.factory.ts';
import { aUser } from '../../../test/factories/user.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { openCarriers } from '../../platform/carriers/carriers.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { processPaidOrderJob } from '../orders/process-paid-order.job.ts';

const app = useOwnTestApp({ work: true });

const send = async (...items: unknown[]) => {
  const shop = await aSystem(app, 'orders');
  return (await shop.call(sendShopOrders, { body: { items } })).data;
};

const sendOne = async (item: ShopOrderInput) => {
  const [answer] = await send(item);
  return { ...answer, _id: answer?._id ?? '' };
};

const read = async (id: string) =>
  (await (await app.as('Admin')).call(getOrder, { params: { id } })).data;

const studentsOn = async (lessonId: string) => {
  const admin = await app.as('Admin');
  const { data } = await admin.call(getLessonRoster, { params: { id: lessonId } });
  return data.map((place) => place.student._id);
};

const processed = (id: string) =>
  vi.waitFor(
    async () => {
      const order = await read(id);
      expect(order.status).toBe('PROCESSED');
      return order;
    },
    { timeout: 20_000, interval: 50 },
  );

const refusedProcessing = (id: string) =>
  vi.waitFor(
    async () => {
      const order = await read(id);
      const last = order.history.at(-1);
      expect(last?.remark).toMatch(/^Not processed: /);
      return { order, said: last?.remark };
    },
    { timeout: 20_000, interval: 50 },
  );

const timesUsed = async (id: string) =>
  (await app.database.db.select().from(discountCodes).where(eq(discountCodes.id, id)))[0]
    ?.totalUsage;

const ordersOf = (classId: string) =>
  app.database.db.select().from(orders).where(eq(orders.classId, classId));

describe('an order that is created and then paid in the web shop', () => {
  test('has no place until it is paid, then gets its places, and its student the first purchase', async () => {
    const item = await aShopOrder(app, { remark: 'Gift for the birthday' });
    const [lesson = ''] = item.lesson;

    const begun = await sendOne(item);
    expect(begun).toMatchObject({ external_id: item.external_id, ok: true });
    const init = await read(begun._id);
    expect(init).toMatchObject({
      status: 'INIT',
      remark: 'Gift for the birthday',
      handled_by: null,
      payment: { channel: 'online', provider: 'hitpay', platform: 'paynow', completed_on: null },
      abilities: { process: false, cancel: true },
    });
    expect(await studentsOn(lesson)).toEqual([]);

    expect(await sendOne(paid(item))).toMatchObject({ ok: true, _id: begun._id });
    const done = await processed(begun._id);
    expect(done.payment.completed_on).toBe('2026-11-20T01:30:00.000Z');
    expect(done.actual_price).toBe(init.actual_price);
    const [student] = await app.database.db
      .select()
      .from(users)
      .where(eq(users.id, done.created_by._id));
    expect(student?.firstPurchasedAt).toEqual(new Date('2026-11-20T01:30:00Z'));
    expect(await studentsOn(lesson)).toEqual([done.created_by._id]);
    expect(done.history.map(({ action, changes }) => [action, changes[0]?.to])).toEqual([
      ['created', undefined],
      ['updated', 'PAID'],
      ['updated', 'PROCESSED'],
    ]);
    expect(done.history[1]?.by.name).toMatch(/^Web shop/);
  });

  test('is created once, however often it is sent, also concurrently', async () => {
    const item = await aShopOrder(app);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sendOne(index % 2 === 0 ? item : paid(item))),
    );
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await ordersOf(item.class)).toHaveLength(1);
    await processed(answers[0]?._id ?? '');
    expect(await sendOne(item)).toMatchObject({ ok: true, repeated: true });
    const begun = await aShopOrder(app);
    await sendOne(begun);
    const payments = await Promise.all(Array.from({ length: 6 }, () => sendOne(paid(begun))));
    expect(payments.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect((await read(answers[0]?._id ?? '')).status).toBe('PROCESSED');
  });

  test('is refused when it is created again under the same id with other content', async () => {
    const item = await aShopOrder(app);
    await sendOne(item);
    const [answer] = await send({ ...item, phone: '98765432' });
    expect(answer).toMatchObject({
      ok: false,
      errors: [{ code: 'external_id_reused', field: 'external_id' }],
    });
    expect((await ordersOf(item.class)).map(({ status }) => status)).toEqual(['INIT']);
  });

  test('is paid regardless of the payment’s phone, name, provider or unknown fields', async () => {
    const item = await aShopOrder(app);
    const { _id } = await sendOne(item);
    const [answer] = await send({
      ...paid(item),
      phone: 'n/a',
      name: ' ',
      utm_source: 'newsletter',
      payment: { ...paid(item).payment, provider: 'stripe', fee: 1.2 },
    });
    expect(answer).toMatchObject({ ok: true, _id });
    expect(answer?.warnings?.map(({ code, field }) => [code, field]).toSorted()).toEqual([
      ['content_changed', 'item'],
      ['field_ignored', 'payment.fee'],
      ['field_ignored', 'utm_source'],
      ['name_missing', 'name'],
      ['phone_ignored', 'phone'],
      ['provider_changed', 'payment.provider'],
    ]);
    expect((await processed(_id)).created_by).toMatchObject({ name: 'Ong Xin Yi' });
  });

  test.each([true, false])(
    'is kept although other fields cannot be read, INIT sent before: %s',
    async (isKnown) => {
      const item = await aShopOrder(app);
      if (isKnown) await sendOne(item);
      const [answer] = await send({
        ...item,
        status: 'PAID',
        remark: 'x'.repeat(2001),
        price: -1,
        discount_code: 7,
        payment: { provider: 'paypal', amount: 60, completed_on: 'yesterday' },
      });
      expect(answer).toMatchObject({ ok: true });
      const ignored = answer?.warnings?.filter(({ code }) => code === 'field_ignored');
      expect(ignored?.map(({ field }) => field).toSorted()).toEqual([
        'discount_code',
        'payment.completed_on',
        'payment.provider',
        'price',
        'remark',
      ]);
      expect(await processed(answer?._id ?? '')).toMatchObject({
        paid_amount: 60,
        payment: { provider: isKnown ? 'hitpay' : null },
      });
    },
  );

  test('is kept without any details of its payment, and needs attention for a code beyond the limit', async () => {
    const { payment: _payment, ...item } = await aShopOrder(app);
    const [bare, coded] = await send(
      { ...item, status: 'PAID' },
      {
        ...item,
        external_id: `${item.external_id}-2`,
        status: 'PAID',
        discount_code: 'A'.repeat(90),
        payment: { amount: 60 },
      },
    );
    expect(bare).toMatchObject({ ok: true });
    expect((await read(bare?._id ?? '')).payment.completed_on).not.toBeNull();
    expect((await read(coded?._id ?? '')).attention?.reason).toBeTruthy();
  });

  test('of two systems with the same id is two orders, but a new token of a system is the same system', async () => {
    const item = await aShopOrder(app);
    const sendAs = async (name: string) => {
      const { _id: id, token } = await aServiceToken(app, { name });
      return (await apiWith(app, { id, token }).call(sendShopOrders, { body: { items: [item] } }))
        .data[0];
    };
    const [shop, other] = [unique('Shop'), unique('Shop')];
    const first = await sendAs(shop);
    expect(await sendAs(shop)).toMatchObject({ ok: true, _id: first?._id, repeated: true });
    const elsewhere = await sendAs(other);
    expect(elsewhere?.ok).toBe(true);
    expect(elsewhere?._id).not.toBe(first?._id);
  });

  test('takes the discount use when it is created, and returns it when it is cancelled', async () => {
    const code = await aDiscountCode(app, { usageLimit: 1 });
    const item = await aShopOrder(app, { discount_code: code.code });
    const { _id } = await sendOne(item);
    expect(await timesUsed(code.id)).toBe(1);
    const [second] = await send(await aShopOrder(app, { discount_code: code.code }));
    expect(second).toMatchObject({ ok: false, errors: [{ code: 'discount_code_used_up' }] });

    await (
      await app.as('Admin')
    ).call(cancelOrder, {
      params: { id: _id },
      body: { remark: 'Given up in the shop' },
    });
    expect(await timesUsed(code.id)).toBe(0);
  });

  test('is accepted in rupiah, where a few lessons cost more than a million', async () => {
    const { tuitionClass, lessons: four } = await aClassWithLessons(app, 4, {
      currency: 'IDR',
      rate: 30_000_000,
    });
    const { _id } = await sendOne(
      await aShopOrder(app, {
        class: tuitionClass.id,
        lesson: four.map((lesson) => lesson.id),
        price: 1_200_000,
      }),
    );
    expect(await read(_id)).toMatchObject({ currency: 'IDR', actual_price: 1_200_000 });
  });

  test('is refused if the family was shown another price', async () => {
    const item = await aShopOrder(app, { price: 1 });
    const [answer] = await send(item);
    expect(answer).toMatchObject({
      ok: false,
      errors: [{ code: 'price_differs', field: 'price' }],
    });
    expect(await ordersOf(item.class)).toEqual([]);
  });

  test('is refused for the e-mail of a tutor', async () => {
    const { email } = await aUser(app, { type: 'Tutor' });
    const [answer] = await send(await aShopOrder(app, { email }));
    expect(answer).toMatchObject({
      ok: false,
      errors: [{ code: 'not_a_student', field: 'email' }],
    });
  });
});

describe('a paid order with a problem', () => {
  const aFullClass = { maxCap: 0 };

  test('is refused while unpaid, and kept once it is paid', async () => {
    const item = await aShopOrder(app, {}, aFullClass);
    const [begun] = await send(item);
    expect(begun).toMatchObject({ ok: false, errors: [{ code: 'class_full', field: 'lesson' }] });

    const { _id } = await sendOne(paid(item));
    const { order, said } = await refusedProcessing(_id);
    expect(order).toMatchObject({ status: 'PAID', abilities: { process: true } });
    expect(said).toContain('full');
    expect(await studentsOn(item.lesson[0] ?? '')).toEqual([]);
  });

  test('is kept if a lesson has become inactive', async () => {
    const item = await aShopOrder(app);
    await app.database.db
      .update(lessons)
      .set({ isActive: false })
      .where(eq(lessons.id, item.lesson[0] ?? ''));
    const [begun] = await send(item);
    expect(begun).toMatchObject({ ok: false, errors: [{ code: 'lessons_not_in_class' }] });
    const { order, said } = await refusedProcessing((await sendOne(paid(item)))._id);
    expect(order.status).toBe('PAID');
    expect(said).toContain('active');
  });

  test('is kept if a concurrent order takes the last use of its code', async () => {
    const code = await aDiscountCode(app, { usageLimit: 1 });
    const item = await aShopOrder(app, { discount_code: code.code });
    const other = await holdRows(app, 'update discount_codes set total_usage = 1 where id = $1', [
      code.id,
    ]);
    const sent = sendOne(paid(item));
    await other.untilWaiting(1);
    await other.commit();
    const { _id } = await sent;
    const { history, status, attention } = await read(_id);
    expect([status, attention?.reason]).toEqual(['PAID', 'code_unusable']);
    expect(history.map(({ remark }) => remark).join(' ')).toContain('Kept as it was paid');
    expect(await timesUsed(code.id)).toBe(1);
    expect(await ordersOf(item.class)).toHaveLength(1);
  });

  test('needs attention if its code does not apply, and its history has the reason', async () => {
    const item = await aShopOrder(app, { price: 1, discount_code: 'GONE' });
    const { _id } = await sendOne(paid(item));
    const { history, status, attention, paid_amount } = await read(_id);
    expect([status, attention?.reason, paid_amount]).toEqual(['PAID', 'code_unusable', 1]);
    const said = history.map(({ remark }) => remark).join(' ');
    expect(said).toContain('Kept as it was paid, although: ');
    expect(said).toContain('The price is 60');
  });

  test('records its problem once, however often it is tried', async () => {
    const { _id } = await sendOne(paid(await aShopOrder(app, {}, aFullClass)));
    const { order } = await refusedProcessing(_id);
    const carriers = openCarriers(app.settings);
    const { settings, listeners, fetchFile, clock } = app;
    const { db } = app.database;
    const worker = { requestId: 'test', address: 'worker', userAgent: '', jobId: randomUUID() };
    const actorId = (await aSystem(app, 'orders')).id;
    const job = { ...worker, db, carriers, actorId, clock, settings, listeners, fetchFile };
    await processPaidOrderJob.handler(job, { orderId: _id }, new AbortController().signal);
    expect((await read(_id)).history).toEqual(order.history);
  });

  test('gets its places once when a user confirms it', async () => {
    const item = await aShopOrder(app, {}, aFullClass);
    const { _id } = await sendOne(paid(item));
    await refusedProcessing(_id);
    const admin = await app.as('Admin');
    const at = { params: { id: _id } };
    expect(await admin.refused(processOrder, { ...at, body: {} })).toMatchObject({
      status: 422,
      code: 'class_full',
    });
    const both = await Promise.all(
      [1, 2].map(() => admin.send(processOrder, { ...at, body: { allow_overbook: true } })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { created_by, history } = await read(_id);
    expect(await studentsOn(item.lesson[0] ?? '')).toEqual([created_by._id]);
    expect(history.filter(({ changes }) => changes[0]?.to === 'PROCESSED')).toHaveLength(1);
  });

  test('records in its history that it was paid after its cancellation', async () => {
    const item = await aShopOrder(app);
    const { _id } = await sendOne(item);
    await (
      await app.as('Admin')
    ).call(cancelOrder, {
      params: { id: _id },
      body: { remark: 'Given up' },
    });
    expect(await sendOne(paid(item))).toMatchObject({ ok: true, _id });
    const { status, history } = await read(_id);
    expect(status).toBe('CANCELLED');
    expect(history.at(-1)?.remark).toContain('after it had been cancelled');
  });

  test('from staff is not processed, nor is an unpaid one', async () => {
    const admin = await app.as('Admin');
    const { _id } = await sendOne(await aShopOrder(app));
    expect(await admin.refused(processOrder, { params: { id: _id }, body: {} })).toMatchObject({
      status: 409,
      code: 'order_not_paid',
    });
    const done = await anOrder(app, { lessons: 1 });
    const again = await admin.call(processOrder, { params: { id: done._id }, body: {} });
    expect(again.data.version).toBe(done.version);
  });
});

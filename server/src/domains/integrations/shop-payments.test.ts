import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { sendShopOrders } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  acceptPaidAmount,
  cancelOrder,
  getOrder,
  listOrders,
  processOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { aSystem } from '../../../test/factories/service-token.factory.ts';
import {
  aShopOrder,
  paid,
  type ShopOrderInput,
} from '../../../test/factories/shop-order.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { someOf } from '../../../test/walk.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { expireShopOrders } from '../orders/expire-shop-orders.ts';
import { orders } from '../orders/orders.schema.ts';

const app = useOwnTestApp({ work: true });

/** Two lessons at $30.00 each. */
const price = 60;

const send = async (item: unknown) => {
  const shop = await aSystem(app, 'orders');
  const [answer] = (await shop.call(sendShopOrders, { body: { items: [item] } })).data;
  return { ...answer, _id: answer?._id ?? '' };
};

const paidWith = (item: ShopOrderInput, amount: number, currency?: Currency) => {
  const order = paid(item);
  return { ...order, payment: { ...order.payment, amount, ...(currency && { currency }) } };
};

const read = async (id: string) =>
  (await (await app.as('Admin')).call(getOrder, { params: { id } })).data;

const accept = async (id: string, values: object = {}) =>
  (await app.as('Admin')).send(acceptPaidAmount, {
    params: { id },
    body: { remark: 'Old price list', version: (await read(id)).version, ...values },
  });

const cancel = async (id: string) =>
  (await app.as('Admin')).send(cancelOrder, { params: { id }, body: { remark: 'Refunded' } });

const processed = (id: string) =>
  vi.waitFor(
    async () => {
      const order = await read(id);
      expect(order.status).toBe('PROCESSED');
      return order;
    },
    { timeout: 20_000, interval: 50 },
  );

const studentsOn = async (lessonId = '') => {
  const admin = await app.as('Admin');
  const { data } = await admin.call(getLessonRoster, { params: { id: lessonId } });
  return data.map((place) => place.student._id);
};

const timesUsed = async (id: string) =>
  (await app.database.db.select().from(discountCodes).where(eq(discountCodes.id, id)))[0]
    ?.totalUsage;

/** Makes orders older, and runs the worker. */
const expire = async (ids: readonly string[], hours = 25) => {
  const created = new Date(app.clock.now().getTime() - hours * 3_600_000);
  for (const id of ids)
    await app.database.db.update(orders).set({ created }).where(eq(orders.id, id));
  return expireShopOrders(
    { db: app.database.db, clock: app.clock, settings: app.settings },
    new AbortController().signal,
  );
};

const needingAttention = async () =>
  (
    await (
      await app.as('Admin')
    ).call(listOrders, { query: { filter: { needs_attention: true }, max: 200 } })
  ).data.map(({ _id }) => _id);

describe('the amount that the web shop received', () => {
  test('is stored with the order, which is processed if it is our price', async () => {
    const { _id } = await send(paidWith(await aShopOrder(app), price));
    const order = await processed(_id);
    expect(order).toMatchObject({
      paid_amount: price,
      paid_currency: 'SGD',
      attention: null,
      accepted_difference: 0,
    });
  });

  test('is the shown price if the payment has no amount, and unknown without both', async () => {
    const priced = await send(paid(await aShopOrder(app, { price })));
    const silent = await send(paid(await aShopOrder(app)));
    expect((await processed(priced._id)).paid_amount).toBe(price);
    expect((await processed(silent._id)).paid_amount).toBeNull();
  });

  test.each(['INIT', 'PAID'] as const)('may be above a million in rupiah: %s', async (status) => {
    const item = await aShopOrder(app, {}, { rate: 60_000_000, currency: 'IDR' });
    const sent = status === 'PAID' ? paidWith(item, 1_200_000) : { ...item, price: 1_200_000 };
    const { _id } = await send(sent);
    expect(await read(_id)).toMatchObject({ currency: 'IDR', actual_price: 1_200_000 });
  });

  test.each([
    ['SGD', 1_000_000.01],
    ['USD', 1_000_000.01],
    ['CNY', 5_000_000.01],
    ['IDR', 20_000_001],
  ] as const)('has the limit of its currency: %s', async (currency, amount) => {
    const item = await aShopOrder(app);
    const above = await send(paidWith(item, amount, currency));
    expect(above).toMatchObject({ errors: [{ code: 'invalid_value', field: 'payment.amount' }] });
    const { _id } = await send(paidWith(item, Math.floor(amount / 10) * 10, currency));
    expect(await read(_id)).toMatchObject({ status: 'PAID', paid_currency: currency });
  });

  test('that differs from our price needs attention, and can be accepted as the price', async () => {
    const item = await aShopOrder(app);
    const { _id } = await send(item);
    await send(paidWith(item, 75));
    const waiting = await read(_id);
    expect(waiting).toMatchObject({
      status: 'PAID',
      actual_price: price,
      paid_amount: 75,
      attention: { reason: 'amount_differs' },
      abilities: { accept_paid: true, process: false, cancel: true },
    });
    expect(await needingAttention()).toContain(_id);
    expect(await studentsOn(item.lesson[0])).toEqual([]);
    const admin = await app.as('Admin');
    expect(await admin.refused(processOrder, { params: { id: _id }, body: {} })).toMatchObject({
      status: 409,
      code: 'order_awaits_decision',
    });

    expect((await accept(_id)).status).toBe(200);

    const accepted = await read(_id);
    expect(accepted).toMatchObject({
      status: 'PROCESSED',
      original_price: price,
      actual_price: 75,
      accepted_difference: 15,
      attention: null,
    });
    expect(accepted.history.map(({ remark }) => remark).join(' ')).toContain('Old price list');
    expect(await studentsOn(item.lesson[0])).toEqual([accepted.created_by._id]);
    expect(await needingAttention()).not.toContain(_id);
  });

  test('in another currency can only be cancelled', async () => {
    const { _id } = await send(paidWith(await aShopOrder(app), price, 'USD'));
    expect(await read(_id)).toMatchObject({
      attention: { reason: 'amount_differs' },
      abilities: { accept_paid: false },
    });
    expect((await accept(_id)).status).toBe(409);
    expect((await cancel(_id)).status).toBe(200);
    expect(await read(_id)).toMatchObject({ status: 'CANCELLED', attention: null });
  });

  test('that is sent again is the same payment, and another amount under its id is refused', async () => {
    const item = await aShopOrder(app);
    const { _id } = await send(paidWith(item, 12));
    expect(await send(paidWith(item, 12))).toMatchObject({ ok: true, _id, repeated: true });
    for (const again of [paidWith(item, 99), paidWith(item, 12, 'USD')])
      expect(await send(again)).toMatchObject({
        ok: false,
        errors: [{ code: 'external_id_reused' }],
      });
    expect((await read(_id)).paid_amount).toBe(12);
  });

  test('for another class or other lessons needs attention too', async () => {
    const item = await aShopOrder(app);
    const { _id } = await send(item);
    await send({ ...paidWith(item, price), lesson: item.lesson.slice(0, 1) });
    const { status, attention, history } = await read(_id);
    expect([status, attention?.reason]).toEqual(['PAID', 'amount_differs']);
    expect(history.at(-1)?.remark).toContain('another set of lessons');
  });

  test('for lessons that the student already owns is accepted without places', async () => {
    const item = await aShopOrder(app);
    await processed((await send(paidWith(item, price)))._id);
    const again = { ...paidWith(item, price), external_id: `${item.external_id}-2` };
    const { _id } = await send(again);
    expect(await read(_id)).toMatchObject({ attention: { reason: 'nothing_left' } });
    expect((await accept(_id)).status).toBe(200);
    expect(await read(_id)).toMatchObject({ status: 'PROCESSED', actual_price: price });
    expect(await studentsOn(item.lesson[0])).toHaveLength(1);
  });

  test('after the order was cancelled is kept, and accepted or left cancelled', async () => {
    const [revived, kept] = [await aShopOrder(app), await aShopOrder(app)];
    const ids = [(await send(revived))._id, (await send(kept))._id] as const;
    for (const id of ids) await cancel(id);
    await send(paidWith(revived, price));
    await send(paidWith(kept, price));
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        status: 'CANCELLED',
        paid_amount: price,
        attention: { reason: 'paid_after_cancel' },
        abilities: { accept_paid: true, cancel: true },
      });

    expect((await accept(ids[0])).status).toBe(200);
    expect(await read(ids[0])).toMatchObject({ status: 'PROCESSED', attention: null });
    expect((await cancel(ids[1])).status).toBe(200);
    expect(await read(ids[1])).toMatchObject({ status: 'CANCELLED', attention: null });
    expect((await cancel(ids[1])).status).toBe(409);
  });

  test('is accepted once by two concurrent users, and never both accepted and cancelled', async () => {
    const item = await aShopOrder(app);
    const { _id } = await send(paidWith(item, 10));
    const { version } = await read(_id);
    const both = await Promise.all([accept(_id, { version }), accept(_id, { version })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);

    const second = await send(paidWith(await aShopOrder(app), 10));
    const outcomes = await Promise.all([accept(second._id), cancel(second._id)]);
    expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const { status, attention } = await read(second._id);
    expect(attention).toBeNull();
    expect(['PROCESSED', 'CANCELLED']).toContain(status);
  });

  test('is accepted only by an Admin, with a reason', async () => {
    const { _id } = await send(paidWith(await aShopOrder(app), 10));
    const body = { remark: 'x', version: 1 };
    for (const role of ['SalesAdmin', 'CustService', 'Agent'] as const)
      expect(
        await (await app.as(role)).refused(acceptPaidAmount, { params: { id: _id }, body }),
      ).toMatchObject({ status: 403 });
    expect((await accept(_id, { remark: ' ' })).status).toBe(400);
  });
});

describe('an order that is never paid', () => {
  test('expires after 24 hours and returns its discount use', async () => {
    const code = await aDiscountCode(app, { usageLimit: 1 });
    const { _id } = await send(await aShopOrder(app, { discount_code: code.code }));
    expect(await expire([_id], 23)).toBe(0);
    expect(await expire([_id])).toBe(1);
    expect(await expire([_id])).toBe(0);
    const { status, history } = await read(_id);
    expect(status).toBe('CANCELLED');
    expect(history.at(-1)).toMatchObject({
      by: { name: 'Staffroom' },
      remark: 'Not paid within 24 hours.',
    });
    expect(await timesUsed(code.id)).toBe(0);
  });

  test('is revived by a later payment, and needs attention if its code is used up', async () => {
    const code = await aDiscountCode(app, { usageLimit: 1 });
    const [late, later] = [
      await aShopOrder(app, { discount_code: code.code }),
      await aShopOrder(app, { discount_code: code.code }),
    ];
    const first = await send(late);
    await expire([first._id]);
    await send(paid(late));
    expect((await processed(first._id)).detail.discount?.code).toBe(code.code);
    expect(await timesUsed(code.id)).toBe(1);

    await app.database.db
      .update(discountCodes)
      .set({ totalUsage: 0 })
      .where(eq(discountCodes.id, code.id));
    const second = await send(later);
    await expire([second._id]);
    await app.database.db
      .update(discountCodes)
      .set({ totalUsage: 1 })
      .where(eq(discountCodes.id, code.id));
    await send(paid(later));
    expect(await read(second._id)).toMatchObject({
      status: 'PAID',
      attention: { reason: 'code_unusable' },
    });
    expect(await timesUsed(code.id)).toBe(1);
  });

  test('is either paid or expires when both happen concurrently', async () => {
    const item = await aShopOrder(app);
    const { _id } = await send(item);
    const held = await holdRows(app, 'select 1 from orders where id = $1 for update', [_id]);
    const both = Promise.all([send(paidWith(item, price)), expire([])]);
    await held.query(`update orders set created = created - interval '2 days' where id = $1`, [
      _id,
    ]);
    await held.untilWaiting(1);
    await held.commit();
    await both;
    await expire([]);
    expect(await processed(_id)).toMatchObject({ attention: null, paid_amount: price });
  });

  test('is cancelled by the shop, but only before it is paid', async () => {
    const code = await aDiscountCode(app, { usageLimit: 1 });
    const item = await aShopOrder(app, { discount_code: code.code });
    const { _id } = await send(item);
    const given = { external_id: item.external_id, status: 'CANCELLED' };
    expect(await send(given)).toMatchObject({ ok: true, _id });
    expect(await send(given)).toMatchObject({ ok: true, repeated: true });
    expect((await read(_id)).status).toBe('CANCELLED');
    expect(await timesUsed(code.id)).toBe(0);

    const other = await aShopOrder(app);
    const bought = await send(paid(other));
    await processed(bought._id);
    expect(await send({ external_id: other.external_id, status: 'CANCELLED' })).toMatchObject({
      ok: false,
      errors: [{ code: 'order_already_paid' }],
    });
    expect(await send({ external_id: 'unknown', status: 'CANCELLED' })).toMatchObject({
      ok: false,
      errors: [{ code: 'not_found', field: 'external_id' }],
    });
  });

  test('keeps no use of a code, whatever happens to the others', async () => {
    const fates = fc.array(fc.constantFrom('expires', 'is paid', 'is given up'), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fates, async (each) => {
        const code = await aDiscountCode(app, { usageLimit: 0 });
        const begun = [];
        for (const fate of each) {
          const item = await aShopOrder(app, { discount_code: code.code });
          begun.push({ fate, item, id: (await send(item))._id });
        }
        for (const { fate, item } of begun) {
          if (fate === 'is paid') await send(paid(item));
          if (fate === 'is given up')
            await send({ external_id: item.external_id, status: 'CANCELLED' });
        }
        await expire(begun.filter(({ fate }) => fate === 'expires').map(({ id }) => id));
        expect(await timesUsed(code.id)).toBe(each.filter((fate) => fate === 'is paid').length);
      }),
      { numRuns: someOf(8) },
    );
  });
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  getDiscountCode,
  updateDiscountCode,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { cancelOrder, createOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { orders } from './orders.schema.ts';

const app = useTestApp();

const read = async (id: string) =>
  (await (await app.as('SalesAdmin')).call(getDiscountCode, { params: { id } })).data;

const cancel = async (order: Order) =>
  (await app.as('Admin')).call(cancelOrder, {
    params: { id: order._id },
    body: { remark: 'Moved abroad' },
  });

test('a code counts its usage by business day, with cancelled orders separately', async () => {
  const code = await aDiscountCode(app);
  const other = await aDiscountCode(app);
  const orderAt = async (time: string, name = code.code) => {
    const order = await anOrder(app, { lessons: 1, discount_code: name });
    await app.database.db
      .update(orders)
      .set({ created: new Date(time) })
      .where(eq(orders.id, order._id));
    return order;
  };
  await orderAt('2026-11-18T15:59:59Z');
  await orderAt('2026-11-18T16:00:00Z');
  await orderAt('2026-11-19T10:00:00Z');
  await orderAt('2026-11-19T10:00:00Z', other.code);
  const given = await orderAt('2026-11-19T11:00:00Z');
  await cancel(given);
  const shown = await read(code.id);
  expect(shown.usage).toEqual([
    { day: '2026-11-18', orders: 1, cancelled: 0 },
    { day: '2026-11-19', orders: 2, cancelled: 1 },
  ]);
  expect(shown.total_usage).toBe(3);
});

test('disabling a code is not refused because of orders placed or cancelled meanwhile', async () => {
  const code = await aDiscountCode(app, { usageLimit: 3 });
  const admin = await app.as('Admin');
  const order = await anOrder(app, { lessons: 1, discount_code: code.code });
  await anOrder(app, { lessons: 1, discount_code: code.code });
  await cancel(order);
  const { data } = await admin.call(updateDiscountCode, {
    params: { id: code.id },
    body: { is_active: false, version: code.version },
  });
  expect(data).toMatchObject({ is_active: false, total_usage: 1, version: 2 });
});

test('disabling a code during concurrent orders loses no uses', async () => {
  const code = await aDiscountCode(app);
  const made = await Promise.all(Array.from({ length: 8 }, () => aClassWithLessons(app, 1)));
  const admin = await app.as('Admin');
  const orders = made.map(({ tuitionClass, lessons }) =>
    admin.send(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { discount_code: code.code }),
    }),
  );
  const toggles = [false, true, false].map((is_active) =>
    admin.call(updateDiscountCode, { params: { id: code.id }, body: { is_active } }),
  );
  const answers = await Promise.all(orders);
  await Promise.all(toggles);
  const placed = answers.filter((answer) => answer.status === 201).length;
  const [after] = await app.database.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, code.id));
  expect(after?.totalUsage).toBe(placed);
  expect((await read(code.id)).usage).toEqual(
    placed === 0 ? [] : [{ day: '2026-11-20', orders: placed, cancelled: 0 }],
  );
});

test('a disabled code no longer lowers a price; orders that used it keep theirs', async () => {
  const code = await aDiscountCode(app, { value: 5000 });
  const order = await anOrder(app, { lessons: 2, discount_code: code.code });
  const admin = await app.as('Admin');
  await admin.call(updateDiscountCode, { params: { id: code.id }, body: { is_active: false } });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  expect(
    await admin.refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { discount_code: code.code }),
    }),
  ).toMatchObject({ code: 'discount_code_disabled', field: 'discount_code' });
  expect(order.actual_price).toBe(30);
  expect((await read(code.id)).usage).toEqual([{ day: '2026-11-20', orders: 1, cancelled: 0 }]);
});

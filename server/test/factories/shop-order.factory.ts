import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sendShopOrders } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import type { shopOrderSchema } from 'staffroom-contract/domains/orders/shop-order.schema.ts';
import { orders } from '../../src/domains/orders/orders.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClassWithLessons } from './class.factory.ts';
import { aSystem } from './service-token.factory.ts';

export type ShopOrderInput = Extract<z.input<typeof shopOrderSchema>, { lesson: string[] }>;

type OrderValues = [
  values?: Partial<ShopOrderInput>,
  classOf?: Parameters<typeof aClassWithLessons>[2],
];

/** The web shop's item for a new student's unpaid order of two lessons of a new class. */
export const aShopOrder = async (
  app: Stage,
  ...[values = {}, classOf = {}]: OrderValues
): Promise<ShopOrderInput> => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2, classOf);
  return {
    external_id: unique('SHOP'),
    status: 'INIT',
    email: `${unique('shopper')}@example.com`,
    name: 'Ong Xin Yi',
    phone: '91234567',
    class: tuitionClass.id,
    lesson: lessons.map((lesson) => lesson.id),
    payment: { provider: 'hitpay' },
    ...values,
  };
};

/** The same order once it is paid. */
export const paid = (order: ShopOrderInput): ShopOrderInput => ({
  ...order,
  status: 'PAID',
  payment: { ...order.payment, completed_on: '2026-11-20T01:30:00Z' },
});

/** Sends a paid web shop order and returns its id; a worker processes it immediately. */
export const aPaidShopOrder = async (app: Stage, ...order: OrderValues) =>
  sendShopOrder(app, paid(await aShopOrder(app, ...order)));

/** Sends an order paid with a wrong amount, which needs attention, and returns its id. */
export const aShopOrderPaidOtherwise = async (app: Stage, ...order: OrderValues) => {
  const item = paid(await aShopOrder(app, ...order));
  return sendShopOrder(app, { ...item, payment: { ...item.payment, amount: 75 } });
};

/** Returns the id of a paid order that no worker will ever process. */
export const aStuckShopOrder = async (app: Stage, ...order: OrderValues) => {
  const id = await sendShopOrder(app, await aShopOrder(app, ...order));
  await app.database.db.update(orders).set({ status: 'PAID' }).where(eq(orders.id, id));
  return id;
};

const sendShopOrder = async (app: Stage, order: ShopOrderInput) => {
  const shop = await aSystem(app, 'orders');
  const { data } = await shop.call(sendShopOrders, { body: { items: [order] } });
  return data[0]?._id ?? '';
};

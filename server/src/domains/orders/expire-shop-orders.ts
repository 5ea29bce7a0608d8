import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { recordAudit } from '../../platform/audit.ts';
import { type Clock, timeAfter } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { lookAgain } from '../../platform/look-again.ts';
import type { Settings } from '../../platform/settings.ts';
import { giveUpOrder } from './give-up-order.ts';
import { recordedOrder } from './orders.presenter.ts';
import * as orderQueries from './orders.queries.ts';
import { orders } from './orders.schema.ts';

const lookEveryMs = 5 * 60_000;
const ordersAtATime = 200;

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'shopOrderExpiryHours'> };

/**
 * Cancels web shop orders unpaid after SHOP_ORDER_EXPIRY_HOURS, so that an abandoned cart keeps no discount use
 * (decisions: Orders). Each has its own transaction: concurrent and interrupted runs are safe. Returns their number.
 */
export const expireShopOrders = async (
  { db, clock, settings }: Needs,
  signal: AbortSignal,
): Promise<number> => {
  const until = new Date(clock.now().getTime() - settings.shopOrderExpiryHours * 3_600_000);
  let expired = 0;
  for (;;) {
    // A literal, because with a parameter the partial index `orders_unfinished` would not be used.
    const due = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(sql`${orders.status} = 'INIT'`, lte(orders.created, until)))
      .orderBy(asc(orders.created))
      .limit(ordersAtATime);
    for (const { id } of due) {
      signal.throwIfAborted();
      const isExpired = await inTransaction({ db }, (tx) => expire(tx, { clock, settings }, id));
      expired += Number(isExpired);
    }
    if (due.length < ordersAtATime) return expired;
  }
};

/** Returns false if the order was paid or cancelled meanwhile. */
const expire = async (
  tx: Db,
  { clock, settings }: Omit<Needs, 'db'>,
  id: string,
): Promise<boolean> => {
  const [row] = await orderQueries.lockByIds(tx, [id]);
  if (row?.status !== 'INIT') return false;
  const before = recordedOrder(await orderQueries.requireCard(tx, id));
  const now = clock.now();
  await giveUpOrder(tx, { clock }, row);
  await tx
    .update(orders)
    .set({
      status: 'CANCELLED',
      cancelledAt: timeAfter(clock, row.created),
      expired: true,
      updated: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, id));
  const actor = { id: null, name: 'Staffroom' };
  await orderQueries.insertHistory(tx, {
    orderId: id,
    at: now,
    actor,
    action: 'cancelled',
    remark: `Not paid within ${settings.shopOrderExpiryHours} hours.`,
    changes: [{ field: 'status', from: 'INIT', to: 'CANCELLED' }],
  });
  await recordAudit(
    tx,
    { clock, actor, address: 'worker', requestId: 'expiry' },
    {
      action: 'order.expired',
      entity: 'order',
      entityId: id,
      before,
      after: recordedOrder(await orderQueries.requireCard(tx, id)),
    },
  );
  return true;
};

/** Starts a run every five minutes; several workers may run concurrently. Returns a function that stops it. */
export const startExpiringShopOrders = ({ logger, ...needs }: Needs & { logger: Logger }) =>
  lookAgain({ everyMs: lookEveryMs, logger, failed: 'expiring shop orders failed' }, (signal) =>
    expireShopOrders(needs, signal),
  );

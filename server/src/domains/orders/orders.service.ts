import { canCancel, creatableTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import type {
  CreateOrder,
  updateOrder as updateOperation,
} from '@staffroom/contract/domains/orders/orders.contract.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { giveBackUse } from '../discount-codes/discount-codes.service.ts';
import { releaseOrder } from '../lessons/rosters.service.ts';
import { findEnabledAgent, lockStudent, setFirstPurchase } from '../users/students.service.ts';
import { chooseLessons } from './choose-lessons.ts';
import { listPage, type OrderQuery } from './order-list.queries.ts';
import { orderScope } from './orders.policy.ts';
import { presentHistory, presentOrder } from './orders.presenter.ts';
import * as orderQueries from './orders.queries.ts';
import type { HistoryChange } from './orders.schema.ts';
import { placeOrder } from './place-order.ts';

/** Orders that match and that the actor may see, newest first, with the exact count. */
export const listOrders = async (context: Context, query: OrderQuery) => {
  const { rows, count } = await listPage(context.db, query, {
    actor: context.actor,
    timeZone: context.settings.businessTimeZone,
  });
  return { data: rows.map((row) => presentOrder(row, context.actor)), count };
};

/** One order with its history. Throws not_found, also for orders out of the actor's scope. */
export const getOrder = async (context: Context, id: string) => {
  const order = await presentOne(context.db, id, context.actor);
  const history = await orderQueries.listHistory(context.db, id);
  return { data: { ...order, history: presentHistory(history) } };
};

/** Creates an order from the class's lessons of the given dates, at most once per Idempotency-Key. */
export const createOrder = async (context: Context, body: CreateOrder) => {
  if (!creatableTypes(context.actor).includes(body.type))
    throw refusal('forbidden', { field: 'type' });
  return inTransactionOnce(context, async (tx) => {
    const lessons = await chooseLessons(tx, context, {
      classId: body.class,
      startDate: body.start_date,
      endDate: body.end_date,
      seen: body.lesson,
    });
    const placed = await placeOrder(tx, context, {
      ...body,
      lessonIds: lessons.map((lesson) => lesson.id),
      is_renewal: body.meta.is_renewal,
      brand: 'HOUSE',
    });
    return { data: presentOrder(placed, context.actor) };
  });
};

/**
 * Takes the order's places that are still to come, gives its discount use back and recomputes the first
 * purchase; moves no money. Throws not_found, forbidden, order_already_cancelled.
 */
export const cancelOrder = (context: Context, id: string, remark: string) =>
  inTransaction(context, async (tx) => {
    const before = await lockOrder(tx, context, id);
    if (before.status === 'CANCELLED') throw refusal('order_already_cancelled');
    if (!canCancel(context.actor, before)) throw refusal('forbidden');
    const now = context.clock.now();
    await lockStudent(tx, before.studentId);
    const after = await orderQueries.update(tx, id, {
      status: 'CANCELLED',
      remark,
      cancelledOn: now,
      updated: now,
    });
    const released = await releaseOrder(tx, id, now);
    if (before.type !== 'TRIAL')
      await setFirstPurchase(
        tx,
        before.studentId,
        await orderQueries.firstPurchaseOf(tx, before.studentId),
      );
    await orderQueries.insertHistory(tx, {
      orderId: id,
      at: now,
      actor: context.actor,
      action: 'cancelled',
      remark,
      changes: changesBetween(
        { status: before.status, remark: before.remark },
        { status: 'CANCELLED', remark },
      ),
    });
    await recordAudit(tx, context, {
      action: 'order.cancelled',
      entity: 'order',
      entityId: id,
      before,
      after: { ...after, released },
    });
    await giveBackUse(tx, before.discountCodeId);
    return { data: await presentOne(tx, id, context.actor) };
  });

/** Changes agent, remark and the renewal mark. Throws not_found, stale, agent_not_enabled. */
export const updateOrder = (context: Context, id: string, body: BodyOf<typeof updateOperation>) =>
  inTransaction(context, async (tx) => {
    const before = await lockOrder(tx, context, id);
    if (body.version !== undefined && body.version !== before.version)
      throw refusal('stale', { current: await presentOne(tx, id, context.actor) });
    if (before.status === 'CANCELLED') throw refusal('order_already_cancelled');
    const agentChanges = body.agent !== undefined && body.agent !== before.agentId;
    const agent = agentChanges && body.agent ? await findEnabledAgent(tx, body.agent) : undefined;
    if (agentChanges && !agent) throw refusal('agent_not_enabled', { field: 'agent' });
    const card = await presentOne(tx, id, context.actor);
    const remark = body.remark?.trim() ? body.remark.trim() : before.remark;
    const now = context.clock.now();
    const after = await orderQueries.update(tx, id, {
      agentId: agent?.id ?? before.agentId,
      remark,
      isRenewal: body.meta.is_renewal,
      updated: now,
    });
    await orderQueries.insertHistory(tx, {
      orderId: id,
      at: now,
      actor: context.actor,
      action: 'updated',
      remark: '',
      changes: changesBetween(
        {
          agent: card.agent?.name ?? '',
          remark: before.remark,
          is_renewal: String(before.isRenewal),
        },
        {
          agent: agent?.name ?? card.agent?.name ?? '',
          remark,
          is_renewal: String(body.meta.is_renewal),
        },
      ),
    });
    await recordAudit(tx, context, {
      action: 'order.updated',
      entity: 'order',
      entityId: id,
      before,
      after,
    });
    return { data: await presentOne(tx, id, context.actor) };
  });

const lockOrder = async (tx: Db, context: Context, id: string) => {
  const order = await orderQueries.lockById(tx, id, orderScope(context.actor));
  if (!order) throw notFound('id');
  return order;
};

const changesBetween = (
  before: Record<string, string>,
  after: Record<string, string>,
): HistoryChange[] =>
  Object.entries(after)
    .filter(([field, to]) => before[field] !== to)
    .map(([field, to]) => ({ field, from: before[field] ?? '', to }));

/** One order; 'any scope' for one that the actor has just made. */
export const presentOne = async (
  db: Db,
  id: string,
  actor: Actor,
  reach: 'own scope' | 'any scope' = 'own scope',
): Promise<Order> => {
  const row = await orderQueries.findCard(
    db,
    id,
    reach === 'own scope' ? orderScope(actor) : undefined,
  );
  if (!row) throw notFound('id');
  return presentOrder(row, actor);
};

import { canCancel, creatableTypes } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type {
  CreateOrder,
  updateOrder as updateOperation,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { timeAfter } from '../../platform/clock.ts';
import { refusal } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { changeRecord, defineRecord, getRecord } from '../../platform/record.ts';
import { findEnabledAgent } from '../users/students.service.ts';
import { giveUpOrder } from './give-up-order.ts';
import { chooseLessons } from './choose-lessons.ts';
import { orderChanged } from './orders.events.ts';
import { orderScope } from './orders.policy.ts';
import { historyBetween, presentHistory, presentOrder, recordedOrder } from './orders.presenter.ts';
import * as orderQueries from './orders.queries.ts';
import { orders } from './orders.schema.ts';
import { placeOrder } from './place-order.ts';

const orderRecord = defineRecord({
  entity: 'order',
  table: orders,
  scope: orderScope,
  read: (db, row: orderQueries.OrderRow) => orderQueries.requireCard(db, row.id),
  record: recordedOrder,
  present: (card, { actor }) => presentOrder(card, actor),
  follow: async (tx, context, { id, action, before, after }) => {
    const changes = historyBetween(before, after);
    // A blocked order gets its own remark instead.
    if (action === 'blocked') return;
    await orderQueries.insertHistory(tx, {
      orderId: id,
      at: context.clock.now(),
      actor: context.actor,
      action: action === 'cancelled' ? 'cancelled' : 'updated',
      remark: action === 'cancelled' ? after.remark : '',
      changes,
    });
    await announce(tx, context, orderChanged, {
      studentId: after.created_by._id,
      classId: after.detail.class_obj._id,
    });
  },
});

/** An order's record without scope, for changes of rosters and the web shop, which affect any agent's orders. */
export const anyOrderRecord = { ...orderRecord, scope: () => undefined };

/** Returns one order with its history. Throws not_found, also for orders outside the actor's scope. */
export const getOrder = async (context: Context, id: string) => {
  const { data } = await getRecord(context, orderRecord, id);
  const history = await orderQueries.listHistory(context.db, id);
  return { data: { ...data, history: presentHistory(history) } };
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

/** Cancels an order (`giveUpOrder`). Throws not_found, forbidden, order_already_cancelled. */
export const cancelOrder = (context: Context, id: string, remark: string) =>
  changeRecord(context, orderRecord, { id, action: 'cancelled' }, async (tx, { row }) => {
    if (row.status === 'CANCELLED' && row.attention === null)
      throw refusal('order_already_cancelled');
    if (!canCancel(context.actor, row)) throw refusal('forbidden');
    const decided = { remark, attention: null, attentionCode: null, attentionSince: null };
    // An order that was paid after its cancellation stays cancelled.
    if (row.status === 'CANCELLED') return decided;
    await giveUpOrder(tx, context, row);
    return {
      ...decided,
      status: 'CANCELLED' as const,
      cancelledAt: timeAfter(context.clock, row.created),
    };
  });

/** Changes agent, remark and the renewal mark of an order. Throws not_found, stale, agent_not_enabled. */
export const updateOrder = (context: Context, id: string, body: BodyOf<typeof updateOperation>) => {
  const change = { id, version: body.version, action: 'updated' };
  return changeRecord(context, orderRecord, change, async (tx, { row }) => {
    if (row.status === 'CANCELLED') throw refusal('order_already_cancelled');
    const { agent } = body;
    const isNewAgent = agent !== undefined && agent !== row.agentId;
    if (isNewAgent && !(agent && (await findEnabledAgent(tx, agent))))
      throw refusal('agent_not_enabled', { field: 'agent' });
    return {
      agentId: agent,
      remark: body.remark?.trim() || row.remark,
      isRenewal: body.meta.is_renewal,
    };
  });
};

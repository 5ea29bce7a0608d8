import { canCancel, canUpdate } from '@staffroom/contract/domains/orders/orders.rules.ts';
import type { Order, OrderWithHistory } from '@staffroom/contract/domains/orders/order.schema.ts';
import { toWireAmount } from '@staffroom/contract/shared/money.ts';
import type { Actor } from '../../platform/context.ts';
import type { listHistory, OrderCardRow } from './orders.queries.ts';

/** An order as the card shows it. */
export const presentOrder = (row: OrderCardRow, actor: Actor): Order => {
  const { order } = row;
  return {
    _id: order.id,
    type: order.type,
    status: order.status,
    created: order.created.toISOString(),
    created_by: {
      _id: row.student.id,
      name: row.student.name,
      email: row.student.email,
      phone_country_code: row.student.phoneCountryCode,
      phone: row.student.phone,
    },
    agent: named(order.agentId, row.agentName),
    handled_by: named(order.handledBy, row.handlerName),
    remark: order.remark,
    currency: order.currency,
    original_price: toWireAmount(order.originalPrice),
    actual_price: toWireAmount(order.actualPrice),
    meta: { is_renewal: order.isRenewal },
    brand: order.brand,
    payment: {
      channel: order.channel,
      provider: order.provider,
      platform: order.platform,
      completed_on: order.completedOn?.toISOString() ?? null,
    },
    detail: {
      class_obj: { _id: order.classId, name: row.className },
      lessonList: row.lessons.map(([id, name, term, index, start]) => ({
        _id: id,
        name,
        meta: { index, term },
        scheduled_on: new Date(start).toISOString(),
      })),
      lesson: order.lessonIds,
      billable_lesson: order.billableLessonIds,
      discount:
        row.code === null || order.discountCodeId === null
          ? null
          : { _id: order.discountCodeId, code: row.code },
    },
    updated: order.updated.toISOString(),
    version: order.version,
    abilities: {
      update: canUpdate(actor) && order.status !== 'CANCELLED',
      cancel: canCancel(actor, order),
    },
  };
};

const named = (id: string | null, name: string | null) =>
  id === null ? null : { _id: id, name: name ?? '' };

export const presentHistory = (
  rows: Awaited<ReturnType<typeof listHistory>>,
): OrderWithHistory['history'] =>
  rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.actorName,
    action: row.action,
    remark: row.remark,
    changes: row.changes,
  }));

import {
  canAcceptPaid,
  canCancel,
  canProcess,
  canUpdate,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { Order, OrderWithHistory } from 'staffroom-contract/domains/orders/order.schema.ts';
import { formatMoney, toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { Actor } from '../../platform/context.ts';
import { actorOf } from '../../platform/record-changes.ts';
import type { listHistory, OrderCardRow } from './orders.queries.ts';
import type { HistoryChange } from './orders.schema.ts';

/** An order in the form of its card. */
export const presentOrder = (row: OrderCardRow, actor: Actor): Order => ({
  ...recordedOrder(row),
  abilities: {
    update: canUpdate(actor) && row.order.status !== 'CANCELLED',
    cancel: canCancel(actor, row.order),
    process: canProcess(actor, row.order),
    accept_paid: canAcceptPaid(actor, row.order),
  },
});

/** The audit snapshot of an order (ADR 11): the card without the actor's abilities. */
export const recordedOrder = (row: OrderCardRow) => {
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
    paid_amount: order.paidAmount === null ? null : toWireAmount(order.paidAmount),
    paid_currency: order.paidCurrency,
    accepted_difference: toWireAmount(order.acceptedDifference),
    attention:
      order.attention === null || order.attentionSince === null
        ? null
        : {
            reason: order.attention,
            since: order.attentionSince.toISOString(),
            code: order.attentionCode,
          },
    meta: { is_renewal: order.isRenewal },
    brand: order.brand,
    payment: {
      channel: order.channel,
      provider: order.provider,
      platform: order.platform,
      completed_on: order.completedAt?.toISOString() ?? null,
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
  };
};

const named = (id: string | null, name: string | null) =>
  id === null ? null : { _id: id, name: name ?? '' };

export const presentHistory = (
  rows: Awaited<ReturnType<typeof listHistory>>,
): OrderWithHistory['history'] =>
  rows.map((row) => ({
    at: row.at.toISOString(),
    by: actorOf(row),
    action: row.action,
    remark: row.remark,
    changes: row.changes,
  }));

type Recorded = ReturnType<typeof recordedOrder>;

/** The changes of a step that the history shows: status, agent, remark, renewal, lessons added and removed. */
export const historyBetween = (before: Recorded, after: Recorded): HistoryChange[] => {
  const from = historyWords(before, after);
  const to = historyWords(after, before);
  return Object.entries(to)
    .map(([field, words]) => ({ field, from: from[field] ?? '', to: words }))
    .filter((change) => change.from !== change.to);
};

const historyWords = (order: Recorded, other: Recorded): Record<string, string> => ({
  status: order.status,
  price: formatMoney(order.actual_price, order.currency),
  paid:
    order.paid_amount === null || order.paid_currency === null
      ? ''
      : formatMoney(order.paid_amount, order.paid_currency),
  agent: order.agent?.name ?? '',
  remark: order.remark,
  is_renewal: String(order.meta.is_renewal),
  lessons: order.detail.lessonList
    .filter(({ _id }) => !other.detail.lesson.includes(_id))
    .map(labelOf)
    .join(', '),
});

type Lesson = { name: string; meta: { term: number; index: number } };

/** The lesson's name with its term and number, unless it already begins with them. */
export const labelOf = ({ name, meta }: Lesson) => {
  const code = `T${meta.term} L${meta.index}`;
  return name.startsWith(`${code} `) ? name : `${name} ${code}`;
};

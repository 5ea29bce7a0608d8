import { toWireAmount } from '@staffroom/contract/shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { eachCard } from '../../platform/list-query.ts';
import { requireBounded } from './order-filter.ts';
import { listIdsAfter, type OrderKey, type OrderQuery } from './order-list.queries.ts';
import { listCards, type OrderCardRow } from './orders.queries.ts';

const idColumn: CsvColumn<OrderCardRow> = { header: 'id', value: ({ order }) => order.id };

const columns: CsvColumn<OrderCardRow>[] = [
  { header: 'created', time: ({ order }) => order.created },
  { header: 'type', value: ({ order }) => order.type },
  { header: 'status', value: ({ order }) => order.status },
  { header: 'student', value: ({ student }) => student.name },
  { header: 'email', value: ({ student }) => student.email },
  {
    header: 'phone',
    value: ({ student }) => `${student.phoneCountryCode} ${student.phone}`.trim(),
  },
  { header: 'class', value: (row) => row.className },
  { header: 'lessons', value: ({ order }) => order.lessonIds.length },
  { header: 'billable_lessons', value: ({ order }) => order.billableLessonIds.length },
  { header: 'currency', value: ({ order }) => order.currency },
  { header: 'original_price', value: ({ order }) => toWireAmount(order.originalPrice) },
  { header: 'actual_price', value: ({ order }) => toWireAmount(order.actualPrice) },
  { header: 'discount_code', value: (row) => row.code },
  { header: 'payment_mode', value: ({ order }) => (order.handledBy ? 'bank transfer' : 'online') },
  { header: 'platform', value: ({ order }) => order.platform },
  { header: 'agent', value: (row) => row.agentName },
  { header: 'is_renewal', value: ({ order }) => order.isRenewal },
  { header: 'remark', value: ({ order }) => order.remark },
];

/** Every order that matches, as CSV, in the list's order; the page of the query does not matter. Throws invalid_value. */
export const exportOrders = (context: Context, query: OrderQuery): CsvAnswer => {
  requireBounded(context, query.filter);
  const viewer = {
    actor: context.actor,
    timeZone: context.settings.businessTimeZone,
    now: context.clock.now(),
  };
  const rows = eachCard(context, {
    ids: (db, last?: OrderKey) => listIdsAfter(db, query, viewer, last),
    cards: async (db, ids) => {
      const cards = new Map((await listCards(db, ids)).map((card) => [card.order.id, card]));
      return ids.flatMap((id) => cards.get(id) ?? []);
    },
  });
  const shown = context.actor.seesOrderId ? [idColumn, ...columns] : columns;
  return csvAnswer('orders.csv', shown, rows);
};

import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { formatCount } from '../../lib/formats.ts';

/** The effects of cancelling an order, as sentences (decisions: Orders, Cancelling); `now` is an ISO instant. */
export const cancelFacts = (
  order: Pick<Order, 'type' | 'status' | 'detail' | 'created_by'>,
  now: string,
): string[] => {
  const { lessonList, discount } = order.detail;
  const moment = Temporal.Instant.from(now);
  const toCome = lessonList.filter(
    (lesson) => Temporal.Instant.compare(lesson.scheduled_on, moment) > 0,
  ).length;
  const held = lessonList.length - toCome;
  const holdsPlaces = order.status === 'PROCESSED';
  return [
    ...(holdsPlaces && toCome > 0
      ? [
          `${order.created_by.name || order.created_by.email} leaves the roster of ${formatCount(toCome, 'lesson')} to come.`,
        ]
      : []),
    ...(holdsPlaces && held > 0
      ? [
          `${formatCount(held, 'lesson')} already held ${held === 1 ? 'keeps its' : 'keep their'} record.`,
        ]
      : []),
    ...(discount ? [`One use of ${discount.code} is given back.`] : []),
    ...(order.type === 'TRIAL' ? ['The trial ticket is cancelled.'] : []),
    'No money is refunded by this.',
  ];
};

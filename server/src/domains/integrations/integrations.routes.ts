import {
  sendClassroomEvents,
  sendFeedback,
  sendShopOrders,
  sendSubmissions,
} from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { classroomEventSchema } from 'staffroom-contract/domains/attendance/classroom-event.schema.ts';
import { feedbackItemSchema } from 'staffroom-contract/domains/feedback/feedback-item.schema.ts';
import { submissionEventSchema } from 'staffroom-contract/domains/homework/submission-event.schema.ts';
import {
  readShopOrder,
  type ShopOrder,
  type ShopPurchase,
} from 'staffroom-contract/domains/orders/shop-order.schema.ts';
import { notFound } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/handle.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { takeClassroomEvent } from '../attendance/classroom-events.service.ts';
import { takeFeedback } from '../feedback/feedback.service.ts';
import { takeSubmission } from '../homework/submission-events.service.ts';
import {
  cancelShopOrder,
  isSamePayment,
  payShopOrder,
  takeShopOrder,
} from '../orders/shop-orders.service.ts';
import { readBy, takeItems, type ItemKind } from './take-items.ts';

/** The routes for the company's other systems (decisions: Integrations). */
export const integrationRoutes = (jobs: Jobs): readonly Route[] => [
  handle(sendClassroomEvents, (context, { body }) =>
    takeItems(
      context,
      { scope: 'classroom-events', read: readBy(classroomEventSchema), take: takeClassroomEvent },
      body.items,
    ),
  ),
  handle(sendSubmissions, (context, { body }) =>
    takeItems(
      context,
      { scope: 'submissions', read: readBy(submissionEventSchema), take: takeSubmission },
      body.items,
    ),
  ),
  handle(sendFeedback, (context, { body }) =>
    takeItems(
      context,
      { scope: 'feedback', read: readBy(feedbackItemSchema), take: takeFeedback },
      body.items,
    ),
  ),
  handle(sendShopOrders, (context, { body }) => takeItems(context, shopOrders(jobs), body.items)),
];

/**
 * An order is sent twice: unpaid (INIT), then paid or cancelled. If the payment arrives first, it creates the order,
 * and the unpaid step then changes nothing. A payment is accepted even if its content differs.
 */
const shopOrders = (jobs: Jobs): ItemKind<ShopOrder> => ({
  scope: 'orders',
  read: readShopOrder,
  step: (order) => ({
    name: order.status,
    content: order.status === 'CANCELLED' ? null : contentOf(order),
    mayDiffer: order.status !== 'INIT',
  }),
  isRepeat: async (tx, order, id) => order.status !== 'PAID' || isSamePayment(tx, order, id),
  take: async (tx, context, order, { known: id, contentDiffers }) => {
    if (order.status === 'CANCELLED') {
      if (id === undefined) throw notFound('external_id');
      await cancelShopOrder(tx, context, id, order);
      return id;
    }
    if (id === undefined) return takeShopOrder(tx, context, jobs, order);
    if (order.status === 'INIT') return id;
    return { id, warnings: await payShopOrder(tx, context, jobs, { id, order, contentDiffers }) };
  },
});

const contentOf = ({ status: _status, payment, ...content }: ShopPurchase) => ({
  ...content,
  provider: payment.provider,
});

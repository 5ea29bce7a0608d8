import {
  sendClassroomEvents,
  sendFeedback,
  sendShopOrders,
  sendSubmissions,
} from '@staffroom/contract/domains/integrations/integrations.contract.ts';
import { classroomEventSchema } from '@staffroom/contract/domains/attendance/classroom-event.schema.ts';
import { feedbackItemSchema } from '@staffroom/contract/domains/feedback/feedback-item.schema.ts';
import { submissionEventSchema } from '@staffroom/contract/domains/homework/submission-event.schema.ts';
import {
  shopOrderSchema,
  type ShopOrder,
} from '@staffroom/contract/domains/orders/shop-order.schema.ts';
import { handle, type Route } from '../../platform/handle.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { takeClassroomEvent } from '../attendance/classroom-events.service.ts';
import { takeFeedback } from '../feedback/feedback.service.ts';
import { takeSubmission } from '../homework/submission-events.service.ts';
import { payShopOrder, takeShopOrder } from '../orders/shop-orders.service.ts';
import { takeItems, type ItemKind } from './take-items.ts';

/** The calls of the company's other systems (decisions: Integrations). */
export const integrationRoutes = (jobs: Jobs): readonly Route[] => [
  handle(sendClassroomEvents, (context, { body }) =>
    takeItems(
      context,
      { scope: 'classroom-events', schema: classroomEventSchema, take: takeClassroomEvent },
      body.items,
    ),
  ),
  handle(sendSubmissions, (context, { body }) =>
    takeItems(
      context,
      { scope: 'submissions', schema: submissionEventSchema, take: takeSubmission },
      body.items,
    ),
  ),
  handle(sendFeedback, (context, { body }) =>
    takeItems(
      context,
      { scope: 'feedback', schema: feedbackItemSchema, take: takeFeedback },
      body.items,
    ),
  ),
  handle(sendShopOrders, (context, { body }) => takeItems(context, shopOrders(jobs), body.items)),
];

/** An order comes twice: begun, and paid. A payment that comes first is the order; what was begun is no news then. */
const shopOrders = (jobs: Jobs): ItemKind<ShopOrder> => ({
  scope: 'orders',
  schema: shopOrderSchema,
  step: ({ status, payment, ...content }) => ({
    name: status,
    content: { ...content, provider: payment.provider },
  }),
  take: async (tx, context, order, known) => {
    if (known === undefined) return takeShopOrder(tx, context, jobs, order);
    const { completed_on } = order.payment;
    if (completed_on !== undefined)
      await payShopOrder(tx, context, jobs, { id: known, completedOn: new Date(completed_on) });
    return known;
  },
});

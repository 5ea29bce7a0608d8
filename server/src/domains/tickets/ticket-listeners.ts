import { when } from '../../platform/events.ts';
import { lessonMoved, payingPlacesChanged } from '../lessons/lessons.events.ts';
import { orderChanged } from '../orders/orders.events.ts';
import { bringTicketsInStep } from './ticket-life.ts';
import * as queries from './ticket-life.queries.ts';

/** Tickets follow orders and lessons in the same transaction (decisions: Tickets). */
export const ticketListeners = [
  when(orderChanged, bringTicketsInStep),
  when(lessonMoved, async (tx, context, lesson) => {
    for (const pair of await queries.pairsOnLesson(tx, lesson))
      await bringTicketsInStep(tx, context, pair, { opens: false });
  }),
  when(payingPlacesChanged, async (tx, context, places) => {
    for (const pair of await queries.followedUpOf(tx, places))
      await bringTicketsInStep(tx, context, pair, { opens: false });
  }),
];

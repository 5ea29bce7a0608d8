import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { lessonSummarySchema } from '../lessons/lessons.contract.ts';
import { orderSchema } from '../orders/order.schema.ts';

/** The first of a list with the count of all; null for those who may not open the list's screen. */
const part = <T extends z.ZodType>(record: T) => many(record).nullable();

/**
 * The signed-in person's day (decisions: Roles, `/`). One call, since what a person may see is not known before it is
 * known who they are.
 */
export const getHome = operation({
  name: 'getHome',
  summary: 'Today’s lessons and the orders that need attention, as far as this person may see them',
  method: 'GET',
  path: '/admin/home',
  access: 'signed-in',
  response: one(
    z.object({
      lessons: part(lessonSummarySchema).describe(
        'Active lessons that begin today, the first first',
      ),
      orders: part(orderSchema).describe(
        'INIT or PAID for more than 24 hours; what is paid first, the newest first',
      ),
    }),
  ),
});

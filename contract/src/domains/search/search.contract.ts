import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { plainDateSchema } from '../../shared/dates.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { orderStatuses, orderTypes } from '../orders/orders.rules.ts';
import { ticketStatuses, ticketTypes } from '../tickets/tickets.rules.ts';
import { userSummarySchema } from '../users/users.contract.ts';

/** Most records found of each kind. */
export const mostFound = 5;

const foundClassSchema = named.extend({ subject: z.string(), is_active: z.boolean() });

const foundLessonSchema = named.extend({
  class: named,
  meta: z.object({ index: z.int(), term: z.int() }),
  scheduled_on: moment,
});

const foundOrderSchema = z.object({
  _id: idSchema,
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  created: moment,
  created_by: named,
  class: named,
});

const foundTicketSchema = z.object({
  _id: idSchema,
  type: z.enum(ticketTypes),
  status: z.enum(ticketStatuses),
  student: named,
  class: named,
  next_action_date: plainDateSchema.nullable(),
});

/**
 * Searches records for the command palette, each kind in the scope of its own list; null if the actor may not open its
 * screen. Users: e-mail, phone or name, their own or their parent's; classes: words of name or subject; lessons: words,
 * "T2", "L5"; orders and tickets: their student or whole id.
 */
export const searchRecords = operation({
  name: 'searchRecords',
  domain: 'search',
  summary: 'Find users, classes, lessons, orders and tickets by words',
  method: 'GET',
  path: '/admin/search',
  access: 'signed-in',
  query: z.strictObject({ text: requiredText('Please enter a search text', 200) }),
  response: one(
    z.object({
      users: many(userSummarySchema)
        .nullable()
        .describe('Names that begin with the text come first'),
      classes: many(foundClassSchema).nullable(),
      lessons: z.array(foundLessonSchema).nullable().describe('Nearest to now first'),
      orders: z.array(foundOrderSchema).nullable().describe('Newest first'),
      tickets: z
        .array(foundTicketSchema)
        .nullable()
        .describe('Open ones first, by their follow-up date'),
    }),
  ),
});

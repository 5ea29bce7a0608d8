import { z } from 'zod';
import { currencySchema } from '../../shared/money.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { attentionReasons, orderStatuses, orderTypes } from './orders.rules.ts';

/** An order for the order card (part 2 §3). Prices are decimals in `currency`. */
export const orderSchema = z.object({
  _id: idSchema,
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  created: moment,
  created_by: named.extend({
    email: z.string(),
    phone_country_code: z.string(),
    phone: z.string(),
  }),
  agent: named.nullable(),
  handled_by: named.nullable().describe('Present means bank transfer, absent means online'),
  remark: z.string(),
  currency: currencySchema,
  original_price: amount,
  actual_price: amount,
  paid_amount: amount
    .nullable()
    .describe('Amount received by the web shop; null if it is not known'),
  paid_currency: currencySchema.nullable(),
  accepted_difference: amount.describe(
    'Difference added to the price by accepting the paid amount',
  ),
  attention: z
    .object({
      reason: z.enum(attentionReasons),
      since: moment,
      code: z.string().nullable().describe('Error code, for `blocked`'),
    })
    .nullable()
    .describe('Why it needs a decision by staff'),
  meta: z.object({ is_renewal: z.boolean() }),
  brand: z.string(),
  payment: z.object({
    channel: z.enum(['offline', 'online']),
    provider: z.enum(['stripe', 'hitpay']).nullable(),
    platform: z.enum(['credit-card', 'paynow']).nullable(),
    completed_on: moment.nullable(),
  }),
  detail: z.object({
    class_obj: named,
    lessonList: z.array(
      named.extend({
        meta: z.object({ index: z.int(), term: z.int() }),
        scheduled_on: moment,
      }),
    ),
    lesson: z.array(idSchema),
    billable_lesson: z.array(idSchema),
    discount: z.object({ _id: idSchema, code: z.string() }).nullable(),
  }),
  updated: moment,
  version: z.int(),
  abilities: z.object({
    update: z.boolean(),
    cancel: z.boolean(),
    process: z.boolean(),
    accept_paid: z.boolean(),
  }),
});
export type Order = z.infer<typeof orderSchema>;

const orderHistorySchema = z.object({
  at: moment,
  by: named,
  action: z.enum(['created', 'updated', 'cancelled']),
  remark: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});

export const orderWithHistorySchema = orderSchema.extend({ history: z.array(orderHistorySchema) });
export type OrderWithHistory = z.infer<typeof orderWithHistorySchema>;

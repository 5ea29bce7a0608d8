import { z } from 'zod';
import { dateOrInstantSchema, plainDateSchema } from '../../shared/dates.ts';
import { anyOf, between, contains, exists, listQuery } from '../../shared/lists.ts';
import { currencySchema } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { defaultCountryCode, phoneCountryCodeSchema, phoneSchema } from '../../shared/phone.ts';
import { idParams } from '../../shared/record.ts';
import { named } from '../../shared/shown.ts';
import { emailSchema, idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { classTypes, subjects } from '../classes/classes.contract.ts';
import { needs } from '../identity/permissions.ts';
import { orderSchema, orderWithHistorySchema } from './order.schema.ts';
import {
  cancelRemarkMessage,
  discountRefusals,
  orderTypes,
  orderStatuses,
} from './orders.rules.ts';

/**
 * The orders that the actor may see. `subject`, `class.…`, `currency`, `brand` and `platform` filter like a report:
 * they need both ends of `created` or `cancelled_on`, at most a year apart, unless the orders are those of a class,
 * student, agent or code. Throws invalid_value.
 */
export const listOrders = operation({
  name: 'listOrders',
  domain: 'orders',
  summary: 'List orders, newest first',
  method: 'GET',
  path: '/admin/order',
  access: ['/orders'],
  query: listQuery({
    sortBy: ['created'],
    order: 'desc',
    max: 20,
    filter: {
      created_by: anyOf(idSchema),
      type: anyOf(z.enum(orderTypes)),
      status: anyOf(z.enum(orderStatuses)),
      created: between(dateOrInstantSchema),
      agent: z.union([anyOf(idSchema), exists]),
      handled_by: exists,
      class: anyOf(idSchema),
      subject: anyOf(z.enum(subjects)),
      'class.name': contains,
      'class.class_type': anyOf(z.enum(classTypes)),
      'class.is_active': z.boolean(),
      'class.is_listed': z.boolean(),
      'class.has_ended': z.boolean(),
      currency: anyOf(currencySchema),
      /** `{"not": "LLP"}`: all other brands. */
      brand: z.union([anyOf(textSchema(80)), z.strictObject({ not: textSchema(80) })]),
      platform: z.union([anyOf(z.enum(['credit-card', 'paynow'])), exists]),
      cancelled_on: between(dateOrInstantSchema),
      discount_code: textSchema(80).transform((code) => code.trim().toUpperCase()),
      needs_attention: z
        .literal(true)
        .describe('INIT or PAID for more than 24 hours, or with a reason in `attention`'),
    },
  }),
  response: many(orderSchema),
  csv: true,
});

export const getOrder = operation({
  name: 'getOrder',
  domain: 'orders',
  summary: 'One order with its history',
  method: 'GET',
  path: '/admin/order/{id}',
  access: ['/orders'],
  params: idParams,
  response: one(orderWithHistorySchema),
});

export const paymentSchema = z
  .strictObject({
    channel: z.enum(['offline', 'online']).default('offline'),
    provider: z.enum(['stripe', 'hitpay']).nullish(),
    platform: z.enum(['credit-card', 'paynow']).nullish(),
  })
  .superRefine((payment, context) => {
    if (payment.channel === 'offline' && (payment.provider || payment.platform)) {
      context.addIssue({
        code: 'custom',
        path: ['provider'],
        message: 'Only for online payments.',
      });
    }
    if (payment.channel === 'online' && !payment.provider) {
      context.addIssue({
        code: 'custom',
        path: ['provider'],
        message: 'Please choose a provider.',
      });
    }
    const platform = payment.provider === 'stripe' ? 'credit-card' : 'paynow';
    if (payment.provider && payment.platform && payment.platform !== platform) {
      context.addIssue({ code: 'custom', path: ['platform'], message: `Must be ${platform}.` });
    }
  });

/** The fields that decide an order's lessons and price; enough for a quote while the form is being filled. */
const orderTerms = {
  class: idSchema,
  start_date: plainDateSchema,
  end_date: plainDateSchema,
  /** The lessons that the user saw; another set answers 409 `lessons_changed`. */
  lesson: z.array(idSchema).max(500).optional(),
  discount_code: textSchema(80)
    .transform((code) => code.trim().toUpperCase())
    .optional(),
  agent_id: idSchema.nullish(),
};

/** The price that the user saw; another one answers 409 `price_changed` with the current price as `quote`. */
export const expectedPriceSchema = z.number().min(0).optional();

/** The current price in a `price_changed` answer. */
export const priceQuoteSchema = z.object({
  rate: z.number(),
  currency: currencySchema,
  original_price: z.number(),
  actual_price: z.number(),
  billable_lesson: z.array(idSchema),
});
export type PriceQuote = z.infer<typeof priceQuoteSchema>;

const orderDetails = {
  ...orderTerms,
  email: emailSchema,
  phone_country_code: phoneCountryCodeSchema.default(defaultCountryCode),
  phone: phoneSchema.default(''),
  /** Required for a new student. */
  name: textSchema(200).optional(),
  remark: requiredText('Please enter a remark', 2000),
  payment: paymentSchema.prefault({}),
  meta: z.strictObject({ is_renewal: z.boolean().default(false) }).prefault({}),
  allow_overbook: z.boolean().default(false),
  /** Admin only: allows another trial even if one is still to come or was attended. */
  allow_second_trial: z.boolean().default(false),
  /** Allows a trial of more than one lesson; never for a Partner. */
  allow_several_lessons: z.boolean().default(false),
  expected_price: expectedPriceSchema,
};

const datesInOrder = (body: { start_date: string; end_date: string }, context: z.RefinementCtx) => {
  if (body.end_date < body.start_date) {
    context.addIssue({
      code: 'custom',
      path: ['end_date'],
      message: 'The end date is before the start date.',
    });
  }
};

export const createOrderSchema = z
  .strictObject({ type: z.enum(orderTypes).default('PAYMENT'), ...orderDetails })
  .superRefine(datesInOrder);
export type CreateOrder = z.output<typeof createOrderSchema>;

const createErrors = [
  'no_lessons',
  'lessons_changed',
  'price_changed',
  'all_lessons_owned',
  'class_not_orderable',
  'class_full',
  'class_sold_out',
  'full_purchase_required',
  'not_a_student',
  'name_required',
  'trial_already_taken',
  'trial_one_lesson',
  'trial_several_lessons',
  'agent_not_enabled',
  'discount_code_unknown',
  ...discountRefusals,
  'idempotency_key_reused',
] as const;

/** Creates an order: student, price, discount use, places and history in one transaction (decisions: Orders). */
export const createOrder = operation({
  name: 'createOrder',
  domain: 'orders',
  summary: 'Create an order',
  method: 'POST',
  path: '/admin/order',
  access: ['/orders'],
  permission: needs('order.canCreateNormal', 'order.canCreateOrder'),
  body: createOrderSchema,
  response: one(orderSchema),
  status: 201,
  errors: createErrors,
  idempotent: true,
});

/** Creates a trial order by the same rules; `type` may be omitted. */
export const createTrialOrder = operation({
  ...createOrder,
  name: 'createTrialOrder',
  domain: 'orders',
  summary: 'Create a trial order',
  path: '/admin/trialorder',
  body: z
    .strictObject({ type: z.literal('TRIAL').default('TRIAL'), ...orderDetails })
    .superRefine(datesInOrder),
});

export const orderLessonChoiceSchema = z.object({
  _id: idSchema,
  name: z.string(),
  meta: z.object({ index: z.int(), term: z.int() }),
  scheduled_on: z.string(),
  ended_on: z.string(),
  seats: z.int(),
  max_cap: z.int(),
  owned: z.enum(orderTypes).nullable(),
});
export type OrderLessonChoice = z.infer<typeof orderLessonChoiceSchema>;

export const quoteSchema = z.object({
  student: z
    .object({ _id: idSchema, name: z.string(), phone_country_code: z.string(), phone: z.string() })
    .nullable()
    .describe('null if a new student would be created, or no e-mail was given'),
  /** All active lessons of the class, earliest first. */
  lessons: z.array(orderLessonChoiceSchema),
  lesson: z.array(idSchema).describe('The lessons of the dates'),
  billable_lesson: z.array(idSchema),
  rate: z.number(),
  currency: currencySchema,
  original_price: z.number(),
  actual_price: z.number(),
  discount: z
    .object({
      code: z.string(),
      label: z.string(),
      amount_off: z.number(),
      total_usage: z.int(),
      usage_limit: z.int(),
      agent: named.nullable(),
    })
    .nullable(),
  /** Errors with which the order would be refused, by field. */
  problems: z.array(z.object({ code: z.string(), field: z.string(), message: z.string() })),
});
export type Quote = z.infer<typeof quoteSchema>;

/** Returns the effects and price of an order without creating it, by the same rules. */
export const quoteOrder = operation({
  name: 'quoteOrder',
  domain: 'orders',
  summary: 'Quote an order',
  method: 'POST',
  path: '/admin/order/quote',
  access: ['/orders'],
  permission: needs('order.canCreateNormal', 'order.canCreateOrder'),
  body: z.strictObject({
    ...orderTerms,
    type: z.enum(orderTypes).default('PAYMENT'),
    start_date: plainDateSchema.nullish(),
    end_date: plainDateSchema.nullish(),
    email: textSchema(254).optional(),
  }),
  response: one(quoteSchema),
});

export const cancelOrderSchema = z.strictObject({
  remark: requiredText(cancelRemarkMessage, 2000),
});

/** Gives a paid web shop order its places; the flags override the rules that blocked it. */
export const processOrder = operation({
  name: 'processOrder',
  domain: 'orders',
  summary: 'Process a paid order',
  method: 'PATCH',
  path: '/admin/order/{id}/process',
  access: ['/orders'],
  permission: needs('order.canCreateNormal'),
  params: z.object({ id: idSchema }),
  body: z.strictObject({
    allow_overbook: z.boolean().default(false),
    allow_second_trial: z.boolean().default(false),
    allow_several_lessons: z.boolean().default(false),
  }),
  response: one(orderSchema),
  errors: [
    'order_not_paid',
    'order_awaits_decision',
    'lessons_not_in_class',
    'all_lessons_owned',
    'class_not_orderable',
    'class_full',
    'class_sold_out',
    'full_purchase_required',
    'trial_already_taken',
    'trial_several_lessons',
  ],
});

/**
 * Makes the amount received by the web shop the order's price, and gives the order its places, unless the student
 * owns all its lessons already. Throws nothing_to_accept, stale, and the errors of the places that are not allowed.
 */
export const acceptPaidAmount = operation({
  name: 'acceptPaidAmount',
  domain: 'orders',
  summary: 'Accept the amount paid for an order of the web shop',
  method: 'PATCH',
  path: '/admin/order/{id}/accept-paid',
  access: ['/orders'],
  permission: needs('order.canAcceptPaid'),
  params: idParams,
  body: z.strictObject({
    remark: requiredText('Please enter a reason for accepting this amount', 2000),
    version: z.int(),
    allow_overbook: z.boolean().default(false),
    allow_second_trial: z.boolean().default(false),
    allow_several_lessons: z.boolean().default(false),
  }),
  response: one(orderSchema),
  errors: [
    'stale',
    'nothing_to_accept',
    'lessons_not_in_class',
    'class_not_orderable',
    'class_full',
    'class_sold_out',
    'full_purchase_required',
    'trial_already_taken',
    'trial_several_lessons',
  ],
  idempotent: true,
});

/** Cancels an order and reverses its effects (part 2 §4, decisions: Orders). */
export const cancelOrder = operation({
  name: 'cancelOrder',
  domain: 'orders',
  summary: 'Cancel an order',
  method: 'PATCH',
  path: '/admin/order/{id}/cancel',
  access: ['/orders'],
  permission: needs('order.canCancelTrial', 'order.canCancelPurchase'),
  params: idParams,
  body: cancelOrderSchema,
  response: one(orderSchema),
  errors: ['order_already_cancelled'],
  idempotent: true,
});

export const updateOrderSchema = z.strictObject({
  meta: z.strictObject({ is_renewal: z.boolean() }),
  agent: idSchema.optional(),
  remark: textSchema(2000).optional(),
  version: z.int().optional(),
});

/** Changes agent, remark and the renewal mark (part 2 §4, §5 Update order). */
export const updateOrder = operation({
  name: 'updateOrder',
  domain: 'orders',
  summary: 'Update an order',
  method: 'PATCH',
  path: '/admin/order/{id}',
  access: ['/orders'],
  permission: needs('order.canUpdateOrder'),
  params: idParams,
  body: updateOrderSchema,
  response: one(orderSchema),
  errors: ['stale', 'agent_not_enabled'],
});

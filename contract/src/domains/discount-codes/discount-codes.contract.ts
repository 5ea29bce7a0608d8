import { z } from 'zod';
import { changesQuery, recordChangeSchema } from '../../shared/changes.ts';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { currencySchema } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { cleanText, idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { discountProblem, discountTypes } from './discount-codes.rules.ts';

/** A code (part 1 §3): `discount` is a percentage, amount or lessons, `status` today's, `usage_limit` 0 unlimited. */
export const discountCodeSchema = z.object({
  _id: idSchema,
  code: z.string(),
  desc: z.string(),
  discount_type: z.enum(discountTypes),
  discount: z.number(),
  currency: currencySchema,
  start_date: z.string(),
  end_date: z.string(),
  usage_limit: z.int(),
  total_usage: z.int(),
  is_active: z.boolean(),
  status: z.enum(['Active', 'Inactive']),
  agent: idSchema.nullable(),
  agent_email: z.string(),
  block_trial: z.boolean(),
  merchandise_id: z.array(idSchema),
  created: moment,
  updated: moment,
  version: z.int(),
  abilities: z.object({ toggle: z.boolean() }),
});
export type DiscountCode = z.infer<typeof discountCodeSchema>;

/** One code with its names and, per business day, its orders in force (`orders`) and `cancelled`, earliest first. */
export const discountCodeDetailSchema = discountCodeSchema.extend({
  agent_name: z.string(),
  classes: z.array(named),
  usage: z.array(z.object({ day: z.string(), orders: z.int(), cancelled: z.int() })),
});
export type DiscountCodeDetail = z.infer<typeof discountCodeDetailSchema>;

const typeParams = z.object({
  type: z.string().toLowerCase().pipe(z.literal('general')),
});

export const listDiscountCodes = operation({
  name: 'listDiscountCodes',
  domain: 'discount-codes',
  summary: 'List discount codes, newest first',
  method: 'GET',
  path: '/admin/discountcode/{type}',
  access: ['/discountcode'],
  params: typeParams,
  query: listQuery({
    sortBy: ['created', 'code', 'start_date', 'end_date', 'total_usage'],
    order: 'desc',
    max: 20,
    filter: {
      search: contains.describe('Code or description'),
      status: z.enum(['Active', 'Inactive']),
      agent: anyOf(idSchema),
    },
  }),
  response: many(discountCodeSchema),
  csv: true,
});

export const getDiscountCode = operation({
  name: 'getDiscountCode',
  domain: 'discount-codes',
  summary: 'One discount code with its classes and usage',
  method: 'GET',
  path: '/admin/discountcode/general/{id}',
  access: ['/discountcode'],
  params: idParams,
  response: one(discountCodeDetailSchema),
});

/** The changes of a code, by whom and when, newest first, with fields by wire name. */
export const listDiscountCodeChanges = operation({
  name: 'listDiscountCodeChanges',
  domain: 'discount-codes',
  summary: 'The timeline of a discount code',
  method: 'GET',
  path: '/admin/audit/discountcode/{id}',
  access: ['/discountcode'],
  params: idParams,
  query: changesQuery,
  response: many(recordChangeSchema),
});

/** A code name, trimmed and in capitals. */
export const discountCodeName = textSchema(80)
  .transform((code) => cleanText(code).toUpperCase())
  .pipe(z.string().min(1, 'Please enter a code'));

export const createDiscountCodeSchema = z
  .strictObject({
    code: discountCodeName,
    desc: textSchema(500)
      .transform((text) => text.trim())
      .default(''),
    discount_type: z.enum(discountTypes).default('Percent'),
    discount: z.number().min(0).max(1_000_000),
    currency: currencySchema.default('SGD'),
    start_date: dateOrInstantSchema,
    end_date: dateOrInstantSchema,
    usage_limit: z.int().min(0).max(1_000_000).default(0),
    agent: idSchema.nullish(),
    block_trial: z.boolean().default(false),
    merchandise_id: z.array(idSchema).max(2000).default([]),
  })
  .superRefine((code, context) => {
    const message = discountProblem(code);
    if (message) context.addIssue({ code: 'custom', path: ['discount'], message });
  });
export type CreateDiscountCode = z.output<typeof createDiscountCodeSchema>;

/** Creates a code (part 1 §5, Discount form). Throws `discount_code_taken` (409) if the name exists. */
export const createDiscountCode = operation({
  name: 'createDiscountCode',
  domain: 'discount-codes',
  summary: 'Create a discount code',
  method: 'POST',
  path: '/admin/discountcode/{type}',
  access: ['/discountcode'],
  permission: needs('discountcode.canCreate'),
  params: typeParams,
  body: createDiscountCodeSchema,
  response: one(discountCodeSchema),
  status: 201,
  errors: ['discount_code_taken', 'agent_not_enabled'],
  idempotent: true,
});

/** Enables or disables a code (part 1 §4). */
export const updateDiscountCode = operation({
  name: 'updateDiscountCode',
  domain: 'discount-codes',
  summary: 'Enable or disable a discount code',
  method: 'PATCH',
  path: '/admin/discountcode/general/{id}',
  access: ['/discountcode'],
  permission: needs('discountcode.canToggle'),
  params: idParams,
  body: z.strictObject({ is_active: z.boolean(), version: z.int().optional() }),
  response: one(discountCodeSchema),
  errors: ['stale'],
});

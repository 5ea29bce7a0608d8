import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { currencySchema } from '../../shared/money.ts';
import { many, operation } from '../../shared/operation.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';

export const classTypes = ['Workshop', 'Regular Classes', 'Recording'] as const;
export const subjects = [
  'English',
  'Mathematics',
  'A Maths',
  'E Maths',
  'Science',
  'Physics',
  'Chemistry',
  'Biology',
  'Chinese',
] as const;

/** A class as lists and pickers show it: enough to choose it and to price an order. */
export const classSummarySchema = z.object({
  _id: idSchema,
  name: z.string(),
  subject: z.string(),
  class_type: z.enum(classTypes),
  level: z.array(z.string()),
  start_date: moment,
  end_date: moment,
  schedule: z.object({ date_of_week: z.string(), start_time: z.string(), end_time: z.string() }),
  rate: amount,
  currency: currencySchema,
  max_cap: z.int(),
  is_active: z.boolean(),
  is_free: z.boolean(),
  is_trial: z.boolean(),
  is_featured: z.boolean(),
  is_listed: z.boolean(),
  is_sold_out: z.boolean(),
  force_full_purchase: z.boolean(),
  tutor: z.array(named),
  updated: moment,
});
export type ClassSummary = z.infer<typeof classSummarySchema>;

export const listClasses = operation({
  name: 'listClasses',
  domain: 'classes',
  summary: 'Find classes',
  method: 'GET',
  path: '/admin/class',
  access: ['/course', '/lessons', '/orders', '/discountcode', '/tickets/trial', '/tickets/renewal'],
  query: listQuery({
    sortBy: ['updated', 'name', 'start_date', 'rate', 'max_cap'],
    order: 'desc',
    max: 20,
    filter: {
      _id: anyOf(idSchema),
      name: contains,
      subject: anyOf(z.enum(subjects)),
      class_type: anyOf(z.enum(classTypes)),
      tutor: anyOf(idSchema),
      teacher: anyOf(idSchema).describe('Tutor or TA'),
      level: anyOf(textSchema(80)),
      is_active: z.boolean(),
      end_date: z.strictObject({ gt: z.union([z.literal('now'), instantSchema]) }),
    },
  }),
  response: many(classSummarySchema),
  csv: true,
});

import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { contains, listQuery } from '../../shared/lists.ts';
import { currencySchema } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { amount } from '../../shared/shown.ts';
import { textSchema } from '../../shared/text.ts';
import { enrolledStudentSchema } from './class-enrolment.contract.ts';
import { salesKeys } from './sales.rules.ts';

const count = z.int().min(0);
const day = z.string().describe('A business day');
const period = z.object({ start: day, end: day.describe('A business day, included') });

/** Orders and what they came to, less their discounts, in one currency: amounts in different ones are never added. */
const soldSchema = z.object({ orders: count, net: amount });

const dayOfSalesSchema = soldSchema.extend({ day, currency: currencySchema });
export type DayOfSales = z.output<typeof dayOfSalesSchema>;

const salesRowSchema = soldSchema.extend({
  currency: currencySchema,
  /** Of the class or agent; the subject, channel or type. Null for orders without an agent. */
  _id: z.string().nullable(),
  name: z.string(),
});
export type SalesRow = z.output<typeof salesRowSchema>;

const rows = z.array(salesRowSchema).describe('All of them, the highest net first');

const salesReportSchema = period.extend({
  until: day.describe('The last day that can have orders: the end, or today'),
  exclude: z.string().nullable().describe('The brand that is left out'),
  /** Purchases in all currencies, and the students who made them. */
  orders: count,
  students: count,
  trials: count.describe('Not among the orders'),
  compared: period.describe('The same days before'),
  /** Those of which there is anything; the business’s own always, and first. */
  currencies: z.array(
    soldSchema.extend({
      currency: currencySchema,
      before: soldSchema.describe('On the same days before'),
      /** What was cancelled in the period, whenever it was ordered, at the price that it had. */
      cancelled: soldSchema,
    }),
  ),
  /** The days that have orders. */
  days: z.array(dayOfSalesSchema),
  days_before: z.array(dayOfSalesSchema).describe('Of the whole period before'),
  class: rows,
  subject: rows,
  agent: rows,
  channel: rows,
  type: rows,
});
export type SalesReport = z.output<typeof salesReportSchema>;

const asked = {
  start: dateOrInstantSchema,
  end: dateOrInstantSchema,
  exclude: textSchema(80)
    .optional()
    .describe('A brand; the partner brand unless told, and "none" leaves nothing out'),
};

/**
 * What was sold in a period, net of discounts: purchases whose money has come, on the business day of the order (part 2
 * §2 Sales report, decisions: Reports). Throws invalid_value for a start after the end or in the future, and for more
 * than a year.
 */
export const readSalesReport = operation({
  name: 'readSalesReport',
  summary: 'What was sold in a period, by day, class, subject, agent, channel and type',
  method: 'GET',
  path: '/admin/report/sales',
  access: ['/report'],
  query: z.strictObject({
    ...asked,
    by: z
      .enum(['day', ...salesKeys])
      .optional()
      .describe('Of the file: these lines alone'),
  }),
  response: one(salesReportSchema),
  csv: true,
});

/**
 * The students who made the purchases of a period, by name; those out of the actor's scope are only counted there.
 * Throws as the report.
 */
export const listSalesStudents = operation({
  name: 'listSalesStudents',
  summary: 'The students who made the purchases of a period',
  method: 'GET',
  path: '/admin/report/sales/student',
  access: ['/report'],
  query: listQuery({
    sortBy: ['name', 'email'],
    order: 'asc',
    max: 15,
    filter: { search: contains },
  }).extend(asked),
  response: many(enrolledStudentSchema),
  csv: true,
});

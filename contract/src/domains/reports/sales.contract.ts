import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { contains, listQuery } from '../../shared/lists.ts';
import { currencySchema } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { amount, moment } from '../../shared/shown.ts';
import { textSchema } from '../../shared/text.ts';
import { enrolledStudentSchema } from './class-enrolment.contract.ts';
import { salesKeys } from './sales.rules.ts';

const count = z.int().min(0);
const day = z.string().describe('A business day');
const period = z.object({ start: day, end: day.describe('A business day, included') });

/** Orders and their net amount in one currency; amounts in different currencies are never added. */
const soldSchema = z.object({ orders: count, net: amount });

const dayOfSalesSchema = soldSchema.extend({ day, currency: currencySchema });
export type DayOfSales = z.output<typeof dayOfSalesSchema>;

const salesRowSchema = soldSchema.extend({
  currency: currencySchema,
  /** Id of the class or agent; the subject, channel or type. Null for orders without an agent. */
  _id: z.string().nullable(),
  name: z.string(),
});
export type SalesRow = z.output<typeof salesRowSchema>;

const rows = z.array(salesRowSchema).describe('All of them, highest net first');

const salesReportSchema = period.extend({
  as_of: moment.describe('When it was counted'),
  until: day.describe('The last day that can have orders: the end, or today'),
  exclude: z.string().nullable().describe('The excluded brand'),
  /** Purchases in all currencies, and the students who made them. */
  orders: count,
  students: count,
  trials: count.describe('Not included in the orders'),
  compared: period.describe(
    'The same days of the period before; for a current period, the last day only up to the time of as_of',
  ),
  /** Currencies with sales or cancellations, and always the default currency, first. */
  currencies: z.array(
    soldSchema.extend({
      currency: currencySchema,
      before: soldSchema.describe('On the compared days'),
      /** Orders cancelled in the period, whenever they were made, at their former price. */
      cancelled: soldSchema,
    }),
  ),
  /** Only days with orders. */
  days: z.array(dayOfSalesSchema),
  days_before: z.array(dayOfSalesSchema).describe('Of the whole previous period'),
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
    .describe('A brand; by default the partner brand. "none" excludes nothing'),
};

/**
 * The sales of a period, net of discounts: paid purchases, on the business day of the order (part 2 §2 Sales report,
 * decisions: Reports). Throws invalid_value if the start is after the end or in the future, or for more than a year.
 */
export const readSalesReport = operation({
  name: 'readSalesReport',
  domain: 'reports',
  summary: 'The sales of a period, by day, class, subject, agent, channel and type',
  method: 'GET',
  path: '/admin/report/sales',
  access: ['/report'],
  query: z.strictObject({
    ...asked,
    by: z
      .enum(['day', ...salesKeys])
      .optional()
      .describe('For downloads: only these lines'),
  }),
  response: one(salesReportSchema),
  csv: true,
});

/** The students who made the purchases of a period, by name, within the actor's scope. Throws as the report does. */
export const listSalesStudents = operation({
  name: 'listSalesStudents',
  domain: 'reports',
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

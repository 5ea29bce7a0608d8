import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { pageQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { conversionKeys } from './ticket-stat.rules.ts';
import { renewalStatuses, ticketTypes, trialStatuses } from './tickets.rules.ts';

const count = z.int().min(0);

const figuresSchema = z.object({
  total: count.describe('Without canceled ones'),
  won: count,
  lost: count,
  pending: count,
  canceled: count,
});

const period = {
  start: z.string().describe('A business day'),
  end: z.string().describe('A business day, included'),
};

const ticketStatsSchema = z.object({
  ...period,
  trial: z.array(z.object({ status: z.enum(trialStatuses), count })),
  renewal: z.array(z.object({ status: z.enum(renewalStatuses), count })),
  /** The same for the previous period; while the period runs, up to the same day and time. */
  before: z.object({
    ...period,
    until: z.string().nullable().describe('An instant on the last day; null for whole days'),
    trial: figuresSchema,
    renewal: figuresSchema,
  }),
  /** Trials by day, week or month of the trial (`partsOf`). */
  trial_parts: z.array(figuresSchema.extend(period)),
  /** Results of the trials, without canceled ones. */
  funnel: z.object({
    registered: count,
    attended: count,
    attendance_missing: count.describe('Of trials that are over'),
    followed_up: count.describe('Attended trials that staff followed up afterwards'),
    days_to_follow_up: z.number().nullable().describe('Average; null without follow-ups'),
    won: count,
  }),
});
export type TicketStats = z.output<typeof ticketStatsSchema>;

const periodQuery = { start: dateOrInstantSchema, end: dateOrInstantSchema };

/** Statistics of trials by business day, renewals by the last paid lesson's (part 2 §7). Throws invalid_value. */
export const readTicketStats = operation({
  name: 'readTicketStats',
  domain: 'tickets',
  summary: 'Results of the trials and renewals of a period',
  method: 'GET',
  path: '/admin/report/tickets',
  access: ['/tickets/stat'],
  query: z.strictObject(periodQuery),
  response: one(ticketStatsSchema),
  csv: true,
});

const conversionSchema = figuresSchema.extend({
  /** Id of the agent, tutor or class, or the lead source; null for tickets without one. */
  _id: z.string().nullable(),
  name: z.string(),
  rate: z.int().nullable().describe('Won of won and lost, in per cent'),
});
export type TicketConversion = z.output<typeof conversionSchema>;

/** The results by agent, tutor, class or lead source; a ticket counts for each tutor of its lesson. */
export const listTicketConversion = operation({
  name: 'listTicketConversion',
  domain: 'tickets',
  summary: 'Results of tickets by agent, tutor, class or lead source',
  method: 'GET',
  path: '/admin/report/tickets/{type}',
  access: ['/tickets/stat'],
  params: z.object({ type: z.enum(ticketTypes) }),
  query: z.strictObject({
    ...pageQuery(10),
    ...periodQuery,
    by: z.enum(conversionKeys).default('agent'),
    sortBy: z
      .enum(['total', 'name', 'won', 'lost', 'pending', 'canceled', 'rate'])
      .default('total'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: many(conversionSchema),
  csv: true,
});

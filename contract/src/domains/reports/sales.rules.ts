import { addDays, addMonths, monthOf } from '../../shared/dates.ts';
import type { OrderStatus } from '../orders/orders.rules.ts';

/** Business days, both included, `YYYY-MM-DD`. */
type Period = { start: string; end: string };

/** The year in which the specification's sales begin (part 2 §9). */
export const firstSalesYear = 2020;

/** Statuses of a paid order; started and cancelled orders are not sales. */
export const soldStatuses = ['PAID', 'PROCESSED'] as const satisfies readonly OrderStatus[];

/** Dimensions of the sales report. */
export const salesKeys = ['class', 'subject', 'agent', 'channel', 'type'] as const;
export type SalesKey = (typeof salesKeys)[number];

/** Payment channel of an order: bank transfer, or online by platform; a free order has no platform. */
export const salesChannels = ['offline', 'paynow', 'credit-card', 'online'] as const;
export type SalesChannel = (typeof salesChannels)[number];

export const channelWords: Record<SalesChannel, string> = {
  offline: 'offline, bank transfer',
  paynow: 'online, paynow',
  'credit-card': 'online, credit-card',
  online: 'online',
};

/** Value of `exclude` that excludes no brand. */
export const noBrand = 'none';

/** Most days in the period of a sales report. */
const mostDays = 366;

/** Problem of a period, with the end that it is at; undefined if it is valid. */
export const salesProblem = (
  { start, end }: Period,
  today: string,
): [keyof Period, string] | undefined => {
  if (start > end) return ['start', 'The start is after the end.'];
  if (start > today) return ['start', 'The start is in the future.'];
  return addDays(start, mostDays) <= end ? ['end', 'At most a year at once.'] : undefined;
};

/**
 * Returns the period before, as many months earlier as the period touches: 1 – 23 March with 1 – 23 February, and the
 * last day of a month with the last of the other. For a current period, `compared` ends at today's counterpart.
 */
export const periodsBefore = (
  { start, end }: Period,
  today: string,
): { whole: Period; compared: Period } => {
  const months = monthsFrom(start, end) + 1;
  const whole = { start: addMonths(start, -months), end: dayBefore(end, months) };
  const until = today < end ? dayBefore(today, months) : whole.end;
  return { whole, compared: { start: whole.start, end: until < whole.end ? until : whole.end } };
};

const monthsFrom = (start: string, end: string) =>
  Temporal.PlainYearMonth.from(start.slice(0, 7)).until(end.slice(0, 7), {
    largestUnit: 'month',
  }).months;

const dayBefore = (day: string, months: number) => {
  const before = addMonths(day, -months);
  return monthOf(day).end === day ? monthOf(before).end : before;
};

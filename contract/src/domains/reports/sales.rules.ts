import { addDays, addMonths, monthOf } from '../../shared/dates.ts';
import type { OrderStatus } from '../orders/orders.rules.ts';

/** Business days, both included, `YYYY-MM-DD`. */
type Period = { start: string; end: string };

/** The year in which the specification's sales begin (part 2 §9). */
export const firstSalesYear = 2020;

/** The orders whose money has come; one that is begun is no sale, one that is cancelled no longer is. */
export const soldStatuses = ['PAID', 'PROCESSED'] as const satisfies readonly OrderStatus[];

/** What the sales of a period are told apart by. */
export const salesKeys = ['class', 'subject', 'agent', 'channel', 'type'] as const;
export type SalesKey = (typeof salesKeys)[number];

/** How an order was paid: by bank transfer, or online over a platform, which a free order has not. */
export const salesChannels = ['offline', 'paynow', 'credit-card', 'online'] as const;
export type SalesChannel = (typeof salesChannels)[number];

export const channelWords: Record<SalesChannel, string> = {
  offline: 'offline, bank transfer',
  paynow: 'online, paynow',
  'credit-card': 'online, credit-card',
  online: 'online',
};

/** As `exclude`: no brand is left out. */
export const noBrand = 'none';

const mostDays = 366;

/** Why the sales of a period are not counted, at which of its ends; undefined where they are. */
export const salesProblem = (
  { start, end }: Period,
  today: string,
): [keyof Period, string] | undefined => {
  if (start > end) return ['start', 'The start lies after the end.'];
  if (start > today) return ['start', 'The start lies in the future.'];
  return addDays(start, mostDays) <= end ? ['end', 'At most a year at once.'] : undefined;
};

/**
 * What a period is compared with: the same days as many months before as it touches, 1 – 23 March with 1 – 23 February;
 * the last day of a month with the last of the other. Of a period that still runs, `compared` are the days up to today's.
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

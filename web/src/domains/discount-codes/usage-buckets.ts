import type { DiscountCodeDetail } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { addDays, addMonths, countDays, monthOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { formatCount, formatDay, formatDayRange, formatShortDay } from '../../lib/formats.ts';

type UsageDay = DiscountCodeDetail['usage'][number];
export type UsageUnit = 'day' | 'week' | 'month';

/** Orders that used a code in one day, week or month: active ones and those cancelled since. */
export type UsageBucket = {
  /** Its first business day. */
  start: string;
  /** Axis label: "14 Mar", "Mar 2026". */
  label: string;
  orders: number;
  cancelled: number;
};

/** Up to this many days are shown by day, up to half a year by week, longer periods by month. */
const mostDays = 31;
const mostDaysInWeeks = 183;

const unitFor = (days: number): UsageUnit => {
  if (days <= mostDays) return 'day';
  return days <= mostDaysInWeeks ? 'week' : 'month';
};

/** The first day of the bucket that contains a day, and of the next bucket. */
const units: Record<
  UsageUnit,
  { startOf: (day: string) => string; next: (start: string) => string }
> = {
  day: { startOf: (day) => day, next: (start) => addDays(start, 1) },
  week: { startOf: (day) => weekOf(day).start, next: (start) => addDays(start, 7) },
  month: { startOf: (day) => monthOf(day).start, next: (start) => addMonths(start, 1) },
};

const labelOf = (unit: UsageUnit, start: string) =>
  unit === 'month' ? formatDay(start).replace(/^\d+ /, '') : formatShortDay(start);

/**
 * A code's usage by day, week (from Monday) or month, depending on the period of use; includes empty buckets between the
 * first use and the last. Empty for an unused code.
 */
export const usageBuckets = (
  usage: readonly UsageDay[],
): { unit: UsageUnit; buckets: UsageBucket[] } => {
  const days = usage.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { unit: 'day', buckets: [] };
  const unit = unitFor(countDays({ start: first, end: last }));
  const { startOf, next } = units[unit];
  const byStart = new Map<string, UsageBucket>();
  for (let start = startOf(first); start <= last; start = next(start))
    byStart.set(start, { start, label: labelOf(unit, start), orders: 0, cancelled: 0 });
  for (const { day, orders, cancelled } of usage) {
    const bucket = byStart.get(startOf(day));
    if (!bucket) continue;
    bucket.orders += orders;
    bucket.cancelled += cancelled;
  }
  return { unit, buckets: [...byStart.values()] };
};

/** A bucket's name in a table: "14 Mar 2026", "9 – 15 Mar"… */
export const bucketName = (unit: UsageUnit, { start, label }: UsageBucket): string => {
  if (unit === 'month') return label;
  return unit === 'day' ? formatDay(start) : formatDayRange(start, addDays(start, 6));
};

/** The chart in words. */
export const usageSummary = (usage: readonly UsageDay[]): string => {
  const { unit, buckets } = usageBuckets(usage);
  const days = usage.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'No order has used this code yet.';
  const orders = usage.reduce((sum, day) => sum + day.orders, 0);
  const cancelled = usage.reduce((sum, day) => sum + day.cancelled, 0);
  const when =
    first === last ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(last)}`;
  const most = buckets.reduce((best, bucket) => (bucket.orders > best.orders ? bucket : best));
  return [
    `${formatCount(orders, 'active order')}, made ${when}.`,
    ...(cancelled > 0
      ? [`${formatCount(cancelled, 'more was', 'more were')} cancelled since.`]
      : []),
    ...(buckets.length > 1 && most.orders > 0
      ? [`The busiest ${unit} is ${bucketName(unit, most)} with ${most.orders}.`]
      : []),
  ].join(' ');
};

import {
  soldStatuses,
  type SalesChannel,
  type SalesKey,
} from 'staffroom-contract/domains/reports/sales.rules.ts';
import type { SalesReport, SalesRow } from 'staffroom-contract/domains/reports/sales.contract.ts';
import { formatMoney, type Currency } from 'staffroom-contract/shared/money.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import type { OrderSearch } from '../orders/order-lists.ts';

type Period = { start: string; end: string };

/** Filter of all figures; cancelled orders and trials override parts of it. */
const purchases = (days: Period, exclude: string | null): OrderSearch => ({
  from: days.start,
  to: days.end,
  status: [...soldStatuses],
  type: 'purchases',
  ...(exclude !== null && { without: exclude }),
});

type Asked = Period & Pick<SalesReport, 'exclude'>;

/** Search parameters of the orders behind a figure: all purchases of the days, or those in one currency. */
export const ordersBehind = (report: Asked, currency?: Currency): OrderSearch => ({
  ...purchases(report, report.exclude),
  ...(currency && { currency }),
});

export const dayBehind = (report: Asked, day: string, currency: Currency): OrderSearch =>
  ordersBehind({ ...report, start: day, end: day }, currency);

export const trialsBehind = (report: Asked): OrderSearch => ({
  ...ordersBehind(report),
  type: 'TRIAL',
});

export const cancelledBehind = (report: Asked, currency: Currency): OrderSearch => ({
  ...ordersBehind(report, currency),
  by: 'cancelled_on',
  status: ['CANCELLED'],
});

const paymentOf: Record<SalesChannel, NonNullable<OrderSearch['payment']>> = {
  offline: 'bank-transfer',
  paynow: 'paynow',
  'credit-card': 'credit-card',
  online: 'other',
};

/** Search parameters of the orders behind a table row. */
export const rowBehind = (report: Asked, by: SalesKey, row: SalesRow): OrderSearch => {
  const all = ordersBehind(report, row.currency);
  if (row._id === null) return { ...all, agents: 'none' };
  if (by === 'channel') return { ...all, payment: paymentOf[row._id as SalesChannel] };
  return { ...all, [by]: row._id };
};

/** "+9%", "−12%", "no change"; undefined if there were no sales before. */
export const changeWords = (now: number, before: number): string | undefined => {
  if (before <= 0) return undefined;
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return 'no change';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-SG')}%`;
};

/** Axis label of an amount: "$4,000", "Rp 7.5M". */
export const axisWords = (amount: number, currency: Currency): string => {
  if (amount < 1_000_000) return formatMoney(amount, currency).replace(/\.00$/, '');
  return `${formatMoney(0, currency).replace(/0.*$/, '')}${amount / 1_000_000}M`;
};

export type DayFigures = {
  day: string;
  orders: number;
  net: number;
  /** Amount on the same day of the month before; null if that month has no such day. */
  before: number | null;
  /** `now` is today, when orders can still arrive; `ahead` is in the future. */
  is: 'over' | 'now' | 'ahead';
};

/** Every day of the period in one currency, with the same day before. */
export const daysOfSales = (
  report: SalesReport,
  currency: Currency,
  today: string,
): DayFigures[] => {
  const of = (rows: SalesReport['days']) =>
    new Map(rows.filter((row) => row.currency === currency).map((row) => [row.day, row]));
  const [now, before] = [of(report.days), of(report.days_before)];
  const days: DayFigures[] = [];
  for (let day = report.start; day <= report.end; day = addDays(day, 1)) {
    const sameDay = sameDayBefore(report, day);
    days.push({
      day,
      orders: now.get(day)?.orders ?? 0,
      net: now.get(day)?.net ?? 0,
      before: exists(sameDay) ? (before.get(sameDay)?.net ?? 0) : null,
      is: day < today ? 'over' : day === today ? 'now' : 'ahead',
    });
  }
  return days;
};

/** The same day of the month before; may be a date that does not exist. */
export const sameDayBefore = ({ compared }: Pick<SalesReport, 'compared'>, day: string): string =>
  `${compared.start.slice(0, 8)}${day.slice(8)}`;

const exists = (day: string) =>
  Number(day.slice(8)) <= Temporal.PlainYearMonth.from(day.slice(0, 7)).daysInMonth;

/** The day with the highest sales; undefined without sales. */
export const bestDay = (days: readonly DayFigures[]): DayFigures | undefined =>
  days.reduce<DayFigures | undefined>(
    (best, day) => (day.net > (best?.net ?? 0) ? day : best),
    undefined,
  );

/** "online, credit-card" → "Online, credit card". */
export const channelWords = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replace('-', ' ').replace('paynow', 'PayNow');

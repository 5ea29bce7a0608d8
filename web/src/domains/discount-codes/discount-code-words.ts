import type {
  DiscountCode,
  DiscountCodeDetail,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import {
  discountValue,
  formatDiscount,
  inactiveReasons,
  type InactiveReason,
} from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { formatCount, formatLongDay } from '../../lib/formats.ts';
import type { Tone } from '../../ui/status-chip.tsx';

type Discount = Pick<DiscountCode, 'discount_type' | 'discount' | 'currency'>;

/** "10%", "$20.00", "$5.00 per lesson", "2 lessons free" (part 1 §2). */
export const discountWords = ({ discount_type, discount, currency }: Discount): string =>
  formatDiscount({ discount_type, value: discountValue(discount_type, discount), currency });

/** The discount's scope, unless its amount says it. */
export const discountTypeWords = ({ discount_type: type }: Discount): string => {
  if (type === 'Number of Element Free') return 'the cheapest of the order';
  return type === 'Each Element Dollar Off' ? '' : 'off the whole order';
};

/** "38 days left", "starts in 2 days", "ended 12 days ago". */
export const periodWords = (
  { start_date: start, end_date: end }: Pick<DiscountCode, 'start_date' | 'end_date'>,
  today: string,
): string => {
  const until = (day: string) =>
    Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' }).days;
  if (today < start) return `starts in ${formatCount(until(start), 'day')}`;
  if (today > end) return `ended ${formatCount(-until(end), 'day')} ago`;
  return today === end ? 'last day' : `${formatCount(until(end), 'day')} left`;
};

type Usage = Pick<DiscountCode, 'total_usage' | 'usage_limit'>;

/** "3/10", and "3/∞" without a limit (part 1 §2). */
export const usageWords = ({ total_usage: used, usage_limit: limit }: Usage): string =>
  `${used.toLocaleString('en-SG')}/${limit === 0 ? '∞' : limit.toLocaleString('en-SG')}`;

/** The usage in words: "3 of 10 uses spent, 7 left". */
export const usageSentence = ({ total_usage: used, usage_limit: limit }: Usage): string => {
  if (limit === 0) return `${formatCount(used, 'use')} spent, no limit`;
  return `${used.toLocaleString('en-SG')} of ${formatCount(limit, 'use')} spent, ${Math.max(0, limit - used).toLocaleString('en-SG')} left`;
};

export const statusTone = (status: DiscountCode['status']): Tone =>
  status === 'Active' ? 'green' : 'grey';

type Terms = Pick<
  DiscountCode,
  'is_active' | 'start_date' | 'end_date' | 'usage_limit' | 'total_usage'
>;

/** Why a code is Inactive on this business day, as sentences; empty while Active (part 1 §4). */
export const whyInactiveWords = (code: Terms, today: string): string[] => {
  const words: Record<InactiveReason, string> = {
    discount_code_disabled: 'It is disabled.',
    discount_code_not_started: `It starts on ${formatLongDay(code.start_date)}.`,
    discount_code_expired: `It ended on ${formatLongDay(code.end_date)}.`,
    discount_code_used_up: `All ${formatCount(code.usage_limit, 'use')} are spent.`,
  };
  return inactiveReasons(code, today).map((reason) => words[reason]);
};

/** The effects of Disable or Enable, as sentences. */
export const toggleFacts = (code: Terms & { code: string }, today: string): string[] => {
  if (code.is_active)
    return [
      `${code.code} becomes Inactive: no new order can use it until it is enabled again.`,
      'Orders that used it keep their price.',
    ];
  const left = whyInactiveWords({ ...code, is_active: true }, today);
  return left.length === 0
    ? [`${code.code} becomes Active: new orders can use it at once.`]
    : [`${code.code} is no longer disabled, but stays Inactive:`, ...left];
};

/** The period that includes all orders of the code, for a link to the orders list. */
export const orderDays = (code: Pick<DiscountCodeDetail, 'usage'>, today: string) => {
  const first = code.usage.map(({ day }) => day).toSorted()[0] ?? today;
  return { from: first < today ? first : today, to: today };
};

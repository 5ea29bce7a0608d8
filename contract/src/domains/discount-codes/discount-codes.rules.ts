import type { ErrorCode } from '../../shared/errors.ts';
import {
  decimalsProblem,
  formatMoney,
  toCents,
  toWireAmount,
  type Currency,
} from '../../shared/money.ts';

/** Types of a discount code (part 1 §4). */
export const discountTypes = [
  'Percent',
  'Absolute',
  'Each Element Dollar Off',
  'Number of Element Free',
] as const;
export type DiscountType = (typeof discountTypes)[number];

/** Terms that decide what a code takes off. `value`: hundredths of a percent, cents, or whole lessons, by type. */
export type DiscountTerms = {
  discount_type: DiscountType;
  value: number;
  currency: Currency;
  start_date: string;
  end_date: string;
  usage_limit: number;
  total_usage: number;
  is_active: boolean;
  block_trial: boolean;
  class_ids: readonly string[];
};

/** Returns true if a code is enabled, within its dates (the end date included) and has uses left (part 1 §4). */
export const isActiveOn = (code: ActiveTerms, businessDay: string) =>
  whyInactive(code, businessDay) === undefined;

type ActiveTerms = Pick<
  DiscountTerms,
  'is_active' | 'start_date' | 'end_date' | 'usage_limit' | 'total_usage'
>;
export type InactiveReason = Extract<
  ErrorCode,
  | 'discount_code_disabled'
  | 'discount_code_not_started'
  | 'discount_code_expired'
  | 'discount_code_used_up'
>;

const whyInactive = (code: ActiveTerms, businessDay: string): ErrorCode | undefined =>
  inactiveReasons(code, businessDay)[0];

/** All reasons why a code is Inactive on this business day; "disabled" (`is_active` false) comes first. */
export const inactiveReasons = (code: ActiveTerms, businessDay: string): InactiveReason[] => [
  ...(code.is_active ? [] : ['discount_code_disabled' as const]),
  ...(businessDay < code.start_date ? ['discount_code_not_started' as const] : []),
  ...(businessDay > code.end_date ? ['discount_code_expired' as const] : []),
  ...(code.usage_limit > 0 && code.total_usage >= code.usage_limit
    ? ['discount_code_used_up' as const]
    : []),
];

/** Reason why a code does not apply to an order; undefined when it does (decisions: Discount codes). */
export const whyNotApplicable = (
  code: DiscountTerms,
  order: { businessDay: string; classId: string; currency: Currency; isTrial: boolean },
): ErrorCode | undefined => {
  const inactive = whyInactive(code, order.businessDay);
  if (inactive) return inactive;
  if (code.class_ids.length > 0 && !code.class_ids.includes(order.classId))
    return 'discount_code_other_class';
  if (isFixedAmount(code.discount_type) && code.currency !== order.currency)
    return 'discount_code_other_currency';
  if (order.isTrial && code.block_trial) return 'discount_code_not_for_trials';
  return undefined;
};

const isFixedAmount = (type: DiscountType) =>
  type === 'Absolute' || type === 'Each Element Dollar Off';

/** Returns a price in cents less the discount, at least 0, rounded once half-up (decisions: Discount codes). */
export const applyDiscount = (
  code: Pick<DiscountTerms, 'discount_type' | 'value'>,
  rateCents: number,
  lessons: number,
) => {
  const total = rateCents * lessons;
  const discounted = {
    Percent: () => Math.round((total * (10_000 - code.value)) / 10_000),
    Absolute: () => total - code.value,
    'Each Element Dollar Off': () => Math.max(0, rateCents - code.value) * lessons,
    'Number of Element Free': () => total - rateCents * Math.min(lessons, code.value),
  }[code.discount_type]();
  return Math.max(0, discounted);
};

/** Formats a discount: 10%, $20.00, $5.00 per lesson, 1 lesson free (part 1 §2). */
export const formatDiscount = (
  code: Pick<DiscountTerms, 'discount_type' | 'value' | 'currency'>,
): string => {
  const amount = formatMoney(toWireAmount(code.value), code.currency);
  return {
    Percent: `${code.value / 100}%`,
    Absolute: amount,
    'Each Element Dollar Off': `${amount} per lesson`,
    'Number of Element Free': code.value === 1 ? '1 lesson free' : `${code.value} lessons free`,
  }[code.discount_type];
};

/** Converts a discount on the wire to the `value` of DiscountTerms: hundredths of a percent, cents or lessons. */
export const discountValue = (type: DiscountType, discount: number) =>
  type === 'Number of Element Free' ? discount : toCents(discount);

/** Problem of a discount on the wire, or undefined. It is above 0; a percentage is at most 100, lessons are whole. */
export const discountProblem = ({
  discount_type: type,
  discount,
}: {
  discount_type: DiscountType;
  discount: number;
}): string | undefined => {
  if (!(discount > 0)) return 'Please enter a discount above 0';
  if (type === 'Number of Element Free')
    return Number.isInteger(discount) && discount <= 500
      ? undefined
      : 'Please enter a whole number of lessons, at most 500';
  if (type === 'Percent' && discount > 100) return 'A percentage is at most 100';
  return decimalsProblem(discount);
};

/** The field and message of invalid dates: a start before today, or an end before the start (part 1 §5). */
export const datesProblem = (
  dates: { start_date: string; end_date: string },
  businessDay: string,
): { field: 'start_date' | 'end_date'; message: string } | undefined => {
  if (dates.start_date < businessDay)
    return { field: 'start_date', message: 'The start date is before today' };
  if (dates.end_date < dates.start_date)
    return { field: 'end_date', message: 'The end date is before the start date' };
  return undefined;
};

/** Subjects of classes that each subject button selects (part 1 §2, New discount code). */
export const subjectGroups = {
  English: ['English'],
  Mathematics: ['Mathematics', 'A Maths', 'E Maths'],
  Physics: ['Physics'],
  Chemistry: ['Chemistry'],
  Biology: ['Biology'],
  Chinese: ['Chinese'],
} as const;

const years = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${name}-${from + index}`);

/** Level tags that each level button selects. No class has secondary 5 yet; the tag list ends at 4. */
export const levelGroups: Record<string, readonly string[]> = {
  'Lower Pri': years('primary', 1, 3),
  'Upper Pri': years('primary', 4, 6),
  'Lower Sec': years('secondary', 1, 2),
  'Upper Sec': years('secondary', 3, 5),
  'Junior College': years('junior-college', 1, 2),
  IP: years('integrated-programme', 4, 5),
  IBDP: years('international-baccalaureate-diploma-programme', 1, 2),
};

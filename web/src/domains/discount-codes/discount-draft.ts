import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import type { DiscountType } from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import { addDays, addMonths } from '@staffroom/contract/shared/dates.ts';
import type { Currency } from '@staffroom/contract/shared/money.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import type { ChosenClass } from './class-choice.ts';

/** The three choices of the form (decisions: Discount codes); a fixed amount asks further. */
export const discountKinds = [
  'Percentage Discount',
  'Fixed amount discount',
  'Free lessons',
] as const;
export type DiscountKind = (typeof discountKinds)[number];

export const fixedAmounts = ['Whole order', 'Per lesson'] as const;
export type FixedAmount = (typeof fixedAmounts)[number];

/** A number field: what stands in it, also when that is no number yet. */
type Typed = number | string;

/** What stands in the form of a new code. Dates are `YYYY-MM-DD`. */
export type DiscountDraft = {
  code: string;
  desc: string;
  kind: DiscountKind;
  fixed: FixedAmount;
  currency: Currency;
  discount: Typed;
  startDate: string | null;
  endDate: string | null;
  usageLimit: Typed;
  agent: string | null;
  blockTrial: boolean;
  classes: ChosenClass[];
};

export type SetDraft = (changes: Partial<DiscountDraft>) => void;

/** Percent, 0, from today to a month later, unlimited (part 1 §9). `today` is a business day. */
export const emptyDraft = (today: string): DiscountDraft => ({
  code: '',
  desc: '',
  kind: 'Percentage Discount',
  fixed: 'Whole order',
  currency: 'SGD',
  discount: 0,
  startDate: today,
  endDate: addMonths(today, 1),
  usageLimit: 0,
  agent: null,
  blockTrial: false,
  classes: [],
});

/** The terms of another code under a name that is still to be typed, from today for as many days. */
export const draftFrom = (source: DiscountCodeDetail, today: string): DiscountDraft => ({
  ...emptyDraft(today),
  desc: source.desc,
  ...kindOf(source.discount_type),
  currency: source.currency,
  discount: source.discount,
  endDate: addDays(today, daysBetween(source.start_date, source.end_date)),
  usageLimit: source.usage_limit,
  agent: source.agent,
  blockTrial: source.block_trial,
  classes: source.classes,
});

const daysBetween = (start: string, end: string) =>
  Temporal.PlainDate.from(start).until(end, { largestUnit: 'days' }).days;

const kindOf = (type: DiscountType): Pick<DiscountDraft, 'kind' | 'fixed'> => ({
  kind:
    type === 'Percent'
      ? 'Percentage Discount'
      : type === 'Number of Element Free'
        ? 'Free lessons'
        : 'Fixed amount discount',
  fixed: type === 'Each Element Dollar Off' ? 'Per lesson' : 'Whole order',
});

/** The type on the wire. */
export const typeOf = ({ kind, fixed }: Pick<DiscountDraft, 'kind' | 'fixed'>): DiscountType => {
  if (kind === 'Percentage Discount') return 'Percent';
  if (kind === 'Free lessons') return 'Number of Element Free';
  return fixed === 'Per lesson' ? 'Each Element Dollar Off' : 'Absolute';
};

export const isDirty = (draft: DiscountDraft, before: DiscountDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(before);

/** Codes are upper-case and trimmed, whatever is typed (part 1 §5). */
export const cleanCode = (typed: string): string => cleanText(typed).toUpperCase();

/** What a number field holds, or undefined while that is no number. */
export const numberOf = (typed: Typed): number | undefined => {
  const number = typeof typed === 'number' ? typed : Number(typed);
  return typed === '' || Number.isNaN(number) ? undefined : number;
};

/** The code to send; undefined while something is missing. */
export const bodyOf = (draft: DiscountDraft) => {
  const discount = numberOf(draft.discount);
  const usageLimit = numberOf(draft.usageLimit);
  const { startDate, endDate } = draft;
  if (!discount || usageLimit === undefined || !startDate || !endDate) return undefined;
  return {
    code: cleanCode(draft.code),
    desc: draft.desc.trim(),
    discount_type: typeOf(draft),
    discount,
    currency: draft.currency,
    start_date: startDate,
    end_date: endDate,
    usage_limit: usageLimit,
    agent: draft.agent,
    block_trial: draft.blockTrial,
    merchandise_id: draft.classes.map(({ _id }) => _id),
  };
};
export type DiscountCodeBody = NonNullable<ReturnType<typeof bodyOf>>;

import {
  datesProblem,
  discountProblem,
} from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import type { FormProblems } from '../../lib/form-problems.ts';
import { cleanCode, numberOf, typeOf, type DiscountDraft } from './discount-draft.ts';

/** What Submit still waits for, in the words of the labels (part 1 §5, Discount form). */
export const missingOf = (draft: DiscountDraft): string[] => [
  ...(cleanCode(draft.code) === '' ? ['code'] : []),
  ...(numberOf(draft.discount) ? [] : ['discount value']),
  ...(draft.startDate ? [] : ['start date']),
  ...(draft.endDate ? [] : ['end date']),
  ...(numberOf(draft.usageLimit) === undefined ? ['usage limit'] : []),
];

/** The fields of the request that have a place in the form. */
export const places = [
  'code',
  'desc',
  'discount_type',
  'discount',
  'currency',
  'start_date',
  'end_date',
  'usage_limit',
  'agent',
  'block_trial',
  'merchandise_id',
] as const;
export type Place = (typeof places)[number];
export type Problems = FormProblems<Place>;

const largest = 1_000_000;
const mostClasses = 2000;

/** What is wrong with the form by itself; what is only missing is not (part 1 §5). */
export const draftProblems = (draft: DiscountDraft, today: string): Problems => {
  const discount = numberOf(draft.discount);
  const usageLimit = numberOf(draft.usageLimit) ?? 0;
  const { startDate, endDate } = draft;
  const discountWords =
    discount &&
    (discount > largest
      ? 'At most 1,000,000'
      : discountProblem({ discount_type: typeOf(draft), discount }));
  const dates =
    startDate && endDate
      ? datesProblem({ start_date: startDate, end_date: endDate }, today)
      : undefined;
  return {
    ...(discountWords && { discount: discountWords }),
    ...(dates && { [dates.field]: dates.message }),
    ...(usageLimit > largest && { usage_limit: 'At most 1,000,000' }),
    ...(draft.classes.length > mostClasses && {
      merchandise_id: 'At most 2,000 classes. Without any, the code applies to every class.',
    }),
  };
};

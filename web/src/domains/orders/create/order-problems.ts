import type { Quote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { cleanText, invalidEmailMessage, isEmail } from '@staffroom/contract/shared/text.ts';
import { placeAmong, problemsAt } from '../../../lib/form-problems.ts';
import type { OrderDraft } from './order-draft.ts';

/** The places of the form that can show a problem. */
export const problemPlaces = [
  'type',
  'class',
  'email',
  'phone_country_code',
  'phone',
  'start_date',
  'end_date',
  'lesson',
  'discount_code',
  'agent_id',
  'payment',
  'remark',
] as const;
export type ProblemPlace = (typeof problemPlaces)[number];

/** `form` and `lessonsChanged` are told, but do not stand in the way of trying again. */
export type Problems = Partial<Record<ProblemPlace | 'form' | 'lessonsChanged', string>>;

/** Refusals that a person may override when asked. */
const asksFirst = ['class_full', 'class_sold_out'];

/** Where a problem of this field of the request is shown; the form's head when it has no such place. */
export const placeOf = placeAmong(problemPlaces);

/** Sentences by place; several for one place stand one after the other. */
export const problemsOf = (
  items: readonly { field?: string | undefined; message: string }[],
): Problems => problemsAt(items, placeOf);

/** What is wrong with the form by itself. An empty e-mail is no error (part 2 §5). */
export const draftProblems = (draft: OrderDraft): Problems => {
  const email = cleanText(draft.email);
  const { start, end } = draft.dates;
  return {
    ...(email !== '' && !isEmail(email) && { email: invalidEmailMessage }),
    ...(start && end && start > end && { end_date: 'The end date is before the start date.' }),
  };
};

/** What the quote says would refuse the order, but for what asks first and what was overridden. */
export const quoteProblems = (quote: Quote | undefined, draft: OrderDraft): Problems =>
  problemsOf(
    (quote?.problems ?? []).filter(
      ({ code }) =>
        !asksFirst.includes(code) &&
        // Missing lessons are named among the required fields, not as an error.
        !(code === 'no_lessons' && !(draft.dates.start && draft.dates.end)) &&
        !(code === 'trial_already_taken' && draft.allowSecondTrial),
    ),
  );

/** What Create Order still waits for, in the words of the labels (part 2 §5). */
export const missingOf = (draft: OrderDraft, lessons: number): string[] => [
  ...(draft.class ? [] : ['class']),
  ...(cleanText(draft.email) === '' ? ['email'] : []),
  ...(lessons === 0 ? ['at least one lesson'] : []),
  ...(cleanText(draft.remark) === '' ? ['remark'] : []),
];

/** Is there a problem beside a field? Then no order can be sent (part 2 §5). */
export const hasFieldProblem = (problems: Problems): boolean =>
  problemPlaces.some((place) => problems[place] !== undefined);

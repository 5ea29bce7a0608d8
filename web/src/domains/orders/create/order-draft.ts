import type { ClassSummary } from 'staffroom-contract/domains/classes/classes.contract.ts';
import type { Quote } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  paymentPlatforms,
  type OrderType,
  type PaymentProvider,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { defaultCountryCode } from 'staffroom-contract/shared/phone.ts';
import { cleanText, invalidEmailMessage, isEmail } from 'staffroom-contract/shared/text.ts';
import { wholePhoneProblem, type Named, type Phone } from '../../../kit/form/field.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { placeAmong, problemsAt, problemsOfFailure } from '../../../lib/form-problems.ts';
import { noSuchDay } from '../../../ui/parse-day.ts';
import { noDates, type OrderDates } from './lesson-choice.ts';

export type OrderDraft = {
  type: OrderType;
  class: ClassSummary | null;
  email: string;
  /** Of a new student; a known student's name and phone are shown and not changed (decisions: Orders). */
  name: string;
  phone: Phone;
  dates: OrderDates;
  /** Input that could not be read as a date. */
  unreadable: { start?: string; end?: string };
  discountCode: string;
  /** null: not chosen; the code's agent applies. */
  agent: Named | null;
  channel: 'offline' | 'online';
  provider: PaymentProvider;
  remark: string;
  isRenewal: boolean;
  allowSecondTrial: boolean;
};

export type SetDraft = (changes: Partial<OrderDraft>) => void;

/**
 * The defaults of part 2 §9: PAYMENT, or TRIAL for users who may create nothing else; offline. `email` is the student
 * from whose page the form was opened.
 */
export const emptyDraft = (types: readonly OrderType[], email = ''): OrderDraft => ({
  type: types.includes('PAYMENT') ? 'PAYMENT' : (types[0] ?? 'TRIAL'),
  class: null,
  email,
  name: '',
  phone: { code: defaultCountryCode, number: '' },
  dates: noDates,
  unreadable: {},
  discountCode: '',
  agent: null,
  channel: 'offline',
  provider: 'stripe',
  remark: '',
  isRenewal: false,
  allowSecondTrial: false,
});

export const isDirty = (draft: OrderDraft, types: readonly OrderType[], email = ''): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyDraft(types, email));

/** Upper-cases and trims a typed code (part 2 §5). */
export const cleanCode = (typed: string): string => typed.toUpperCase().trim();

const hasOrderedDates = ({ start, end }: OrderDates) =>
  start !== null && end !== null && start <= end;

/** The body of the quote; null until a class is chosen. */
export const quoteBodyOf = (draft: OrderDraft) => {
  const email = cleanText(draft.email);
  const code = cleanCode(draft.discountCode);
  return (
    draft.class && {
      type: draft.type,
      class: draft.class._id,
      ...(hasOrderedDates(draft.dates) && {
        start_date: draft.dates.start,
        end_date: draft.dates.end,
      }),
      ...(isEmail(email) && { email }),
      ...(code && { discount_code: code }),
      ...(draft.agent && { agent_id: draft.agent._id }),
    }
  );
};
export type QuoteTerms = NonNullable<ReturnType<typeof quoteBodyOf>>;

export type OrderStudent = Quote['student'];

/**
 * The order to send; undefined until class, dates and the student lookup are known. `lesson` and `expected_price` are
 * those shown to the user.
 */
export const orderBodyOf = (
  draft: OrderDraft,
  lessons: readonly { _id: string }[],
  student: OrderStudent | undefined,
  quote?: Pick<Quote, 'actual_price'>,
) => {
  const { start, end } = draft.dates;
  if (!draft.class || !start || !end || student === undefined) return undefined;
  const code = cleanCode(draft.discountCode);
  return {
    class: draft.class._id,
    email: draft.email,
    ...(student === null && {
      name: cleanText(draft.name),
      phone_country_code: draft.phone.code,
      phone: draft.phone.number,
    }),
    start_date: start,
    end_date: end,
    lesson: lessons.map((lesson) => lesson._id),
    remark: draft.remark,
    ...(code && { discount_code: code }),
    ...(draft.agent && { agent_id: draft.agent._id }),
    payment: paymentOf(draft),
    meta: { is_renewal: draft.isRenewal },
    ...(draft.allowSecondTrial && { allow_second_trial: true }),
    ...(quote && { expected_price: quote.actual_price }),
  };
};
export type OrderBody = NonNullable<ReturnType<typeof orderBodyOf>>;

const paymentOf = ({ channel, provider }: OrderDraft) =>
  channel === 'offline' ? { channel } : { channel, provider, platform: paymentPlatforms[provider] };

const problemPlaces = [
  'type',
  'class',
  'email',
  'name',
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
type ProblemPlace = (typeof problemPlaces)[number];

/** `form` and `lessonsChanged` are shown, but do not block another try. */
export type Problems = Partial<Record<ProblemPlace | 'form' | 'lessonsChanged', string>>;

/** Overrides that the user can agree to when asked. */
export type Consents = {
  allow_overbook?: true;
  allow_several_lessons?: true;
  expected_price?: number;
};

const consents: Readonly<Record<string, Consents>> = {
  class_full: { allow_overbook: true },
  class_sold_out: { allow_overbook: true },
  trial_several_lessons: { allow_several_lessons: true },
};

/** The override for this refusal, including the current price; undefined if it cannot be overridden. */
export const consentTo = (code: string, price?: { actual_price: number }): Consents | undefined =>
  code === 'price_changed' && price ? { expected_price: price.actual_price } : consents[code];

const asksFirst = (code: string) => consentTo(code) !== undefined;

/** The place of the form for a field of the request; the top of the form if it has none. */
export const placeOf = placeAmong(problemPlaces);

/** Sentences by place; several for one place are joined. */
export const problemsOf = (
  items: readonly { field?: string | undefined; message: string }[],
): Problems => problemsAt(items, placeOf);

/** Label of the first of the phone's two inputs. */
export const codeLabel = 'Country code';

/** Client-side errors. An empty e-mail is no error (part 2 §5), and a known student's phone is not checked. */
export const draftProblems = (draft: OrderDraft, student?: OrderStudent): Problems => {
  const email = cleanText(draft.email);
  const { unreadable } = draft;
  const { start, end } = draft.dates;
  const phone = student ? undefined : wholePhoneProblem(draft.phone, codeLabel);
  return {
    ...(phone && { phone }),
    ...(email !== '' && !isEmail(email) && { email: invalidEmailMessage }),
    ...(unreadable.start && { start_date: noSuchDay(unreadable.start) }),
    ...(unreadable.end && { end_date: noSuchDay(unreadable.end) }),
    ...(start && end && start > end && { end_date: 'The end date is before the start date.' }),
  };
};

/** The quote's problems that would refuse the order, except those that become a question or were overridden. */
export const quoteProblems = (quote: Quote | undefined, draft: OrderDraft): Problems =>
  problemsOf(
    (quote?.problems ?? []).filter(
      ({ code }) =>
        !asksFirst(code) &&
        // Missing lessons are listed as a missing field, not as an error.
        !(code === 'no_lessons' && !(draft.dates.start && draft.dates.end)) &&
        !(code === 'trial_already_taken' && draft.allowSecondTrial),
    ),
  );

/** Errors of a refused order. For changed lessons only the notice is returned: the new lessons are already on screen. */
export const refusedProblems = (error: unknown): Problems => {
  const items = error instanceof ApiError ? error.errors : [];
  const changed = items.find(({ code }) => code === 'lessons_changed');
  return changed ? { lessonsChanged: changed.message } : problemsOfFailure(error, placeOf);
};

/** True if no student has this e-mail. */
export const isNew = (draft: OrderDraft, student: OrderStudent | undefined) =>
  student === null && isEmail(cleanText(draft.email));

/** Labels of the fields that Create Order still needs (part 2 §5). */
export const missingOf = (
  draft: OrderDraft,
  lessons: number,
  student: OrderStudent | undefined,
): string[] => [
  ...(draft.class ? [] : ['class']),
  ...(cleanText(draft.email) === '' ? ['e-mail'] : []),
  ...(isNew(draft, student) && cleanText(draft.name) === '' ? ['name'] : []),
  ...(lessons === 0 ? ['at least one lesson'] : []),
  ...(cleanText(draft.remark) === '' ? ['remark'] : []),
];

/** True if a field has a problem, which blocks sending (part 2 §5). */
export const hasFieldProblem = (problems: Problems): boolean =>
  problemPlaces.some((place) => problems[place] !== undefined);

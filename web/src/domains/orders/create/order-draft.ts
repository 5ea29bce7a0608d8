import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { Quote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import {
  paymentPlatforms,
  type OrderType,
  type PaymentProvider,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { defaultCountryCode } from '@staffroom/contract/shared/phone.ts';
import { cleanText, invalidEmailMessage, isEmail } from '@staffroom/contract/shared/text.ts';
import { wholePhoneProblem, type Named, type Phone } from '../../../kit/form/field.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { placeAmong, problemsAt, problemsOfFailure } from '../../../lib/form-problems.ts';
import { noSuchDay } from '../../../ui/parse-day.ts';
import { noDates, type OrderDates } from './lesson-choice.ts';

/** What stands in the form of a new order. */
export type OrderDraft = {
  type: OrderType;
  class: ClassSummary | null;
  email: string;
  /** Of a new student; a known one's name and phone are shown and stay (decisions: Orders). */
  name: string;
  phone: Phone;
  dates: OrderDates;
  /** What was typed as a date and is none. */
  unreadable: { start?: string; end?: string };
  discountCode: string;
  /** null: none chosen; the code's agent counts then. */
  agent: Named | null;
  channel: 'offline' | 'online';
  provider: PaymentProvider;
  remark: string;
  isRenewal: boolean;
  allowSecondTrial: boolean;
};

export type SetDraft = (changes: Partial<OrderDraft>) => void;

/**
 * The defaults of part 2 §9: PAYMENT, or TRIAL for those who may create nothing else; offline. The e-mail is that of
 * the student from whose page the form was opened.
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

/** Codes are upper-case and trimmed, whatever is typed (part 2 §5). */
export const cleanCode = (typed: string): string => typed.toUpperCase().trim();

const hasOrderedDates = ({ start, end }: OrderDates) =>
  start !== null && end !== null && start <= end;

/** What the quote is asked for; undefined until a class is chosen. */
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
 * The order to send; undefined while class, dates or whose e-mail it is are not known. `lesson` and `expected_price` are
 * what the person saw.
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

/** The places of the form that can show a problem. */
export const problemPlaces = [
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
export type ProblemPlace = (typeof problemPlaces)[number];

/** `form` and `lessonsChanged` are told, but do not stand in the way of trying again. */
export type Problems = Partial<Record<ProblemPlace | 'form' | 'lessonsChanged', string>>;

/** What a person may agree to when asked. */
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

/** What overrides this refusal when a person agrees, to the price as it is now too; undefined where nothing does. */
export const consentTo = (code: string, price?: { actual_price: number }): Consents | undefined =>
  code === 'price_changed' && price ? { expected_price: price.actual_price } : consents[code];

const asksFirst = (code: string) => consentTo(code) !== undefined;

/** Where a problem of this field of the request is shown; the form's head when it has no such place. */
export const placeOf = placeAmong(problemPlaces);

/** Sentences by place; several for one place stand one after the other. */
export const problemsOf = (
  items: readonly { field?: string | undefined; message: string }[],
): Problems => problemsAt(items, placeOf);

/** How the form calls the first of a phone's two inputs. */
export const codeLabel = 'Country code';

/** What is wrong with the form by itself. An empty e-mail is no error (part 2 §5), nor is what a known student does not ask. */
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

/** What the quote says would refuse the order, but for what asks first and what was overridden. */
export const quoteProblems = (quote: Quote | undefined, draft: OrderDraft): Problems =>
  problemsOf(
    (quote?.problems ?? []).filter(
      ({ code }) =>
        !asksFirst(code) &&
        // Missing lessons are named among the required fields, not as an error.
        !(code === 'no_lessons' && !(draft.dates.start && draft.dates.end)) &&
        !(code === 'trial_already_taken' && draft.allowSecondTrial),
    ),
  );

/** What a refused order says. The lessons that have changed meanwhile show already. */
export const refusedProblems = (error: unknown): Problems => {
  const items = error instanceof ApiError ? error.errors : [];
  const changed = items.find(({ code }) => code === 'lessons_changed');
  return changed ? { lessonsChanged: changed.message } : problemsOfFailure(error, placeOf);
};

/** Is the e-mail one that nobody has yet? */
export const isNew = (draft: OrderDraft, student: OrderStudent | undefined) =>
  student === null && isEmail(cleanText(draft.email));

/** What Create Order still waits for, in the words of the labels (part 2 §5). */
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

/** Is there a problem beside a field? Then no order can be sent (part 2 §5). */
export const hasFieldProblem = (problems: Problems): boolean =>
  problemPlaces.some((place) => problems[place] !== undefined);

import type { Named } from '../../../kit/form/field.ts';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { Quote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import {
  paymentPlatforms,
  type OrderType,
  type PaymentProvider,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { cleanText, isEmail } from '@staffroom/contract/shared/text.ts';
import { noDates, type OrderDates } from './lesson-choice.ts';

/** What stands in the form of a new order. */
export type OrderDraft = {
  type: OrderType;
  class: ClassSummary | null;
  email: string;
  /** null until typed: a known student's own number shows. */
  countryCode: string | null;
  phone: string | null;
  dates: OrderDates;
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

export const defaultCountryCode = '65';

/**
 * The defaults of part 2 §9: PAYMENT, or TRIAL for those who may create nothing else; offline. The e-mail is that of
 * the student from whose page the form was opened.
 */
export const emptyDraft = (types: readonly OrderType[], email = ''): OrderDraft => ({
  type: types.includes('PAYMENT') ? 'PAYMENT' : (types[0] ?? 'TRIAL'),
  class: null,
  email,
  countryCode: null,
  phone: null,
  dates: noDates,
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

type Student = Quote['student'];

/** The phone as shown: as typed, else a known student's, else the default country code. */
export const shownPhone = (draft: OrderDraft, student: Student | undefined) => ({
  countryCode: draft.countryCode ?? (student?.phone_country_code || defaultCountryCode),
  phone: draft.phone ?? student?.phone ?? '',
});

/** The order to send; undefined while class or dates are missing. `lesson` is what the person saw. */
export const orderBodyOf = (
  draft: OrderDraft,
  lessons: readonly { _id: string }[],
  student: Student | undefined,
) => {
  const { start, end } = draft.dates;
  if (!draft.class || !start || !end) return undefined;
  const { countryCode, phone } = shownPhone(draft, student);
  const code = cleanCode(draft.discountCode);
  return {
    class: draft.class._id,
    email: draft.email,
    phone_country_code: countryCode,
    phone,
    start_date: start,
    end_date: end,
    lesson: lessons.map((lesson) => lesson._id),
    remark: draft.remark,
    ...(code && { discount_code: code }),
    ...(draft.agent && { agent_id: draft.agent._id }),
    payment: paymentOf(draft),
    meta: { is_renewal: draft.isRenewal },
    ...(draft.allowSecondTrial && { allow_second_trial: true }),
  };
};
export type OrderBody = NonNullable<ReturnType<typeof orderBodyOf>>;

const paymentOf = ({ channel, provider }: OrderDraft) =>
  channel === 'offline' ? { channel } : { channel, provider, platform: paymentPlatforms[provider] };

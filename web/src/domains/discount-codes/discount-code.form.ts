import {
  createDiscountCode,
  type DiscountCodeDetail,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import {
  datesProblem,
  discountProblem,
  type DiscountType,
} from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { addDays, addMonths } from 'staffroom-contract/shared/dates.ts';
import { currencies } from 'staffroom-contract/shared/money.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import { defineForm, initialValues, type ValuesOf } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import {
  day,
  flag,
  isDay,
  money,
  named,
  setting,
  text,
  wholeNumber,
} from '../../kit/form/field.ts';
import { readNumber, type NumberValue } from '../../kit/form/typed-number.ts';
import type { StateOf } from '../../kit/form/use-form-state.ts';
import { ApiError, isAway } from '../../lib/api-error.ts';
import { formatCount, formatLongDay } from '../../lib/formats.ts';
import type { ChosenClass } from './class-choice.ts';
import { discountWords } from './discount-code-words.ts';

/** The form's three types of discount (decisions: Discount codes); a fixed amount has a further choice. */
export const discountKinds = [
  'Percentage Discount',
  'Fixed amount discount',
  'Free lessons',
] as const;

export const fixedAmounts = ['Whole order', 'Per lesson'] as const;

type Kind = { kind: (typeof discountKinds)[number]; fixed: (typeof fixedAmounts)[number] };

export const typeOf = ({ kind, fixed }: Kind): DiscountType => {
  if (kind === 'Percentage Discount') return 'Percent';
  if (kind === 'Free lessons') return 'Number of Element Free';
  return fixed === 'Per lesson' ? 'Each Element Dollar Off' : 'Absolute';
};

const kindOf = (type: unknown): Kind => ({
  kind:
    type === 'Percent'
      ? 'Percentage Discount'
      : type === 'Number of Element Free'
        ? 'Free lessons'
        : 'Fixed amount discount',
  fixed: type === 'Each Element Dollar Off' ? 'Per lesson' : 'Whole order',
});

/** Shown at the code for a duplicate, and for any failure that names no other field (part 1 §8). */
export const takenMessage = 'This code already exists, try a different one';

const largest = 1_000_000;
const mostClasses = 2000;

const noDiscount = (typed: NumberValue) => typed === '' || readNumber(typed) === 0;

/** The form of a new code (part 1 §2, New discount code; §5, Discount form). */
export const discountCodeForm = defineForm(
  {
    noun: 'discount code',
    create: createDiscountCode,
    refreshes: ['discount-codes'],
    fields: {
      code: field<string>({
        label: 'Code',
        required: true,
        initial: '',
        read: () => '',
        write: (code, [at = '']) => ({ [at]: cleanCode(code) }),
        isEmpty: (code) => cleanCode(code) === '',
        words: cleanCode,
      }),
      desc: text({ label: 'Description', maxLength: 500 }),
      discount_type: field<Kind>({
        label: 'Type of discount',
        initial: kindOf('Percent'),
        read: (record, [at = '']) => kindOf(valueAt(record, at)),
        write: (kind, [at = '']) => ({ [at]: typeOf(kind) }),
        isEmpty: () => false,
        words: ({ kind }) => kind,
      }),
      discount: money({
        label: 'Discount value',
        required: true,
        default: 0,
        missing: (typed) => (noDiscount(typed) ? ['discount value'] : []),
      }),
      currency: setting(currencies, { label: 'Currency', default: 'SGD' }),
      start_date: day({ label: 'Start date', required: true }),
      end_date: day({ label: 'End date', required: true }),
      usage_limit: wholeNumber({ label: 'Usage limit', required: true, default: 0 }),
      agent: named({ label: 'Agent' }),
      block_trial: flag({ label: 'Block trial orders' }),
      classes: field<ChosenClass[]>({
        label: 'Classes',
        at: 'merchandise_id',
        initial: [],
        read: (record) => (valueAt(record, 'classes') as ChosenClass[] | undefined) ?? [],
        write: (classes, [at = '']) => ({ [at]: classes.map(({ _id }) => _id) }),
        isEmpty: (classes) => classes.length === 0,
        words: classesWords,
      }),
    },
  },
  {
    check: (
      { discount, discount_type: kind, start_date, end_date, usage_limit, classes },
      { today },
    ) => {
      const amount = readNumber(discount);
      const wrong =
        amount > largest
          ? 'At most 1,000,000'
          : discountProblem({ discount_type: typeOf(kind), discount: amount });
      const dates =
        isDay(start_date) && isDay(end_date)
          ? datesProblem({ start_date, end_date }, today)
          : undefined;
      return {
        ...(amount > 0 && wrong && { discount: wrong }),
        ...(dates && { [dates.field]: dates.message }),
        ...(readNumber(usage_limit) > largest && { usage_limit: 'At most 1,000,000' }),
        ...(classes.length > mostClasses && {
          classes: 'At most 2,000 classes. Without any, the code applies to every class.',
        }),
      };
    },
    // Failures that name no field are also shown at the code, with the reason at the top of the form.
    refused: (error, problems) => {
      if (error === null || isAway(error)) return problems;
      if (error instanceof ApiError && error.has('discount_code_taken'))
        return { ...problems, form: undefined, code: takenMessage };
      const isPlaced = Object.keys(problems).some((name) => name !== 'form');
      return isPlaced ? problems : { ...problems, code: takenMessage };
    },
  },
);

export type CodeForm = StateOf<typeof discountCodeForm>;
export type CodeValues = ValuesOf<NonNullable<(typeof discountCodeForm)['kinds']>>;

/** Upper-cases and trims a typed code (part 1 §5). */
export function cleanCode(typed: string): string {
  return cleanText(typed).toUpperCase();
}

/** Percent, 0, from today to a month later, unlimited (part 1 §9). `today` is a business day. */
export const newCode = (today: string): CodeValues => ({
  ...initialValues(discountCodeForm),
  start_date: today,
  end_date: addMonths(today, 1),
});

/** The terms of another code without its name; starts today, with the same number of days. */
export const duplicateOf = (source: DiscountCodeDetail, today: string): CodeValues => ({
  ...newCode(today),
  desc: source.desc,
  discount_type: kindOf(source.discount_type),
  currency: source.currency,
  discount: source.discount,
  end_date: addDays(today, daysBetween(source.start_date, source.end_date)),
  usage_limit: source.usage_limit,
  agent:
    source.agent === null
      ? null
      : { _id: source.agent, name: source.agent_name || source.agent_email },
  block_trial: source.block_trial,
  classes: source.classes,
});

const daysBetween = (start: string, end: string) =>
  Temporal.PlainDate.from(start).until(end, { largestUnit: 'days' }).days;

/** Maximum number of classes listed by name; others are counted. */
const namedClasses = 5;

/** "Every class", or the first classes by name and the number of others. */
export function classesWords(classes: readonly { name: string }[]): string {
  if (classes.length === 0) return 'Every class';
  const names = classes.slice(0, namedClasses).map(({ name }) => name);
  const rest = classes.length - names.length;
  return `${formatCount(classes.length, 'class', 'classes')}: ${names.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en-SG')} more` : ''}`;
}

/** The values of a complete form by label, for the confirm dialog (part 1 §2). */
export const codeSummary = (values: CodeValues): [label: string, words: string][] => {
  const { discount_type: kind, currency, usage_limit: limit } = values;
  const discount = readNumber(values.discount);
  const uses = readNumber(limit);
  return [
    ['Code', cleanCode(values.code)],
    ['Description', values.desc.trim() || 'None'],
    ['Type of discount', kind.kind],
    ['Discount value', discountWords({ discount_type: typeOf(kind), discount, currency })],
    ['Start date', formatLongDay(values.start_date)],
    ['End date', formatLongDay(values.end_date)],
    ['Usage limit', uses === 0 ? 'Unlimited' : formatCount(uses, 'use')],
    ['Agent', values.agent === null ? 'No agent' : values.agent.name || '–'],
    ['Trial orders', values.block_trial ? 'Not allowed' : 'Allowed'],
    ['Classes', classesWords(values.classes)],
  ];
};

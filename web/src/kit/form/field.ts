import {
  countryCodeProblem,
  defaultCountryCode,
  phoneProblem,
} from 'staffroom-contract/shared/phone.ts';
import { cleanText, digitsOf, splitList } from 'staffroom-contract/shared/text.ts';
import { bareWords } from '../../lib/bare-words.ts';
import { atZone, dayAndTimeOf } from '../../lib/day-and-time.ts';
import { formatClock, formatDay, formatPhone } from '../../lib/formats.ts';
import { noSuchDay } from '../../ui/parse-day.ts';
import { numberProblem, readNumber, type NumberValue } from './typed-number.ts';
import { field, valueAt, wordOf, type Common, type FormContext } from './field-kind.ts';

const first = (at: readonly string[]) => at[0] ?? '';
const textAt = (record: unknown, path: string): string => {
  const value = valueAt(record, path);
  return typeof value === 'string' ? value : '';
};

/** A record that another record names. */
export type Named = { _id: string; name: string };

type TextInput = { autoComplete: string; maxLength?: number; type?: 'email'; inputMode?: 'email' };

type TextOptions = Common & {
  maxLength?: number;
  default?: string;
  /** Sent when the field is emptied; '' by default. */
  emptied?: null;
};

/** A line of text, sent trimmed. */
export const text = (options: TextOptions) =>
  field<string, TextInput>({
    ...options,
    initial: options.default ?? '',
    input: { autoComplete: 'off', ...(options.maxLength && { maxLength: options.maxLength }) },
    ...asText,
    write: (value, at) => ({
      [first(at)]: options.emptied === null ? cleanText(value) || null : cleanText(value),
    }),
  });

const asText = {
  read: (record: unknown, at: readonly string[]) => textAt(record, first(at)),
  write: (value: string, at: readonly string[]) => ({ [first(at)]: cleanText(value) }),
  isEmpty: (value: string) => cleanText(value) === '',
  words: (value: string) => value,
};

/** Several lines of text, sent trimmed with line breaks kept; `sentEmpty: false` leaves out an empty value. */
export const longText = (options: Common & { maxLength: number; sentEmpty?: false }) =>
  field<string, { maxLength: number }>({
    ...options,
    initial: '',
    input: { maxLength: options.maxLength },
    ...asText,
    write: (value, at) =>
      value.trim() === '' && options.sentEmpty === false ? {} : { [first(at)]: value.trim() },
  });

export const email = (options: Common) =>
  field<string, TextInput>({
    ...options,
    initial: '',
    quiet: true,
    input: { type: 'email', inputMode: 'email', autoComplete: 'off', maxLength: 254 },
    ...asText,
  });

type PasswordInput = {
  autoComplete: string;
  maxLength: number;
  visibilityToggleButtonProps: { 'aria-label': string };
};

/** A new password, or the `current` one: sent as typed, and only if typed. Passwords are never read. */
export const password = ({ current = false, ...options }: Common & { current?: boolean }) =>
  field<string, PasswordInput>({
    ...options,
    initial: '',
    secret: true,
    input: {
      autoComplete: current ? 'current-password' : 'new-password',
      maxLength: 200,
      visibilityToggleButtonProps: { 'aria-label': `Show ${wordOf(options.label)}` },
    },
    read: () => '',
    write: (value, at) => (value === '' && !options.required ? {} : { [first(at)]: value }),
    isEmpty: (value) => value === '',
    words: () => '',
  });

export type Phone = { code: string; number: string };

type PhoneOptions = Omit<Common, 'at'> & {
  /** Label of the first of its two inputs. */
  codeLabel: string;
  /** The paths of country code and number. */
  at: readonly [code: string, number: string];
};

/** A phone number with its country code, in two inputs; a code alone counts as empty. */
export const phone = (options: PhoneOptions) =>
  field<Phone, { codeLabel: string }>({
    ...options,
    initial: { code: defaultCountryCode, number: '' },
    quiet: true,
    input: { codeLabel: options.codeLabel },
    read: (record) => ({
      code: textAt(record, options.at[0]) || defaultCountryCode,
      number: textAt(record, options.at[1]),
    }),
    write: ({ code, number }) => ({
      [options.at[0]]: code.trim(),
      [options.at[1]]: number.trim(),
    }),
    isEmpty: ({ number }) => number.trim() === '',
    problem: (value) => wholePhoneProblem(value, options.codeLabel),
    words: ({ code, number }) =>
      formatPhone({ phone_country_code: digitsOf(code), phone: digitsOf(number) }),
  });

/** The error of a phone's two inputs as one sentence. */
export const wholePhoneProblem = ({ code, number }: Phone, codeLabel: string) => {
  const ofCode = countryCodeProblem(code);
  return ofCode ? `${codeLabel}: ${wordOf(ofCode)}` : phoneProblem(number);
};

/** Several short texts in one line, separated by commas, sent as a list. */
export const list = (options: Common) =>
  field<string, TextInput>({
    ...options,
    initial: '',
    input: { autoComplete: 'off' },
    ...asText,
    read: (record, at) =>
      ((valueAt(record, first(at)) as readonly string[] | undefined) ?? []).join(', '),
    write: (value, at) => ({ [first(at)]: splitList(value) }),
  });

/** Formatted text as HTML; '' when empty. */
export const richText = (options: Common) =>
  field<string>({
    ...options,
    initial: '',
    ...asText,
    write: (value, at) => ({ [first(at)]: value }),
    words: bareWords,
  });

type NumberInput = { decimals: number; min: number; max?: number };
type NumberOptions = Common & {
  default?: number;
  min?: number;
  max?: number;
  /** Overrides when the value counts as missing, for fields where 0 does. */
  missing?: (value: NumberValue) => readonly string[];
};

const numeric = (options: NumberOptions, decimals: number) =>
  field<NumberValue, NumberInput>({
    ...options,
    initial: options.default ?? '',
    quiet: true,
    input: {
      decimals,
      min: options.min ?? 0,
      ...(options.max !== undefined && { max: options.max }),
    },
    read: (record, at) => {
      const value = valueAt(record, first(at));
      return typeof value === 'number' ? value : '';
    },
    write: (value, at) => {
      if (!isNothing(value)) return { [first(at)]: readNumber(value) };
      return options.required ? {} : { [first(at)]: null };
    },
    isEmpty: isNothing,
    problem: (value) => numberProblem(value, decimals === 0),
    words: String,
  });

const isNothing = (value: NumberValue) => cleanText(String(value)) === '';

/** An amount of money as a decimal number; its currency is a separate field. */
export const money = (options: NumberOptions) => numeric(options, 2);

/** A count: seats, an order, a quantity. */
export const wholeNumber = (options: NumberOptions) => numeric(options, 0);

type FlagOptions = Omit<Common, 'required' | 'word'> & {
  default?: boolean;
  /** The server applies the default: a new record does not send it. */
  implied?: true;
};

/** Yes or no. */
export const flag = (options: FlagOptions) =>
  field<boolean>({
    ...options,
    initial: options.default ?? false,
    read: (record, at) => valueAt(record, first(at)) === true,
    write: (value, at) => ({ [first(at)]: value }),
    isEmpty: (value) => options.implied === true && value === (options.default ?? false),
    words: (value) => (value ? 'Yes' : 'No'),
  });

type Option<Value extends string> = Value | { value: Value; label: string };
type ChoiceInput<Value extends string> = {
  data: Option<Value>[];
  allowDeselect: boolean;
  openOnFocus: false;
  clearable: boolean;
  clearButtonProps: { 'aria-label': string };
};

const choiceOf = <Value extends string, Chosen extends Value | null>(
  options: readonly Option<Value>[],
  common: Common,
  initial: Chosen,
) =>
  field<Chosen, ChoiceInput<Value>>({
    ...common,
    initial,
    input: {
      data: [...options],
      allowDeselect: !common.required,
      openOnFocus: false,
      clearable: !common.required,
      clearButtonProps: { 'aria-label': `Clear ${common.label}` },
    },
    read: (record, at) => {
      const value = valueAt(record, first(at));
      // The contract's response type guarantees one of the choices.
      return typeof value === 'string' ? (value as Chosen) : initial;
    },
    write: (value, at) => (value === null && common.required ? {} : { [first(at)]: value }),
    isEmpty: (value) => value === null,
    words: (value) => labelOf(options, value),
  });

const labelOf = (options: readonly Option<string>[], value: string | null): string => {
  const option = options.find((each) => valueOf(each) === value);
  return (typeof option === 'object' ? option.label : option) ?? value ?? '';
};

const valueOf = <Value extends string>(option: Option<Value>): Value =>
  typeof option === 'string' ? option : option.value;

/** One of some values, empty at first. */
export const choice = <Value extends string>(options: readonly Option<Value>[], common: Common) =>
  choiceOf<Value, Value | null>(options, common, null);

/** One of some values, never empty. */
export const setting = <Value extends string>(
  options: readonly Option<Value>[],
  { default: initial, ...common }: Common & { default: Value },
) => choiceOf<Value, Value>(options, { ...common, required: true }, initial);

/** Any of some values, sent in the order of the options. */
export const choices = <Value extends string>(options: readonly Option<Value>[], common: Common) =>
  field<Value[], { data: Option<Value>[] }>({
    ...common,
    initial: [],
    input: { data: [...options] },
    read: (record, at) => (valueAt(record, first(at)) as Value[] | undefined) ?? [],
    write: (chosen, at) => ({
      [first(at)]: options.map(valueOf).filter((value) => chosen.includes(value)),
    }),
    isEmpty: (chosen) => chosen.length === 0,
    words: (chosen) => chosen.map((value) => labelOf(options, value)).join(', '),
  });

/** `YYYY-MM-DD`. */
export const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A day `YYYY-MM-DD`, '' when empty; unreadable input is kept and gets an error. */
export const day = (options: Common & { write?: (day: string, context: FormContext) => string }) =>
  field<string>({
    ...options,
    initial: '',
    read: (record, at) => textAt(record, first(at)),
    write: (value, at, context) => {
      if (!isDay(value)) return value === '' && !options.required ? { [first(at)]: null } : {};
      return { [first(at)]: options.write?.(value, context) ?? value };
    },
    isEmpty: (value) => value === '',
    problem: (value) => (value === '' || isDay(value) ? undefined : noSuchDay(value)),
    words: (value) => (isDay(value) ? formatDay(value) : value),
  });

/** A time of day `HH:MM`, '' when empty. */
export const time = (options: Common) =>
  field<string>({
    ...options,
    initial: '',
    read: (record, at) => textAt(record, first(at)).slice(0, 5),
    write: (value, at) => (value === '' ? {} : { [first(at)]: value }),
    isEmpty: (value) => value === '',
    words: (value) => (value === '' ? '' : formatClock(value)),
  });

export type DayTime = { day: string; time: string };

/** An instant as a day and a time in the business time zone: two inputs, "Start date" and "Start time". */
export const dayTime = (options: Common) =>
  field<DayTime>({
    ...options,
    initial: { day: '', time: '' },
    read: (record, at, { zone }) => {
      const instant = textAt(record, first(at));
      return instant === '' ? { day: '', time: '' } : dayAndTimeOf(instant, zone);
    },
    write: (value, at, { zone }) =>
      isDay(value.day) && value.time !== ''
        ? { [first(at)]: atZone(value.day, value.time, zone) }
        : {},
    isEmpty: (value) => value.day === '' || value.time === '',
    missing: (value) =>
      options.required
        ? (['day', 'time'] as const)
            .filter((part) => value[part] === '')
            .map((part) => `${wordOf(options.label)} ${part === 'day' ? 'date' : 'time'}`)
        : [],
    problem: (value) => (value.day === '' || isDay(value.day) ? undefined : noSuchDay(value.day)),
    words: (value) =>
      [isDay(value.day) ? formatDay(value.day) : value.day, value.time && formatClock(value.time)]
        .filter(Boolean)
        .join(', '),
  });

/** A named record chosen from a list and sent by its id: an agent, a lesson. */
export const named = (options: Common) =>
  field<Named | null>({
    ...options,
    initial: null,
    read: (record, at) => (valueAt(record, first(at)) as Named | null | undefined) ?? null,
    write: (value, at) => ({ [first(at)]: value?._id ?? null }),
    isEmpty: (value) => value === null,
    words: (value) => value?.name ?? '',
  });

/** People sent as their ids: tutors, TAs. */
export const people = (options: Common) =>
  field<Named[]>({
    ...options,
    initial: [],
    read: (record, at) => (valueAt(record, first(at)) as Named[] | undefined) ?? [],
    write: (value, at) => ({ [first(at)]: value.map(({ _id }) => _id) }),
    isEmpty: (value) => value.length === 0,
    words: (value) => value.map(({ name }) => name || '–').join(', '),
  });

import { z } from 'zod';
import type { Choice } from '../../ui/choice-filter.tsx';
import type { Days, Filter, ListAddress, UseFound } from './define-list.ts';

type Options<Value, Where> = {
  label: string;
  where?: (value: Value, address: ListAddress) => Where;
  excludes?: string;
  sets?: object;
  useShown?: () => boolean;
  isShown?: (address: ListAddress) => boolean;
  rare?: boolean;
};

type ChoiceOptions<Value extends string, Where> = Options<Value, Where> & {
  /** A choice in words; the value by default. */
  words?: (value: Value) => string;
  /** The text without a choice: 'All'. */
  none?: string;
};

/** One of some values, or all. `usual` is the default, which the address never contains. */
export const choice = <const Value extends string, Where = never>(
  values: readonly Value[],
  {
    words = (value) => value,
    usual,
    ...options
  }: ChoiceOptions<Value, Where> & { usual?: NoInfer<Value> },
): Filter<Value, Where> => {
  const others = values.filter((value) => value !== usual);
  const choices = others.map((value) => ({ value, label: words(value) }));
  if (usual === undefined) return oneOf(z.enum(values), () => choices, options);
  return { ...oneOf(z.enum(others), () => choices, { none: words(usual), ...options }), usual };
};

/** One record, or all; its choices are loaded. `beside`: choices besides records, shown first. */
export const recordChoice = <Where = never,>(
  useChoices: () => readonly Choice[],
  {
    beside = [],
    ...options
  }: Omit<ChoiceOptions<string, Where>, 'words'> & { beside?: readonly Choice[] },
): Filter<string, Where> =>
  oneOf(besideRecords(beside), () => [...beside, ...useChoices()], options);

const oneOf = <Value extends string, Where>(
  schema: z.ZodType<Value>,
  useChoices: () => readonly Choice[],
  { none = 'All', ...options }: Omit<ChoiceOptions<Value, Where>, 'words'>,
): Filter<Value, Where> => ({
  ...options,
  schema,
  input: { kind: 'one', useChoices, none },
});

/** One of many records, or all; the server searches by the typed term. `beside` as above. */
export const foundChoice = <Where = never,>(
  useFound: UseFound,
  {
    noun,
    beside = [],
    ...options
  }: Options<string, Where> & { noun: string; beside?: readonly Choice[] },
): Filter<string, Where> => ({
  ...options,
  schema: besideRecords(beside),
  input: { kind: 'found', noun, useFound, beside },
});

/** A record's id, or one of the choices besides records. */
const besideRecords = (beside: readonly Choice[]) =>
  z.union([z.enum(beside.map(({ value }) => value)), z.uuid()]);

/** Any number of some values; an empty choice means all. */
export const choices = <const Value extends string, Where = never>(
  values: readonly Value[],
  {
    usual,
    words = (value) => value,
    ...options
  }: Options<Value[], Where> & {
    usual: readonly Value[];
    /** A choice in words; the value by default. */
    words?: (value: Value) => string;
  },
): Filter<Value[], Where> => ({
  ...options,
  schema: z.array(z.enum(values)),
  usual: [...usual],
  isUsual: (value) => value.length === usual.length && usual.every((each) => value.includes(each)),
  input: { kind: 'several', values, usual, words: (value) => words(value as Value) },
});

/** A typed text; `schema` normalises both typed text and the address's value. */
export const typed = <Where = never,>(
  schema: z.ZodType<string>,
  { maxLength, ...options }: Options<string, Where> & { maxLength: number },
): Filter<string, Where> => ({
  ...options,
  schema,
  input: { kind: 'text', maxLength },
});

/** A range of business days. */
export const days = <const D extends Days>(definition: D): D => definition;

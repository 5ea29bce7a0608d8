import { z } from 'zod';
import { useToday } from '../../lib/settings.ts';
import { ChoiceFilter, MultiChoiceFilter, type Choice } from '../../ui/choice-filter.tsx';
import { DateRangeFilter } from '../../ui/date-range-filter.tsx';
import { TextFilter } from '../../ui/text-filter.tsx';
import {
  daysOf,
  filterValue,
  type Days,
  type Filter,
  type List,
  type ListAddress,
} from './define-list.ts';

type Options<Value, Where> = {
  label: string;
  where?: (value: Value, address: ListAddress) => Where;
  excludes?: string;
  useShown?: () => boolean;
};

const every = 'every';

type ChoiceOptions<Value extends string, Where> = Options<Value, Where> & {
  /** A choice in words; itself unless told. */
  words?: (value: Value) => string;
  /** No choice in words: 'All'. */
  none?: string;
};

/** One of some values, or all of them. */
export const choice = <const Value extends string, Where = never>(
  values: readonly Value[],
  { words = (value) => value, ...options }: ChoiceOptions<Value, Where>,
): Filter<Value, Where> => {
  const choices = values.map((value) => ({ value, label: words(value) }));
  return oneOf(z.enum(values), () => choices, options);
};

/** One record, or all of them; its choices are loaded. */
export const recordChoice = <Where = never,>(
  useChoices: () => readonly Choice[],
  options: Omit<ChoiceOptions<string, Where>, 'words'>,
): Filter<string, Where> => oneOf(z.uuid(), useChoices, options);

const oneOf = <Value extends string, Where>(
  schema: z.ZodType<Value>,
  useChoices: () => readonly Choice[],
  { none = 'All', ...options }: Omit<ChoiceOptions<Value, Where>, 'words'>,
): Filter<Value, Where> => ({
  ...options,
  schema,
  Field: ({ value, onChange }) => (
    <ChoiceFilter
      label={options.label}
      choices={[{ value: every, label: none }, ...useChoices()]}
      value={value ?? every}
      defaultValue={every}
      onChange={(next) => onChange(next === every ? undefined : (next as Value))}
    />
  ),
});

/** Any number of some values; none of them means all. */
export const choices = <const Value extends string, Where = never>(
  values: readonly Value[],
  { usual, ...options }: Options<Value[], Where> & { usual: readonly Value[] },
): Filter<Value[], Where> => {
  const isUsual = (value: Value[]) =>
    value.length === usual.length && usual.every((each) => value.includes(each));
  return {
    ...options,
    schema: z.array(z.enum(values)),
    usual: [...usual],
    isUsual,
    Field: ({ value, onChange }) => (
      <MultiChoiceFilter
        label={options.label}
        choices={values.map((each) => ({ value: each, label: each }))}
        value={value ?? usual}
        defaultValue={usual}
        onChange={(next) => onChange(isUsual(next) ? undefined : next)}
      />
    ),
  };
};

/** A text that is typed; `schema` tidies what was typed and what the address holds alike. */
export const typed = <Where = never,>(
  schema: z.ZodType<string>,
  { maxLength, ...options }: Options<string, Where> & { maxLength: number },
): Filter<string, Where> => ({
  ...options,
  schema,
  Field: ({ value, onChange }) => (
    <TextFilter
      label={options.label}
      value={value ?? ''}
      maxLength={maxLength}
      onChange={(next) => onChange(schema.safeParse(next).data)}
    />
  ),
});

/** A range of business days. */
export const days = (definition: Days): Days => definition;

type FiltersProps = {
  list: List;
  address: ListAddress;
  onChange: (changes: Record<string, unknown>) => void;
};

/** The fields of a list's filters, in the order of the definition. */
export const FilterFields = ({ list, ...props }: FiltersProps) =>
  Object.entries(list.filters).map(([name, filter]) => (
    <FilterField key={name} name={name} filter={filter} {...props} />
  ));

const FilterField = ({
  name,
  filter,
  address,
  onChange,
}: Omit<FiltersProps, 'list'> & { name: string; filter: Filter }) => {
  const { Field, excludes } = filter;
  const shown = filter.useShown?.() ?? true;
  if (!shown) return null;
  return (
    <Field
      value={filterValue(address, name)}
      onChange={(value) => onChange({ ...(excludes && { [excludes]: undefined }), [name]: value })}
    />
  );
};

/** The range of days above a list. */
export const DaysField = ({ list: { days: range }, address, onChange }: FiltersProps) => {
  const today = useToday();
  if (!range) return null;
  const usual = range.default(today);
  return (
    <DateRangeFilter
      label={range.label}
      value={daysOf(range, address, today)}
      defaultValue={usual}
      quickPicks={range.picks(today)}
      onChange={({ start, end }) =>
        onChange(
          start === usual.start && end === usual.end
            ? { from: undefined, to: undefined }
            : { from: start, to: end },
        )
      }
    />
  );
};

import { useState } from 'react';
import { useToday } from '../../lib/settings.ts';
import { ChoiceFilter, FoundFilter, MultiChoiceFilter } from '../../ui/choice-filter.tsx';
import { DateRangeFilter } from '../../ui/date-range-filter.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextFilter } from '../../ui/text-filter.tsx';
import type { ToolbarFilter } from '../../ui/toolbar.tsx';
import {
  dateFieldOf,
  daysOf,
  filterValue,
  hasOtherDays,
  isChanged,
  type Days,
  type Filter,
  type FilterInput,
  type List,
  type ListAddress,
} from './define-list.ts';

type FiltersProps = {
  list: List;
  address: ListAddress;
  onChange: (changes: Record<string, unknown>) => void;
};

/** A list's filters for its toolbar, in the order of the definition. */
export const toolbarFilters = (props: FiltersProps, today: string): ToolbarFilter[] => {
  const { list, address, onChange } = props;
  const filters = Object.entries(list.filters)
    .filter(([, { isShown }]) => isShown?.(address) ?? true)
    .map(([name, filter]) => ({
      key: name,
      changed: isChanged(filter, filterValue(address, name)),
      rare: filter.rare === true && filterValue(address, name) === undefined,
      node: <FilterField name={name} filter={filter} address={address} onChange={onChange} />,
    }));
  if (!list.days) return filters;
  const changed = hasOtherDays(list, address, today);
  return [{ key: 'days', changed, pinned: true, node: <DaysField {...props} /> }, ...filters];
};

const FilterField = ({
  name,
  filter,
  address,
  onChange,
}: Omit<FiltersProps, 'list'> & { name: string; filter: Filter }) => {
  const { input, excludes, sets } = filter;
  const isFor = filter.useShown?.() ?? true;
  if (!isFor) return null;
  const props = {
    filter,
    value: filterValue(address, name),
    onChange: (value: unknown) =>
      onChange({
        ...(excludes && { [excludes]: undefined }),
        ...(value !== undefined && sets),
        [name]: value,
      }),
  };
  if (input.kind === 'one') return <OneOf {...props} input={input} />;
  if (input.kind === 'several') return <Several {...props} input={input} />;
  if (input.kind === 'found') return <Found {...props} input={input} />;
  return <Typed {...props} input={input} />;
};

type FieldProps<Kind extends FilterInput['kind']> = {
  filter: Filter;
  input: FilterInput & { kind: Kind };
  value: unknown;
  onChange: (value: unknown) => void;
};

const every = 'every';

const OneOf = ({ filter, input, value, onChange }: FieldProps<'one'>) => (
  <ChoiceFilter
    label={filter.label}
    choices={[{ value: every, label: input.none }, ...input.useChoices()]}
    value={(value as string | undefined) ?? every}
    defaultValue={every}
    onChange={(next) => onChange(next === every ? undefined : next)}
  />
);

const Several = ({ filter, input, value, onChange }: FieldProps<'several'>) => (
  <MultiChoiceFilter
    label={filter.label}
    choices={input.values.map((each) => ({ value: each, label: input.words(each) }))}
    value={(value as string[] | undefined) ?? input.usual}
    defaultValue={input.usual}
    onChange={(next) => onChange(filter.isUsual?.(next) ? undefined : next)}
  />
);

const Found = ({ filter, input, value, onChange }: FieldProps<'found'>) => {
  const id = value as string | undefined;
  const [term, setTerm] = useState<string | null>(null);
  const besides = input.beside.find((each) => each.value === id);
  const { chosenName, choices, ...found } = input.useFound(term, besides ? undefined : id);
  return (
    <FoundFilter
      label={filter.label}
      noun={input.noun}
      chosen={id === undefined ? null : (besides ?? { value: id, label: chosenName ?? '–' })}
      // A typed term searches for records only.
      found={{ ...found, choices: term ? choices : [...input.beside, ...choices] }}
      onTerm={setTerm}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
};

const Typed = ({ filter, input, value, onChange }: FieldProps<'text'>) => (
  <TextFilter
    label={filter.label}
    value={(value as string | undefined) ?? ''}
    maxLength={input.maxLength}
    onChange={(next) => onChange(filter.schema.safeParse(next).data)}
  />
);

/** The range of days above a list. */
const DaysField = ({ list: { days: range }, address, onChange }: FiltersProps) => {
  const today = useToday();
  if (!range) return null;
  const usual = range.default(today, address);
  return (
    <DateRangeFilter
      label={dateFieldOf(range, address).label}
      value={daysOf(range, address, today)}
      defaultValue={usual}
      quickPicks={range.picks(today)}
      namesPicks={range.by !== undefined && !range.showsDays}
      above={
        range.by &&
        range.by.length > 1 && (
          <DateFieldSwitch days={range} address={address} onChange={onChange} />
        )
      }
      onChange={(chosen) =>
        onChange(
          chosen?.start === usual?.start && chosen?.end === usual?.end
            ? { from: undefined, to: undefined }
            : { from: chosen?.start, to: chosen?.end },
        )
      }
    />
  );
};

/** Chooses the date that the range applies to, if there are several. */
const DateFieldSwitch = ({
  days,
  address,
  onChange,
}: Omit<FiltersProps, 'list'> & { days: Days }) => {
  const { by = [] } = days;
  const [usual] = by;
  return (
    <Segments
      label="Date"
      choices={by.map(({ field, label }) => ({ value: field, label }))}
      value={dateFieldOf(days, address).field}
      onChange={(field) => onChange({ by: field === usual?.field ? undefined : field })}
    />
  );
};

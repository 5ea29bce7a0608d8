import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { countDays, plainDateSchema } from 'staffroom-contract/shared/dates.ts';
import type {
  AnyOperation,
  BodyOf,
  ParamsInput,
  QueryOf,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import type { CallInput, QueryInput } from '../../lib/api-client.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import type { Choice } from '../../ui/choice-filter.tsx';
import type { Sorting } from '../../ui/data-table.tsx';
import type { DayRange, QuickPick } from '../../ui/date-range-filter.tsx';

type Order = 'asc' | 'desc';

/** Sorts that are computed per row; the server refuses them for periods longer than `days`. */
type BoundSort<Column extends string = string> = {
  columns: readonly Column[];
  days: number;
  /** Shown below the rows of a longer period. */
  note: string;
};

/** The kit's part of a list's address; each filter's value is under the filter's name. */
export type ListAddress = {
  search?: string | undefined;
  sortBy?: string | undefined;
  order?: string | undefined;
  page?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  by?: string | undefined;
};

/** Texts and search of a list, independent of the source of its rows. */
export type ListWords = {
  /** One row and several: `['class', 'classes']`. */
  nouns: readonly [one: string, many: string];
  pageSize: number;
  /**
   * Search by a typed term; `field` is the filter of the call, 'search' by default. `asOneTypes` searches after a typing
   * pause too, and Enter opens the only hit.
   */
  search?: {
    label: string;
    field?: string;
    asOneTypes?: boolean;
    /** Label of the search button, where the specification has one. */
    button?: string;
  };
  empty: {
    /** The specification's text. */
    none: string;
    /** The text after a search, if it differs; may include the term. */
    search?: string | ((term: string) => string);
    /** Shown below the text while no search or filter is set. */
    detail?: string;
  };
  /** The specification's text above the rows of a page; if set, the pager is shown there too. */
  showing?: (count: number, page: number) => string;
};

/** A date of the rows that a range of days can filter. */
type DateField = {
  /** The filter of the call. */
  field: string;
  label: string;
  /** As in "Nothing created on …"; the label in lower case by default. */
  words?: string;
};

/** A range of business days above the list; `from` and `to` in the address. */
export type Days = DateField & {
  /** The dates that the range can apply to, that of `field` first; another choice is `by` in the address. */
  by?: readonly DateField[];
  /** Shows the days even if the range is a quick pick. */
  showsDays?: boolean;
  /** The default range; undefined for all days. May depend on the rest of the address. */
  default: (today: string, address: ListAddress) => DayRange | undefined;
  picks: (today: string) => readonly QuickPick[];
};

/** How a filter is chosen. Plain data, because addresses are parsed before the screens' code is loaded. */
export type FilterInput =
  | { kind: 'one'; useChoices: () => readonly Choice[]; none: string }
  | {
      kind: 'several';
      values: readonly string[];
      usual: readonly string[];
      words: (value: string) => string;
    }
  | { kind: 'found'; noun: string; useFound: UseFound; beside: readonly Choice[] }
  | { kind: 'text'; maxLength: number };

/** Finds the choices of a filter by a term (null while the user is not searching), and the name of the chosen one. */
export type UseFound = (
  term: string | null,
  chosen: string | undefined,
) => {
  choices: readonly Choice[];
  chosenName: string | undefined;
  isFetching: boolean;
  isError: boolean;
};

/** One filter of a list: its part of the address, its part of the call, and its input. */
export type Filter<Value = unknown, Where = object> = {
  label: string;
  schema: z.ZodType<Value>;
  /** The default while the address has no value. */
  usual?: Value;
  isUsual?(value: Value): boolean;
  /** The filter of the call; by default the value under the filter's own name. */
  where?(value: Value, address: ListAddress): Where;
  input: FilterInput;
  /** Another filter that a choice here clears. */
  excludes?: string;
  /** Parts of the address that a choice here sets too. */
  sets?: object;
  /** Restricts who sees the filter; everyone by default. */
  useShown?: () => boolean;
  /** Whether the filter applies with the other choices; always by default. */
  isShown?: (address: ListAddress) => boolean;
  /** Rarely used: in "More" until it is set. */
  rare?: boolean;
};

/** A download format besides CSV: its label, media type and file name. */
type FileFormat = { label: string; mediaType: string; file: string };

export type List<O extends AnyOperation = AnyOperation> = ListWords & {
  operation: O;
  /** The name of the downloaded file; derived from the noun by default. */
  file?: string;
  /** Download formats besides CSV. */
  formats?: readonly FileFormat[];
  /** The default order, and the columns that can be sorted by. */
  sort?: { default: readonly [string, Order]; columns?: readonly string[]; bound?: BoundSort };
  filters: Readonly<Record<string, Filter>>;
  /** Label of the button that applies the filters, where the specification has one; otherwise choices apply at once. */
  applies?: string;
  days?: Days;
};

/** A row of the list that an operation returns. */
export type RowOf<O extends AnyOperation> =
  ResponseOf<O> extends { data: (infer Row)[] } ? Row : never;

/** Part of the call that is not in the address: the record that the rows belong to. */
export type ListScope<O extends AnyOperation> = {
  params?: ParamsInput<O>;
  query?: QueryInput<O>;
  filter?: FilterOf<O>;
};

type FilterOf<O extends AnyOperation> =
  QueryOf<O> extends { filter: infer Fields }
    ? Partial<Fields>
    : BodyOf<O> extends object
      ? Partial<BodyOf<O>>
      : never;
type SortOf<O extends AnyOperation> =
  QueryOf<O> extends { sortBy: infer Columns } ? Columns & string : never;

type InAddress<Value> = ReturnType<typeof optionalInAddress<z.ZodType<Value>>>;
type ValueOf<F> = F extends Filter<infer Value> ? Value : never;
type AddressShape<Sort extends string, Filters, Range> = {
  [Name in keyof Filters]: InAddress<ValueOf<Filters[Name]>>;
} & {
  search: InAddress<string>;
  page: InAddress<number>;
} & ([Sort] extends [never] ? unknown : { sortBy: InAddress<Sort>; order: InAddress<Order> }) &
  (Range extends object ? { from: InAddress<string>; to: InAddress<string> } : unknown) &
  (Range extends { by: object } ? { by: InAddress<string> } : unknown);

type Definition<O extends AnyOperation, Sort extends string, Filters, Range> = Omit<
  List<O>,
  'sort' | 'filters' | 'days'
> & {
  sort?: {
    default: readonly [SortOf<O>, Order];
    columns?: readonly Sort[];
    bound?: BoundSort<NoInfer<Sort>>;
  };
  filters?: Filters;
  days?: Range;
};

/**
 * A list as data: its operation, search, filters, sorts and texts. Its `address` is the schema of its search parameters,
 * which a route extends; all of them are optional, and invalid values count as missing.
 */
export const defineList = <
  O extends AnyOperation,
  const Sort extends SortOf<O> = never,
  Filters extends Record<string, Filter<unknown, FilterOf<O>>> = Record<never, never>,
  Range extends Days | undefined = undefined,
>(
  definition: Definition<O, Sort, Filters, Range>,
): List<O> & { address: z.ZodObject<AddressShape<Sort, Filters, Range>> } => {
  const { sort, days } = definition;
  const filters: Readonly<Record<string, Filter>> = definition.filters ?? {};
  const filterShape = Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [name, optionalInAddress(schema)]),
  );
  const shape = {
    search: optionalInAddress(textInAddress),
    ...(sort?.columns && {
      sortBy: optionalInAddress(z.enum(sort.columns)),
      order: optionalInAddress(z.enum(['asc', 'desc'])),
    }),
    page: optionalInAddress(z.int().min(1)),
    ...(days && {
      from: optionalInAddress(plainDateSchema),
      to: optionalInAddress(plainDateSchema),
    }),
    ...(days?.by && { by: optionalInAddress(z.enum(days.by.map(({ field }) => field))) }),
    ...filterShape,
  };
  return { ...definition, filters, address: z.object(shape) } as unknown as List<O> & {
    address: z.ZodObject<AddressShape<Sort, Filters, Range>>;
  };
};

/** The address's value of a filter; undefined if it has none. */
export const filterValue = (address: ListAddress, name: string): unknown =>
  (address as Record<string, unknown>)[name];

/** The days that apply, in order; undefined for all days. */
export const daysOf = (days: Days, address: ListAddress, today: string): DayRange | undefined => {
  const usual = days.default(today, address);
  const start = address.from ?? usual?.start ?? address.to;
  const end = address.to ?? usual?.end ?? address.from;
  if (start === undefined || end === undefined) return undefined;
  return start <= end ? { start, end } : { start: end, end: start };
};

/** The date of the rows that the range applies to. */
export const dateFieldOf = (days: Days, { by }: ListAddress): DateField =>
  days.by?.find(({ field }) => field === by) ?? days.by?.[0] ?? days;

/** The sorts that are refused for this period; undefined if it allows all. */
export const boundIn = (
  { sort, days }: Pick<List, 'sort' | 'days'>,
  address: ListAddress,
  today: string,
): BoundSort | undefined => {
  const bound = sort?.bound;
  const range = bound && days && daysOf(days, address, today);
  return range && countDays(range) > bound.days ? bound : undefined;
};

/** The chosen column, or the default order, also if the period is too long for the column. */
export const sortingOf = (
  list: Pick<List, 'sort' | 'days'>,
  address: ListAddress,
  today: string,
): Sorting | undefined => {
  const { sort } = list;
  const { sortBy, order } = address;
  const isOffered = sortBy && !boundIn(list, address, today)?.columns.includes(sortBy);
  if (sort?.columns && isOffered) return { sortBy, order: order === 'desc' ? 'desc' : 'asc' };
  return sort && { sortBy: sort.default[0], order: sort.default[1] };
};

/** The filter of the call for this address. */
const whereOf = (list: List, address: ListAddress, today: string): object => {
  const { search, days } = list;
  const range = days && daysOf(days, address, today);
  const parts = Object.entries(list.filters).map(([name, filter]) => {
    const value = filterValue(address, name) ?? filter.usual;
    return value === undefined ? {} : (filter.where?.(value, address) ?? { [name]: value });
  });
  return Object.assign(
    {},
    days && range && { [dateFieldOf(days, address).field]: { between: [range.start, range.end] } },
    search && address.search && { [search.field ?? 'search']: { regex: address.search } },
    ...parts,
  ) as object;
};

/** Input of the call for all matching rows, without paging; a report takes its filter as the body. */
export const wholeListInput = <O extends AnyOperation>(
  list: List<O>,
  address: ListAddress,
  today: string,
  { params, query, filter }: ListScope<O> = {},
): CallInput<O> => {
  const where = { ...filter, ...whereOf(list, address, today) };
  const { body } = list.operation;
  return {
    ...(params !== undefined && { params }),
    query: {
      ...query,
      ...(!body && Object.keys(where).length > 0 && { filter: where }),
      ...sortingOf(list, address, today),
    },
    ...(body && { body: where }),
  } as unknown as CallInput<O>;
};

/** Query options of the address's page; the rows on screen stay while it loads. */
export const listPageQuery = <O extends AnyOperation>(
  list: List<O>,
  address: ListAddress,
  today: string,
  scope?: ListScope<O>,
) => {
  const input = wholeListInput(list, address, today, scope);
  const range = { max: list.pageSize, offset: ((address.page ?? 1) - 1) * list.pageSize };
  const page = { ...input, query: { ...input.query, ...range } } as unknown as CallInput<O>;
  return queryOptions({
    ...operationQuery(list.operation, page),
    placeholderData: keepPreviousData,
  });
};

/** Prefetches the first data of a list's screen, for its route: `staticData: { prefetch: firstPage(classList) }`. */
export const firstPage =
  <O extends AnyOperation>(list: List<O>, scope?: ListScope<O>) =>
  ({ search, settings }: { search: ListAddress; settings: ClientSettings }) => [
    listPageQuery(list, search, settings.business_day, scope),
  ];

/** The number of filters that differ from their default; the days count as one, and the search does not count. */
export const changedFilters = (list: List, address: ListAddress, today: string): number => {
  const changed = Object.entries(list.filters).filter(([name, filter]) =>
    isChanged(filter, filterValue(address, name)),
  );
  return changed.length + (hasOtherDays(list, address, today) ? 1 : 0);
};

/** True if a filter's value differs from its default. */
export const isChanged = (filter: Filter, value: unknown): boolean =>
  value !== undefined && !filter.isUsual?.(value);

/** True if the range of days, or the date it applies to, differs from its default. */
export const hasOtherDays = (
  { days }: Pick<List, 'days'>,
  address: ListAddress,
  today: string,
): boolean => {
  if (!days) return false;
  const usual = days.default(today, address);
  const range = daysOf(days, address, today);
  const isOtherDate = days.by && dateFieldOf(days, address) !== days.by[0];
  return range?.start !== usual?.start || range?.end !== usual?.end || isOtherDate === true;
};

/**
 * The address after a change of page, filter or order. Changes other than the page start at page 1; undefined removes.
 */
export const withChanges = <Address extends ListAddress>(
  address: Address,
  changes: Record<string, unknown>,
): Address => ({ ...address, page: undefined, ...changes });

/** The address after Reset: default filters and order; parameters of others stay. */
export const withoutFilters = <Address extends ListAddress>(
  { sort, filters }: List,
  address: Address,
): Address => {
  const own = ['search', 'from', 'to', 'by', ...Object.keys(filters)];
  const sorting = sort?.columns ? ['sortBy', 'order'] : [];
  return withChanges(
    address,
    Object.fromEntries([...own, ...sorting].map((name) => [name, undefined])),
  );
};

/** The page in the address: undefined for the first. */
export const pageInAddress = (page: number): number | undefined => (page > 1 ? page : undefined);

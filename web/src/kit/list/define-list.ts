import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { plainDateSchema } from '@staffroom/contract/shared/dates.ts';
import type {
  AnyOperation,
  BodyOf,
  ParamsInput,
  QueryOf,
  ResponseOf,
} from '@staffroom/contract/shared/operation.ts';
import type { CallInput, QueryInput } from '../../lib/api-client.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import type { Choice } from '../../ui/choice-filter.tsx';
import type { Sorting } from '../../ui/data-table.tsx';
import type { DayRange, QuickPick } from '../../ui/date-range-filter.tsx';

type Order = 'asc' | 'desc';

/** What the kit reads of any list's part of the address; a filter's value stands under the filter's name. */
export type ListAddress = {
  search?: string | undefined;
  sortBy?: string | undefined;
  order?: string | undefined;
  page?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  by?: string | undefined;
};

/** What a list says, whatever its rows come from. */
export type ListWords = {
  /** One row and several: `['class', 'classes']`. */
  nouns: readonly [one: string, many: string];
  pageSize: number;
  /**
   * The search by a typed term; `field` is the call's filter, `search` unless told. `asOneTypes`: a term counts after a
   * pause too, and Enter on the only hit opens it.
   */
  search?: {
    label: string;
    field?: string;
    asOneTypes?: boolean;
    width?: number;
    /** The button that searches, where the specification has one. */
    button?: string;
  };
  empty: {
    /** The specification's text. */
    none: string;
    /** The same where somebody searched, when it is another one, or one that names the term. */
    search?: string | ((term: string) => string);
    /** What stands below it while nothing narrows the list down. */
    detail?: string;
  };
  /** What the specification says above the rows of a page; with it the pages can be turned there too. */
  showing?: (count: number, page: number) => string;
};

/** One of a row's dates that a range of days is about. */
type DateField = {
  /** The call's filter. */
  field: string;
  label: string;
  /** "Nothing created on …"; the label in lower case unless told. */
  words?: string;
};

/** A range of business days above the list; the address holds it as `from` and `to`. */
export type Days = DateField & {
  /** The dates that the range can be about, the field of `field` first; the address holds another one as `by`. */
  by?: readonly DateField[];
  /** A range that is a quick pick is shown by its days all the same. */
  showsDays?: boolean;
  /** Without a range all days count; it may depend on what else the address asks for. */
  default: (today: string, address: ListAddress) => DayRange | undefined;
  picks: (today: string) => readonly QuickPick[];
};

/** How a filter is chosen. As data, since every screen's address is read before any screen's code is there. */
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

/** Finds the choices of a filter by a term, null while nobody looks for one; and the name of the chosen one. */
export type UseFound = (
  term: string | null,
  chosen: string | undefined,
) => {
  choices: readonly Choice[];
  chosenName: string | undefined;
  isFetching: boolean;
  isError: boolean;
};

/** One filter of a list: what the address may hold, what it asks of the call, how it is chosen. */
export type Filter<Value = unknown, Where = object> = {
  label: string;
  schema: z.ZodType<Value>;
  /** What is in force while the address says nothing. */
  usual?: Value;
  isUsual?(value: Value): boolean;
  /** The call's filter; the field of the filter's own name unless told. */
  where?(value: Value, address: ListAddress): Where;
  input: FilterInput;
  /** The filter that a choice here lets go. */
  excludes?: string;
  /** For whom it is; everybody unless told. */
  useShown?: () => boolean;
  /** With which other choices it makes sense; with all unless told. */
  isShown?: (address: ListAddress) => boolean;
  /** Needed now and then: it stands above the list only while it is set, or asked for. */
  rare?: boolean;
};

/** A kind of file that a list's operation answers beside CSV: how it is called, asked for and saved. */
type FileFormat = { label: string; mediaType: string; file: string };

export type List<O extends AnyOperation = AnyOperation> = ListWords & {
  operation: O;
  /** The name of the downloaded file; made of the noun unless told. */
  file?: string;
  /** What else it downloads as, beside CSV. */
  formats?: readonly FileFormat[];
  /** The order of the rows until a column is chosen, and which columns can be. */
  sort?: { default: readonly [string, Order]; columns?: readonly string[] };
  filters: Readonly<Record<string, Filter>>;
  /** The button that applies the filters, where the specification has one; else each choice counts at once. */
  applies?: string;
  days?: Days;
};

/** A row of the list that an operation answers. */
export type RowOf<O extends AnyOperation> =
  ResponseOf<O> extends { data: (infer Row)[] } ? Row : never;

/** What a list is asked for beside the address: the record that its rows belong to. */
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
  sort?: { default: readonly [SortOf<O>, Order]; columns?: readonly Sort[] };
  filters?: Filters;
  days?: Range;
};

/**
 * A list as data: what it asks for, how it is searched, filtered and sorted, and what it says. Its `address` is the
 * schema of its part of the address, to which a route adds its own: all of it may be missing, nonsense counts as missing.
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

/** What the address says about a filter; undefined where it says nothing. */
export const filterValue = (address: ListAddress, name: string): unknown =>
  (address as Record<string, unknown>)[name];

/** The days in force, the earlier first; undefined where all count. */
export const daysOf = (days: Days, address: ListAddress, today: string): DayRange | undefined => {
  const usual = days.default(today, address);
  const start = address.from ?? usual?.start ?? address.to;
  const end = address.to ?? usual?.end ?? address.from;
  if (start === undefined || end === undefined) return undefined;
  return start <= end ? { start, end } : { start: end, end: start };
};

/** Which of a row's dates the days are about. */
export const dateFieldOf = (days: Days, { by }: ListAddress): DateField =>
  days.by?.find(({ field }) => field === by) ?? days.by?.[0] ?? days;

/** The chosen column, else the list's own order. */
export const sortingOf = (
  { sort }: Pick<List, 'sort'>,
  { sortBy, order }: ListAddress,
): Sorting | undefined => {
  if (sort?.columns && sortBy) return { sortBy, order: order === 'desc' ? 'desc' : 'asc' };
  return sort && { sortBy: sort.default[0], order: sort.default[1] };
};

/** The filter of the call for what the address says. */
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

/** The call for every row that matches, without regard to pages; a report takes its filter as the body. */
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
      ...sortingOf(list, address),
    },
    ...(body && { body: where }),
  } as unknown as CallInput<O>;
};

/** Query options of the page that the address asks for; meanwhile the rows on screen stay. */
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

/** The first data of a screen that shows the list, for its route: `staticData: { prefetch: firstPage(classList) }`. */
export const firstPage =
  <O extends AnyOperation>(list: List<O>, scope?: ListScope<O>) =>
  ({ search, settings }: { search: ListAddress; settings: ClientSettings }) => [
    listPageQuery(list, search, settings.business_day, scope),
  ];

/** How many of the filters differ from their default; the days count once, the search is not one of them. */
export const changedFilters = (list: List, address: ListAddress, today: string): number => {
  const usual = list.days?.default(today, address);
  const days = list.days && daysOf(list.days, address, today);
  const otherDays =
    days?.start !== usual?.start ||
    days?.end !== usual?.end ||
    (list.days?.by && dateFieldOf(list.days, address) !== list.days.by[0]);
  const changed = Object.entries(list.filters).filter(([name, filter]) => {
    const value = filterValue(address, name);
    return value !== undefined && !filter.isUsual?.(value);
  });
  return changed.length + (otherDays ? 1 : 0);
};

/** A step to another page, filter or order: all but a page begins on page 1; an undefined value leaves the address. */
export const withChanges = <Address extends ListAddress>(
  address: Address,
  changes: Record<string, unknown>,
): Address => ({ ...address, page: undefined, ...changes });

/** What Reset brings back: the list as it comes, whatever else the address holds. */
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

/** The page as the address holds it: the first is none. */
export const pageInAddress = (page: number): number | undefined => (page > 1 ? page : undefined);

import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { DataTable, type Column, type Sorting } from '../../ui/data-table.tsx';
import { DownloadButton, type Download } from '../../ui/download-button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ListParts } from '../../ui/list-parts.tsx';
import type { ListState } from '../../ui/list-states.tsx';
import { Pager, PagesAbove } from '../../ui/pager.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import { SearchLine } from '../../ui/search-line.tsx';
import { TermSearch, type KeptText } from '../../ui/term-search.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { openOnlyRow } from '../../ui/use-row-keys.ts';
import {
  changedFilters,
  pageInAddress,
  boundIn,
  sortingOf,
  withChanges,
  withoutFilters,
  type List,
  type ListAddress,
  type ListWords,
} from './define-list.ts';
import { DaysField, FilterFields, hasRareFilters } from './filter-fields.tsx';
import styles from './list.module.css';
import { NoRows } from './no-rows.tsx';

/** Actions on the rows of a list. */
export type RowActions<Row> = {
  /** The column's visible header, where the specification names one. */
  header?: string;
  /** Width for the primary action; the menu alone needs little. */
  width?: number;
  /** The row's name, for the menu's label. */
  nameOf: (row: Row) => string;
  of: (row: Row) => readonly RowAction[];
};

/** How the rows of a list are shown. */
export type Shown<Row> = {
  /** The table's caption; 'List of …' by default. */
  caption?: string;
  columns?: readonly Column<Row>[];
  actions?: RowActions<Row> | undefined;
  /** Shows the rows in place of a table: `CardRows`, or a component of the domain. */
  render?: ((rows: ShownRows<Row>) => ReactNode) | undefined;
  /** Lines of text in a row. */
  lines?: 1 | 2;
  /** The row's group: a heading is shown whenever it changes. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Number of rows of a group over all pages, if known. */
  groupCount?: ((group: string) => number | undefined) | undefined;
  /** The row that is open beside the list. */
  isOpen?: ((row: Row) => boolean) | undefined;
  skeletonRows?: number;
  /** Spans all columns, above the rows of every page. */
  firstRow?: ReactNode;
  /** Unique key of a row; `_id` by default. */
  rowKey?: (row: Row) => string;
  /** Why the last action on a row was refused. */
  problem?: string | null;
  /** Below the rows: a note about rows that are not shown. */
  below?: ReactNode;
  /** Beside the count: sums. */
  beside?: ReactNode;
  /** More actions for an empty list. */
  emptyActions?: ReactNode;
  /** Beside the text of a search without hits: other places that have some. */
  elsewhere?: ReactNode;
};

/** The rows of a page, or their placeholder while there are no rows. */
export type ShownRows<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  state: ListState;
  noun: string;
  empty: ReactNode;
  groupOf?: ((row: Row) => string) | undefined;
  groupCount?: ((group: string) => number | undefined) | undefined;
};

/** A list's address and the elements above its rows. */
export type Place<Address> = {
  address: Address;
  /** `replaces`: replace the last history entry, as when typing one term. */
  onAddress: (address: Address, step?: { replaces: boolean }) => void;
  /** The search field is in the page's header. */
  searchedAbove?: boolean;
  /** Replaces the filters with another selection of the rows. */
  above?: ReactNode;
  /** Between the filters and the rows: totals. */
  summary?: ReactNode;
};

type ViewProps<Row, Address> = Shown<Row> &
  Place<Address> & {
    list: ListWords & Partial<List>;
    state: ListState;
    rows: readonly Row[];
    count: number | undefined;
    /** Client-side sorting, when all rows are loaded. */
    sorted?: { sorting: Sorting | undefined; onSort: (sorting: Sorting) => void };
    /** The available downloads; undefined without any. */
    downloads?: readonly Download[] | undefined;
    /** In place of the pager. */
    footer?: ReactNode;
  };

/** Filters, rows, pager and all states of a list, from any source of rows. */
export const ListView = <Row, Address extends ListAddress>(props: ViewProps<Row, Address>) => {
  const { list, address, onAddress, state, rows, count, searchedAbove = false } = props;
  const narrow = useNarrow();
  const page = address.page ?? 1;
  const bound = boundIn(list, address, useToday());
  const [first, ...others] = props.downloads ?? [];
  const download = first && rows.length > 0 && (
    <DownloadButton download={first.run} others={others} />
  );
  const hasBar = hasFilters(list) || (list.search !== undefined && !searchedAbove);
  const { rowKey = idOf, groupOf, groupCount } = props;
  const noun = list.nouns[1];
  const shown = { rows, rowKey, state, noun, empty: <NoRows {...props} />, groupOf, groupCount };
  return (
    <ListParts
      label={capitalised(list.nouns[1])}
      state={state}
      filters={
        <>
          {props.above}
          {searchedAbove && address.search && (
            <SearchLine
              term={address.search}
              found={count === undefined ? undefined : formatCount(count, ...list.nouns)}
              onClear={() => onAddress(withChanges(address, { search: undefined }))}
            />
          )}
          {hasBar && <Filters {...props} end={narrow && download} />}
          {props.summary}
          {list.showing && (
            <PagesAbove
              page={page}
              pageSize={list.pageSize}
              count={count}
              noun={list.nouns}
              words={list.showing}
              onPage={(next) => onAddress({ ...address, page: pageInAddress(next) })}
            />
          )}
          {props.problem && (
            <div className={styles.problem}>
              <Banner tone="negative" title={props.problem} />
            </div>
          )}
        </>
      }
      footer={
        props.footer ?? (
          <Pager
            page={page}
            pageSize={list.pageSize}
            count={count}
            noun={list.nouns}
            onPage={(next) => onAddress({ ...address, page: pageInAddress(next) })}
            beside={
              <>
                {!narrow && rows.length > 0 && <Keys />}
                {bound && <span className={styles.bound}>{bound.note}</span>}
                {props.beside}
                {/* On phones the download is in the filter drawer; there is no space beside the pager. */}
                {!(narrow && hasBar) && download}
              </>
            }
          />
        )
      }
    >
      <PageTop page={page} />
      {props.render ? props.render(shown) : <TableRows {...props} {...shown} />}
      {state.status === 'ready' && props.below}
    </ListParts>
  );
};

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const hasFilters = ({ filters = {}, days }: Partial<List>) =>
  days !== undefined || Object.keys(filters).length > 0;

/** Hints for the row navigation keys; `?` describes them in words. */
const Keys = () => (
  <span className={styles.keys} aria-hidden="true">
    <KeyHint keys="J" /> <KeyHint keys="K" /> move
  </span>
);

/** Scrolls to the first row when the page changes. */
const PageTop = ({ page }: { page: number }) => {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) top.current?.scrollIntoView({ block: 'nearest' });
    shown.current = page;
  }, [page]);
  return <div ref={top} />;
};

/**
 * The list's search. Terms applied during typing share one history entry, so Back returns to the state before typing.
 */
export const ListSearch = <Address extends ListAddress>({
  list,
  address,
  onAddress,
  width,
  kept = null,
  onKeep,
}: Place<Address> & { list: ListWords; width?: number } & Pick<
    ComponentProps<typeof TermSearch>,
    'kept' | 'onKeep'
  >) => {
  const isTyping = useRef(false);
  if (!list.search) return null;
  const { label, asOneTypes, button } = list.search;
  const find = (search: string | undefined, goesOn: boolean) => {
    if (search !== address.search)
      onAddress(withChanges(address, { search }), { replaces: isTyping.current });
    else if (asOneTypes && !goesOn && search && !address.page) openOnlyRow();
    isTyping.current = goesOn;
  };
  return (
    <TermSearch
      label={label}
      of={list.nouns[1]}
      term={address.search}
      onSearch={(search) => find(search, false)}
      {...(asOneTypes && { onPause: (search) => find(search, true) })}
      {...(width !== undefined && { width })}
      kept={kept}
      {...(onKeep && { onKeep })}
      button={button}
    />
  );
};

const Filters = <Row, Address extends ListAddress>({
  list: words,
  end,
  ...props
}: ViewProps<Row, Address> & { end: ReactNode }) => {
  const { onAddress, count, searchedAbove } = props;
  const today = useToday();
  const narrow = useNarrow();
  const [showsRare, setShowsRare] = useState(false);
  const list = { filters: {}, ...words } as List;
  const { address, choose, apply, forget } = useWaiting(list, props);
  const [kept, setKept] = useState<KeptText | null>(null);
  const find = !searchedAbove && (
    <ListSearch
      list={list}
      address={props.address}
      onAddress={props.onAddress}
      width={list.search?.width ?? 220}
      kept={kept}
      onKeep={setKept}
    />
  );
  const fields = {
    list,
    address,
    onChange: choose,
  };
  const searched = !searchedAbove && address.search ? 1 : 0;
  return (
    <FilterBar
      changed={changedFilters(list, address, today) + searched}
      onReset={() => {
        forget();
        onAddress(withoutFilters(list, address));
      }}
      pinned={
        <>
          <DaysField {...fields} />
          {narrow && find}
        </>
      }
      end={narrow ? end : find}
      {...(count !== undefined && { summary: formatCount(count, ...list.nouns) })}
    >
      <FilterFields {...fields} withRare={narrow || showsRare} />
      {!narrow && hasRareFilters(list, address) && (
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={showsRare}
          onClick={() => setShowsRare(!showsRare)}
        >
          {showsRare ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {list.applies && (
        <Button
          size="xs"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          onClick={apply}
        >
          {list.applies}
        </Button>
      )}
    </FilterBar>
  );
};

/**
 * Filter choices that are not applied yet. In most lists a choice applies at once; with `applies`, when the button is
 * pressed, which also returns to page 1.
 */
const useWaiting = <Row, Address extends ListAddress>(
  { applies }: List,
  { address, onAddress, state }: Pick<ViewProps<Row, Address>, 'address' | 'onAddress' | 'state'>,
) => {
  const [waiting, setWaiting] = useState<{ over: Address; changes: Record<string, unknown> }>();
  // Choices made for another address are discarded.
  const changes = waiting?.over === address ? waiting.changes : {};
  const hasChanges = Object.keys(changes).length > 0;
  return {
    address: { ...address, ...changes },
    choose: (more: Record<string, unknown>) =>
      applies === undefined
        ? onAddress(withChanges(address, more))
        : setWaiting({ over: address, changes: { ...changes, ...more } }),
    apply: () => {
      setWaiting(undefined);
      if (hasChanges || address.page) onAddress(withChanges(address, changes));
      else state.retry();
    },
    forget: () => setWaiting(undefined),
  };
};

const TableRows = <Row, Address extends ListAddress>(
  props: ViewProps<Row, Address> & ShownRows<Row>,
) => {
  const { list, address, actions } = props;
  const today = useToday();
  const unsorted = boundIn(list, address, today)?.columns ?? [];
  const columns = (props.columns ?? []).map((column) =>
    column.sortBy !== undefined && unsorted.includes(column.sortBy)
      ? { ...column, sortBy: undefined }
      : column,
  );
  return (
    <DataTable
      caption={props.caption ?? `List of ${list.nouns[1]}`}
      columns={actions ? [...columns, actionsColumn(actions)] : columns}
      rows={props.rows}
      rowKey={props.rowKey}
      state={props.state}
      noun={props.noun}
      empty={props.empty}
      skeletonRows={props.skeletonRows ?? 5}
      firstRow={props.firstRow}
      lines={props.lines ?? 1}
      groupOf={props.groupOf}
      groupCount={props.groupCount}
      isOpen={props.isOpen}
      sorting={props.sorted ? props.sorted.sorting : sortingOf(list, address, today)}
      onSort={props.sorted?.onSort ?? ((sorting) => props.onAddress(withChanges(address, sorting)))}
    />
  );
};

const idOf = (row: unknown) => (row as { _id: string })._id;

const actionsColumn = <Row,>({ header, width = 64, nameOf, of }: RowActions<Row>): Column<Row> => ({
  key: 'actions',
  header: header ?? 'Actions',
  hiddenHeader: header === undefined,
  width,
  acts: true,
  render: (row) => <RowMenu of={nameOf(row)} actions={of(row)} />,
});

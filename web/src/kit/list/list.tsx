import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount, formatDayRange } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ListParts } from '../../ui/list-parts.tsx';
import {
  ListEmpty,
  ListStates,
  listStateOf,
  PastLastPage,
  type ListState,
} from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PanelTabs, type PanelTab } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import { SearchLine } from '../../ui/search-line.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import {
  changedFilters,
  daysOf,
  listPageQuery,
  pageInAddress,
  sortingOf,
  wholeListInput,
  withChanges,
  withoutFilters,
  type List,
  type ListAddress,
  type ListScope,
  type ListWords,
  type RowOf,
} from './define-list.ts';
import { DaysField, FilterFields } from './filter-fields.tsx';
import styles from './list.module.css';

export type { Column } from '../../ui/data-table.tsx';

/** What can be done with the rows of a list. */
export type RowActions<Row> = {
  /** The column's visible header, where the specification names one. */
  header?: string;
  /** Room for the primary act; the menu alone takes little. */
  width?: number;
  /** The row's name, for the menu's. */
  nameOf: (row: Row) => string;
  of: (row: Row) => readonly RowAction[];
};

type Cards<Row> = {
  /** A row as a card, in place of a table. */
  renderRow: (row: Row) => ReactNode;
  /** Cards without content, of the real shape. */
  skeleton: ReactNode;
};

type Shown<Row> = {
  /** Names the table; 'List of …' unless told. */
  caption?: string;
  columns?: readonly Column<Row>[];
  actions?: RowActions<Row> | undefined;
  cards?: Cards<Row>;
  /** Lines of text in a row. */
  lines?: 1 | 2;
  skeletonRows?: number;
  /** Tells the rows apart; their `_id` unless told. */
  rowKey?: (row: Row) => string;
  /** Why the last act on a row was refused. */
  problem?: string | null;
  /** Below the rows: what must be said about those that are not shown. */
  below?: ReactNode;
  /** Beside the count: sums. */
  beside?: ReactNode;
  /** More ways on from an empty list. */
  emptyActions?: ReactNode;
};

type Place<Address> = {
  address: Address;
  onAddress: (address: Address) => void;
  /** The search stands in the page's header. */
  searchedAbove?: boolean;
  /** In place of the filters: what else the rows are chosen by. */
  above?: ReactNode;
};

type TabProps<O extends AnyOperation, Address> = Shown<RowOf<O>> &
  Place<Address> & {
    list: List<O>;
    /** What the list belongs to: a class's lessons, a student's credit. */
    scope?: ListScope<O>;
    /** The query that the scope is made of; where it finds nothing there are no rows. */
    after?: { query: QueryLike; isEmpty: boolean };
  };
type QueryLike = Parameters<typeof listStateOf>[0];

/** A list below the tabs of a page: filters, rows, pager, Download and every state. */
export const ListTab = <O extends AnyOperation, Address extends ListAddress>({
  scope,
  after,
  ...props
}: TabProps<O, Address>) => {
  const { list, address } = props;
  const today = useToday();
  const isKnown = after === undefined || (after.query.data !== undefined && !after.isEmpty);
  const query = useQuery({ ...listPageQuery(list, address, today, scope), enabled: isKnown });
  const answer = (isKnown ? query.data : after.query.data && { data: [], count: 0 }) as
    { data: RowOf<O>[]; count: number } | undefined;
  const download = () =>
    downloadList(list.operation, wholeListInput(list, address, today, scope), fileOf(list));
  return (
    <ListView
      {...props}
      state={listStateOf(isKnown ? query : after.query)}
      rows={answer?.data ?? []}
      count={answer?.count}
      download={list.operation.csv && download}
    />
  );
};

const fileOf = ({ file, nouns }: List) => file ?? `${nouns[1].replaceAll(' ', '-')}.csv`;

type RowsTabProps<Row, Address> = Shown<Row> &
  Place<Address> & {
    list: ListWords;
    /** All rows that match; undefined while they are read. */
    rows: readonly Row[] | undefined;
    /** Where they come from, unless they are there already. */
    query?: QueryLike;
    download?: () => Promise<void>;
  };

/** The same where all rows come in one answer, and are paged here. */
export const RowsTab = <Row, Address extends ListAddress>({
  rows,
  query,
  ...props
}: RowsTabProps<Row, Address>) => {
  const { pageSize } = props.list;
  const page = props.address.page ?? 1;
  return (
    <ListView
      {...props}
      state={query ? listStateOf(query) : ready}
      rows={rows?.slice((page - 1) * pageSize, page * pageSize) ?? []}
      count={rows?.length}
    />
  );
};

const ready: ListState = {
  status: 'ready',
  refetching: false,
  error: null,
  retry: () => undefined,
};

type PageProps<O extends AnyOperation, Address> = TabProps<O, Address> & {
  title: string;
  /** The one filled button; C does the same. */
  primary?: { label: string; onClick: () => void } | false;
  /** More in the header. */
  secondary?: ReactNode;
  /** The tabs of which the list is one. */
  tabs?: PageTabs;
  /** The dialogs of the page, beside the list: one that fails to load must not take a form with it. */
  children?: ReactNode;
};

type PageTabs = {
  all: readonly PanelTab<string>[];
  value: string;
  onChange: (value: string) => void;
};

/** A list as a screen: title, one primary action, and one panel with the list. */
export const ListPage = <O extends AnyOperation, Address extends ListAddress>({
  title,
  primary,
  secondary,
  tabs,
  children,
  ...props
}: PageProps<O, Address>) => {
  const narrow = useNarrow();
  useShortcut('c', primary ? primary.label : '', () => primary && primary.onClick(), {
    enabled: Boolean(primary),
  });
  const tools = (props.searchedAbove || secondary) && (
    <>
      {props.searchedAbove && <ListSearch {...props} />}
      {secondary}
    </>
  );
  const list = <ListTab skeletonRows={props.list.pageSize} {...props} />;
  return (
    <Page
      title={title}
      fill
      secondary={!narrow && tools}
      primary={
        primary && (
          <PrimaryButton
            icon={<IconPlus size={17} stroke={1.7} />}
            keys="C"
            onClick={primary.onClick}
          >
            {primary.label}
          </PrimaryButton>
        )
      }
    >
      {narrow && tools && <div className={styles.tools}>{tools}</div>}
      <Panel fill>
        {tabs ? (
          <PanelTabs tabs={tabs.all} value={tabs.value} onChange={tabs.onChange}>
            {list}
          </PanelTabs>
        ) : (
          list
        )}
      </Panel>
      {children}
    </Page>
  );
};

type ViewProps<Row, Address> = Shown<Row> &
  Place<Address> & {
    list: ListWords & Partial<List>;
    state: ListState;
    rows: readonly Row[];
    count: number | undefined;
    download?: (() => Promise<void>) | false | undefined;
  };

const ListView = <Row, Address extends ListAddress>(props: ViewProps<Row, Address>) => {
  const { list, address, onAddress, state, rows, count, searchedAbove = false } = props;
  const narrow = useNarrow();
  const page = address.page ?? 1;
  const download = props.download && rows.length > 0 && (
    <DownloadButton download={props.download} />
  );
  const hasBar = hasFilters(list) || (list.search !== undefined && !searchedAbove);
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
          {props.problem && (
            <div className={styles.problem}>
              <Banner tone="negative" title={props.problem} />
            </div>
          )}
        </>
      }
      footer={
        <Pager
          page={page}
          pageSize={list.pageSize}
          count={count}
          noun={list.nouns}
          onPage={(next) => onAddress({ ...address, page: pageInAddress(next) })}
          beside={
            <>
              {rows.length > 0 && <Keys />}
              {props.beside}
              {/* On phones the filters' drawer has the download; the pager there has no room. */}
              {!(narrow && hasBar) && download}
            </>
          }
        />
      }
    >
      <PageTop page={page} />
      {props.cards ? <CardRows {...props} cards={props.cards} /> : <TableRows {...props} />}
      {state.status === 'ready' && props.below}
    </ListParts>
  );
};

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const hasFilters = ({ filters = {}, days }: Partial<List>) =>
  days !== undefined || Object.keys(filters).length > 0;

/** The keys that move through the rows, shown where they act; `?` has them in words. */
const Keys = () => (
  <span className={styles.keys} aria-hidden="true">
    <KeyHint keys="J" /> <KeyHint keys="K" /> move
  </span>
);

/** Another page is read from its first row. */
const PageTop = ({ page }: { page: number }) => {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) top.current?.scrollIntoView({ block: 'nearest' });
    shown.current = page;
  }, [page]);
  return <div ref={top} />;
};

/** The list's search; what is typed counts on Enter. */
const ListSearch = <Address extends ListAddress>({
  list,
  address,
  onAddress,
  width,
}: Place<Address> & { list: ListWords; width?: number }) =>
  list.search && (
    <TermSearch
      label={list.search.label}
      term={address.search}
      onSearch={(search) => {
        if (search !== address.search) onAddress(withChanges(address, { search }));
      }}
      {...(width !== undefined && { width })}
    />
  );

const Filters = <Row, Address extends ListAddress>({
  list: words,
  end,
  ...props
}: ViewProps<Row, Address> & { end: ReactNode }) => {
  const { address, onAddress, count, searchedAbove } = props;
  const today = useToday();
  const narrow = useNarrow();
  const list = { filters: {}, ...words } as List;
  const find = !searchedAbove && <ListSearch list={list} {...props} width={220} />;
  const fields = {
    list,
    address,
    onChange: (changes: Record<string, unknown>) => onAddress(withChanges(address, changes)),
  };
  const searched = !searchedAbove && address.search ? 1 : 0;
  return (
    <FilterBar
      changed={changedFilters(list, address, today) + searched}
      onReset={() => onAddress(withoutFilters(list, address))}
      pinned={
        <>
          <DaysField {...fields} />
          {narrow && find}
        </>
      }
      end={narrow ? end : find}
      {...(count !== undefined && { summary: formatCount(count, ...list.nouns) })}
    >
      <FilterFields {...fields} />
    </FilterBar>
  );
};

const TableRows = <Row, Address extends ListAddress>(props: ViewProps<Row, Address>) => {
  const { list, address, actions, columns = [] } = props;
  return (
    <DataTable
      caption={props.caption ?? `List of ${list.nouns[1]}`}
      columns={actions ? [...columns, actionsColumn(actions)] : columns}
      rows={props.rows}
      rowKey={props.rowKey ?? idOf}
      state={props.state}
      noun={list.nouns[1]}
      empty={<Nothing {...props} />}
      skeletonRows={props.skeletonRows ?? 5}
      lines={props.lines ?? 1}
      sorting={sortingOf(list, address)}
      onSort={(sorting) => props.onAddress(withChanges(address, sorting))}
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

const CardRows = <Row, Address extends ListAddress>({
  cards,
  ...props
}: ViewProps<Row, Address> & { cards: Cards<Row> }) => {
  const { rows, rowKey = idOf } = props;
  const keys = useRowKeys<HTMLUListElement>(rows.length > 0);
  return (
    <ListStates
      state={props.state}
      noun={props.list.nouns[1]}
      isEmpty={rows.length === 0}
      empty={<Nothing {...props} />}
      skeleton={cards.skeleton}
    >
      <ul ref={keys} className={styles.cards}>
        {rows.map((row) => (
          <li key={rowKey(row)} data-row tabIndex={-1}>
            {cards.renderRow(row)}
          </li>
        ))}
      </ul>
    </ListStates>
  );
};

/** Why there are no rows: a page behind the last, a search or filters that nothing matches, or nothing there is. */
const Nothing = <Row, Address extends ListAddress>(props: ViewProps<Row, Address>) => {
  const { address, onAddress, count, emptyActions } = props;
  const today = useToday();
  const list = { filters: {}, ...props.list } as List;
  const { empty, nouns, search, days } = list;
  if (count)
    return (
      <PastLastPage
        text={empty.none}
        count={formatCount(count, ...nouns)}
        onFirst={() => onAddress({ ...address, page: undefined })}
      />
    );
  const term = search && address.search;
  const filtered = changedFilters(list, address, today) > 0;
  const detail = filtered || days ? narrowedWords(list, address, today) : termWords(list, term);
  return (
    <ListEmpty
      text={(term && empty.search) || empty.none}
      detail={detail ?? empty.detail}
      actions={
        (filtered || term || emptyActions) && (
          <>
            {filtered && (
              <Button
                onClick={() =>
                  onAddress({ ...withoutFilters(list, address), search: address.search })
                }
              >
                Clear filters
              </Button>
            )}
            {term && (
              <Button onClick={() => onAddress(withChanges(address, { search: undefined }))}>
                Clear search
              </Button>
            )}
            {emptyActions}
          </>
        )
      }
    />
  );
};

/** "Nothing created in 1 – 23 Mar 2026 matches these filters." */
const narrowedWords = ({ nouns, days }: List, address: ListAddress, today: string) => {
  if (!days) return `No ${nouns[0]} matches these filters.`;
  const { start, end } = daysOf(days, address, today);
  return `Nothing ${days.label.toLowerCase()} ${start === end ? 'on' : 'in'} ${formatDayRange(start, end)} matches these filters.`;
};

/** "No e-mail, phone or name holds “lim”." */
const termWords = ({ search }: List, term: string | undefined) =>
  search && term ? `No ${search.label.toLowerCase()} holds “${term}”.` : undefined;

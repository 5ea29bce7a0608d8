import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { DataTable, GroupWords, startsGroup, type Column } from '../../ui/data-table.tsx';
import { DownloadButton, type Download } from '../../ui/download-button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ListParts } from '../../ui/list-parts.tsx';
import { ListStates, type ListState } from '../../ui/list-states.tsx';
import { Pager, PagesAbove } from '../../ui/pager.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import { SearchLine } from '../../ui/search-line.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { openOnlyRow, useRowKeys } from '../../ui/use-row-keys.ts';
import {
  changedFilters,
  pageInAddress,
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

/** The rows in a shape of their own, in place of table and pager. */
type Board = { content: ReactNode; skeleton: ReactNode; footer: ReactNode };

/** How the rows of a list are shown. */
export type Shown<Row> = {
  /** Names the table; 'List of …' unless told. */
  caption?: string;
  columns?: readonly Column<Row>[];
  actions?: RowActions<Row> | undefined;
  cards?: Cards<Row>;
  board?: Board;
  /** Lines of text in a row. */
  lines?: 1 | 2;
  /** What a row stands under: a heading comes each time it changes. */
  groupOf?: ((row: Row) => string) | undefined;
  /** How many rows a group has on all pages, where that is known. */
  groupCount?: ((group: string) => number | undefined) | undefined;
  /** The row that stands open beside the list. */
  isOpen?: ((row: Row) => boolean) | undefined;
  skeletonRows?: number;
  /** Across all columns, before the rows of every page. */
  firstRow?: ReactNode;
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
  /** Beside the text of a search without hits: where else there are some. */
  elsewhere?: ReactNode;
};

/** Where a list stands: what its address says, and what is above its rows. */
export type Place<Address> = {
  address: Address;
  /** `replaces` says that the step before was of the same act: typing one term. */
  onAddress: (address: Address, step?: { replaces: boolean }) => void;
  /** The search stands in the page's header. */
  searchedAbove?: boolean;
  /** In place of the filters: what else the rows are chosen by. */
  above?: ReactNode;
  /** Between the filters and the rows: what all of these come to. */
  summary?: ReactNode;
};

type ViewProps<Row, Address> = Shown<Row> &
  Place<Address> & {
    list: ListWords & Partial<List>;
    state: ListState;
    rows: readonly Row[];
    count: number | undefined;
    /** The files that it downloads as; none where there is no download. */
    downloads?: readonly Download[] | undefined;
  };

/** Filters, rows, pager and every state of a list, wherever its rows come from. */
export const ListView = <Row, Address extends ListAddress>(props: ViewProps<Row, Address>) => {
  const { list, address, onAddress, state, rows, count, searchedAbove = false } = props;
  const narrow = useNarrow();
  const page = address.page ?? 1;
  const [first, ...others] = props.downloads ?? [];
  const download = first && rows.length > 0 && (
    <DownloadButton download={first.run} others={others} />
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
        props.board?.footer ?? (
          <Pager
            page={page}
            pageSize={list.pageSize}
            count={count}
            noun={list.nouns}
            onPage={(next) => onAddress({ ...address, page: pageInAddress(next) })}
            beside={
              <>
                {!narrow && rows.length > 0 && <Keys />}
                {props.beside}
                {/* On phones the filters' drawer has the download; the pager there has no room. */}
                {!(narrow && hasBar) && download}
              </>
            }
          />
        )
      }
    >
      <PageTop page={page} />
      {props.board ? (
        <ListStates
          state={state}
          noun={list.nouns[1]}
          isEmpty={rows.length === 0}
          empty={<NoRows {...props} />}
          skeleton={props.board.skeleton}
        >
          {props.board.content}
        </ListStates>
      ) : props.cards ? (
        <CardRows {...props} cards={props.cards} />
      ) : (
        <TableRows {...props} />
      )}
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

/** The list's search. However often a pause made a term count, going back leads to before it was typed. */
export const ListSearch = <Address extends ListAddress>({
  list,
  address,
  onAddress,
  width,
}: Place<Address> & { list: ListWords; width?: number }) => {
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
  const find = !searchedAbove && (
    <ListSearch list={list} {...props} width={list.search?.width ?? 220} />
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
 * The filters as they are chosen: of most lists a choice counts at once, of some when their button is pressed, which
 * shows page 1 of what is chosen by then.
 */
const useWaiting = <Row, Address extends ListAddress>(
  { applies }: List,
  { address, onAddress, state }: Pick<ViewProps<Row, Address>, 'address' | 'onAddress' | 'state'>,
) => {
  const [waiting, setWaiting] = useState<{ over: Address; changes: Record<string, unknown> }>();
  // What was chosen over another address is done with.
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
      empty={<NoRows {...props} />}
      skeletonRows={props.skeletonRows ?? 5}
      firstRow={props.firstRow}
      lines={props.lines ?? 1}
      groupOf={props.groupOf}
      groupCount={props.groupCount}
      isOpen={props.isOpen}
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
  const { rows, rowKey = idOf, groupOf } = props;
  const keys = useRowKeys<HTMLUListElement>(rows.length > 0);
  return (
    <ListStates
      state={props.state}
      noun={props.list.nouns[1]}
      isEmpty={rows.length === 0}
      empty={<NoRows {...props} />}
      skeleton={cards.skeleton}
    >
      <ul ref={keys} className={styles.cards}>
        {rows.map((row, index) => (
          <Fragment key={rowKey(row)}>
            {startsGroup(rows, index, groupOf) && (
              <li className={styles.group}>
                <GroupWords {...props} index={index} />
              </li>
            )}
            <li data-row tabIndex={-1}>
              {cards.renderRow(row)}
            </li>
          </Fragment>
        ))}
      </ul>
    </ListStates>
  );
};

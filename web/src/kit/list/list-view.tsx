import { Box, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { DownloadButton, type Download } from '../../ui/download-button.tsx';
import { ListFoot, RowKeys } from '../../ui/list-foot.tsx';
import { ListParts } from '../../ui/list-parts.tsx';
import type { ListState } from '../../ui/list-states.tsx';
import { PagesAbove } from '../../ui/pager.tsx';
import { SearchLine } from '../../ui/search-line.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import {
  boundIn,
  pageInAddress,
  withChanges,
  type List,
  type ListAddress,
  type ListWords,
} from './define-list.ts';
import { hasBar, ListFilters, type Searched } from './list-filters.tsx';
import { NoRows, type WhenEmpty } from './no-rows.tsx';
import type { ShownRows } from './shown-rows.ts';

/** A list's address and the elements around its rows. */
export type Place<Address> = Searched<Address> & {
  /** The toolbar's search field, in place of the list's own. */
  search?: ReactNode;
  /** The search field is outside the list. */
  searchedAbove?: boolean;
  /** Above the toolbar. */
  above?: ReactNode;
  /** In the toolbar: replaces the filters with another selection of the rows. */
  instead?: ReactNode;
  /** Between the filters and the rows: totals. */
  summary?: ReactNode;
  /** Why the last action on a row was refused. */
  problem?: string | null;
  /** Below the rows: a note about rows that are not shown. */
  below?: ReactNode;
  /** Beside the count: sums. */
  beside?: ReactNode;
  /** Keys of the rows besides J, K, Enter and the menu's. */
  keys?: readonly (readonly [keys: string, words: string])[];
  whenEmpty?: WhenEmpty;
};

/** A page of rows from any source. */
type Found<Row> = {
  state: ListState;
  rows: readonly Row[];
  /** Number of rows on all pages. */
  count: number | undefined;
  /** The available downloads; undefined without any. */
  downloads?: readonly Download[] | undefined;
};

type ViewProps<Row, Address> = Place<Address> & {
  list: ListWords & Partial<List>;
  found: Found<Row>;
  /** The rows: `TableRows`, `CardRows`, or a component of the domain. */
  children: (shown: ShownRows<Row>) => ReactNode;
};

/** Filters, rows, pager and all states of a list. */
export const ListView = <Row, Address extends ListAddress>(props: ViewProps<Row, Address>) => {
  const { list, address, onAddress, searchedAbove = false } = props;
  const { state, rows, count, downloads = [] } = props.found;
  const narrow = useNarrow();
  const bound = boundIn(list, address, useToday());
  const [first, ...others] = downloads;
  const download = first && rows.length > 0 && (
    <DownloadButton quiet={!narrow} download={first.run} others={others} />
  );
  const instead =
    props.instead ??
    (searchedAbove && address.search && (
      <SearchLine
        term={address.search}
        found={count === undefined ? undefined : formatCount(count, ...list.nouns)}
        onClear={() => onAddress(withChanges(address, { search: undefined }))}
      />
    ));
  const bar = {
    list,
    address,
    onAddress,
    searchedAbove,
    state,
    count,
    instead,
    search: props.search,
  };
  const pages = {
    page: address.page ?? 1,
    pageSize: list.pageSize,
    count,
    noun: list.nouns,
    onPage: (next: number) => onAddress({ ...address, page: pageInAddress(next) }),
  };
  return (
    <ListParts
      label={capitalised(list.nouns[1])}
      state={state}
      filters={
        <>
          {props.above}
          <ListFilters {...bar} end={narrow && download} />
          {props.summary}
          {list.showing && <PagesAbove {...pages} words={list.showing} />}
          {props.problem && (
            <Box px="lg" pt="md" pb={0}>
              <Banner tone="negative" title={props.problem} />
            </Box>
          )}
        </>
      }
      footer={
        <ListFoot
          {...pages}
          beside={
            (bound || props.beside) && (
              <>
                {bound && (
                  <Text span variant="meta" c="dimmed">
                    {bound.note}
                  </Text>
                )}
                {props.beside}
              </>
            )
          }
          keys={rows.length > 0 && <RowKeys own={props.keys ?? []} />}
          // On phones the download is in the filter drawer; there is no space beside the pager.
          download={!(narrow && hasBar(bar)) && download}
        />
      }
    >
      <PageTop page={pages.page} />
      {props.children({
        rows,
        state,
        noun: list.nouns[1],
        empty: <NoRows {...{ list, address, onAddress, count }} {...props.whenEmpty} />,
      })}
      {state.status === 'ready' && props.below}
    </ListParts>
  );
};

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

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

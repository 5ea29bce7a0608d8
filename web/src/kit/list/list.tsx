import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { downloadList } from '../../lib/download.ts';
import { useSortedRows } from '../../ui/data-table.tsx';
import { useToday } from '../../lib/settings.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { listStateOf, type ListState } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs, type PanelTab } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import {
  listPageQuery,
  wholeListInput,
  type List,
  type ListAddress,
  type ListScope,
  type ListWords,
  type RowOf,
} from './define-list.ts';
import { ListView, type Place } from './list-view.tsx';
import type { ShownRows } from './shown-rows.ts';
import { TableRows, type Table } from './table-rows.tsx';

export type { Column } from '../../ui/data-table.tsx';
export type { RowActions } from './table-rows.tsx';

/** The rows of a list: a table, or what `render` shows in its place. */
type Rows<Row> = Table<Row> & {
  /** `CardRows`, or a component of the domain. */
  render?: ((shown: ShownRows<Row>) => ReactNode) | undefined;
};

type TabProps<O extends AnyOperation, Address> = Rows<RowOf<O>> &
  Place<Address> & {
    list: List<O>;
    /** The record that the list belongs to: a class's lessons, a student's credit. */
    scope?: ListScope<O>;
    /** The query that provides the scope; `isEmpty`: it found nothing, so there are no rows. */
    after?: { query: QueryLike; isEmpty: boolean };
  };
type QueryLike = Parameters<typeof listStateOf>[0];

/** A list below the tabs of a page: filters, rows, pager, Download and all states. */
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
  const input = wholeListInput(list, address, today, scope);
  const downloads = [
    { label: 'CSV', run: () => downloadList(list.operation, input, fileOf(list)) },
    ...(list.formats ?? []).map(({ label, file, mediaType }) => ({
      label,
      run: () => downloadList(list.operation, input, file, mediaType),
    })),
  ];
  return (
    <ListView
      {...props}
      found={{
        state: listStateOf(isKnown ? query : after.query),
        rows: answer?.data ?? [],
        count: answer?.count,
        downloads: list.operation.csv ? downloads : [],
      }}
    >
      {(shown) => (props.render ? props.render(shown) : <TableRows {...props} {...shown} />)}
    </ListView>
  );
};

const fileOf = ({ file, nouns }: List) => file ?? `${nouns[1].replaceAll(' ', '-')}.csv`;

type RowsTabProps<Row, Address> = Rows<Row> &
  Place<Address> & {
    list: ListWords;
    /** All matching rows; undefined while loading. */
    rows: readonly Row[] | undefined;
    /** The query of the rows, unless they are already loaded. */
    query?: QueryLike;
    download?: () => Promise<void>;
  };

/** Like `ListTab`, for rows that arrive in one response and are paged on the client. */
export const RowsTab = <Row, Address extends ListAddress>({
  rows,
  query,
  download,
  ...props
}: RowsTabProps<Row, Address>) => {
  const { pageSize } = props.list;
  const page = props.address.page ?? 1;
  const sorted = useSortedRows(props.columns ?? [], rows ?? []);
  return (
    <ListView
      {...props}
      found={{
        state: query ? listStateOf(query) : ready,
        rows: sorted.rows.slice((page - 1) * pageSize, page * pageSize),
        count: rows?.length,
        downloads: download && [{ label: 'CSV', run: download }],
      }}
    >
      {(shown) =>
        props.render ? (
          props.render(shown)
        ) : (
          <TableRows
            {...props}
            {...shown}
            sorted={{
              sorting: sorted.sorting,
              onSort: (sorting) => {
                sorted.onSort(sorting);
                if (page > 1) props.onAddress({ ...props.address, page: undefined });
              },
            }}
          />
        )
      }
    </ListView>
  );
};

const ready: ListState = {
  status: 'ready',
  refetching: false,
  error: null,
  retry: () => undefined,
};

type FrameProps = {
  title: string;
  /** The one filled button; its shortcut is C. */
  primary?: { label: string; onClick: () => void } | false;
  secondary?: ReactNode;
  besideTitle?: ReactNode;
  /** The tabs, one of which is the list. */
  tabs?: PageTabs;
  /** The page's dialogs, beside the list: a list that fails to load must not unmount an open form. */
  dialogs?: ReactNode;
  children: ReactNode;
};

type PageTabs = {
  all: readonly PanelTab<string>[];
  value: string;
  onChange: (value: string) => void;
  /** Text at the right of the tabs. */
  end?: ReactNode;
};

/** The screen around a list: title, primary action, and one panel with the rows. */
export const ListFrame = (props: FrameProps) => {
  const { title, primary, secondary, besideTitle, tabs, children } = props;
  // On phones below the title and the primary action, unless these have no space on one line either.
  const isBelow = useNarrow() && !besideTitle && Boolean(primary) && Boolean(secondary);
  return (
    <Page
      title={title}
      fill
      beside={besideTitle}
      secondary={!isBelow && secondary}
      primary={primary && <CreateButton {...primary} />}
    >
      {isBelow && (
        <Group align="stretch" wrap="wrap">
          {secondary}
        </Group>
      )}
      <Panel fill>
        {tabs ? (
          <PanelTabs tabs={tabs.all} value={tabs.value} onChange={tabs.onChange} end={tabs.end}>
            {children}
          </PanelTabs>
        ) : (
          children
        )}
      </Panel>
      {props.dialogs}
    </Page>
  );
};

type PageProps<O extends AnyOperation, Address> = TabProps<O, Address> &
  Omit<FrameProps, 'dialogs' | 'children'> & { children?: FrameProps['dialogs'] };

/** A list as a screen; children are the page's dialogs. */
export const ListPage = <O extends AnyOperation, Address extends ListAddress>({
  title,
  primary,
  secondary,
  besideTitle,
  tabs,
  children,
  ...props
}: PageProps<O, Address>) => (
  <ListFrame
    title={title}
    secondary={secondary}
    besideTitle={besideTitle}
    dialogs={children}
    {...(primary !== undefined && { primary })}
    {...(tabs && { tabs })}
  >
    <ListTab skeletonRows={props.list.pageSize} {...props} />
  </ListFrame>
);

import type { ReactNode } from 'react';
import { useToday } from '../../lib/settings.ts';
import { DataTable, type Column, type Sorting } from '../../ui/data-table.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import {
  boundIn,
  sortingOf,
  withChanges,
  type List,
  type ListAddress,
  type ListWords,
} from './define-list.ts';
import type { Searched } from './list-filters.tsx';
import { idOf, type ShownRows } from './shown-rows.ts';

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

/** The rows of a list as a table. */
export type Table<Row> = {
  /** The table's caption; 'List of …' by default. */
  caption?: string;
  columns?: readonly Column<Row>[];
  actions?: RowActions<Row> | false | undefined;
  /** Lines of text in a row. */
  lines?: 1 | 2;
  /** The row's group: a heading is shown whenever it changes. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Number of rows of a group over all pages, if known. */
  groupCount?: ((group: string) => number | undefined) | undefined;
  /** The row that is open beside the list. */
  isOpen?: ((row: Row) => boolean) | undefined;
  /** Shown below an expanded row; null for the others. */
  detailOf?: ((row: Row) => ReactNode) | undefined;
  skeletonRows?: number;
  /** Spans all columns, above the rows of every page. */
  firstRow?: ReactNode;
  /** Unique key of a row; `_id` by default. */
  rowKey?: (row: Row) => string;
};

type Props<Row, Address> = Table<Row> &
  ShownRows<Row> &
  Searched<Address> & {
    list: ListWords & Partial<List>;
    /** Client-side sorting, when all rows are loaded. */
    sorted?: { sorting: Sorting | undefined; onSort: (sorting: Sorting) => void };
  };

/** A page of a list as a table, sorted by the address or on the client. */
export const TableRows = <Row, Address extends ListAddress>(props: Props<Row, Address>) => {
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
      rowKey={props.rowKey ?? idOf}
      state={props.state}
      noun={props.noun}
      empty={props.empty}
      skeletonRows={props.skeletonRows ?? 5}
      firstRow={props.firstRow}
      lines={props.lines ?? 1}
      groupOf={props.groupOf}
      groupCount={props.groupCount}
      isOpen={props.isOpen}
      detailOf={props.detailOf}
      sorting={props.sorted ? props.sorted.sorting : sortingOf(list, address, today)}
      onSort={props.sorted?.onSort ?? ((sorting) => props.onAddress(withChanges(address, sorting)))}
    />
  );
};

const actionsColumn = <Row,>({ header, width = 64, nameOf, of }: RowActions<Row>): Column<Row> => ({
  key: 'actions',
  header: header ?? 'Actions',
  hiddenHeader: header === undefined,
  width,
  acts: true,
  render: (row) => <RowMenu of={nameOf(row)} actions={of(row)} />,
});

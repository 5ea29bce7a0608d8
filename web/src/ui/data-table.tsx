import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, useState, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { ListError, SkeletonBar, type ListState } from './list-states.tsx';
import { useNarrow } from './use-narrow.ts';
import { openClickedRow, useRowKeys } from './use-row-keys.ts';

export type Column<Row> = {
  key: string;
  header: string;
  /** Minimum width in pixels; in a wider table all columns grow proportionally. */
  width: number;
  /** The cell's text, also its title if it is truncated. */
  text?: (row: Row) => string;
  /** Renders the cell; the text by default. */
  render?: (row: Row) => ReactNode;
  /** Right-aligned with tabular figures, for numbers and money. */
  align?: 'right';
  /** Tabular figures, for dates and times. */
  figures?: boolean;
  /** The name column: text colour 1, weight 500, frozen where the table scrolls sideways. */
  lead?: boolean;
  /** The list's `sortBy` value, if the column can be sorted. */
  sortBy?: string;
  /** The sort value in a table that has all its rows; the column's key is then its `sortBy`. */
  value?: (row: Row) => string | number;
  /** The header is only for assistive technology (the menu at the row's end). */
  hiddenHeader?: boolean;
  /** Replaces the header's label: the checkbox that selects all rows. */
  head?: ReactNode;
  /** Contains buttons, so it is not truncated. */
  acts?: boolean;
};

export type Sorting = { sortBy: string; order: 'asc' | 'desc' };

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  state: ListState;
  /** The rows in sentences: "orders". */
  noun: string;
  /** `ListEmpty` with the exact text. */
  empty: ReactNode;
  skeletonRows?: number;
  /** Spans all columns, above the rows. */
  firstRow?: ReactNode;
  /** The row's group: a heading with the number of rows is shown whenever it changes. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Number of rows of a group over all pages, if known; those on this page by default. */
  groupCount?: ((group: string) => number | undefined) | undefined;
  /** The row that is open beside the list. */
  isOpen?: ((row: Row) => boolean) | undefined;
  /** Shown below an expanded row, across all columns; null for the others. */
  detailOf?: ((row: Row) => ReactNode) | undefined;
  /** A click anywhere in a row opens it, not only on its name. */
  opensRows?: boolean;
  /** Lines of text in a row; all rows of a table have the same height. */
  lines?: 1 | 2;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
};

/** Sorts rows on the client once a column with a `value` is chosen; the sort is stable. */
export const useSortedRows = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) => {
  const [sorting, onSort] = useState<Sorting>();
  const value = columns.find(({ key }) => key === sorting?.sortBy)?.value;
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other);
  const sign = sorting?.order === 'asc' ? 1 : -1;
  return {
    rows: value ? rows.toSorted((one, other) => sign * compare(value(one), value(other))) : rows,
    sorting: value && sorting,
    onSort,
  };
};

/** Width of the frozen name column on phones, which leaves space for the scrolled columns. */
const narrowLead = 200;

/** A list as a table: captioned, fixed column widths, all states in the real columns (picture 08). */
export const DataTable = <Row,>(given: Props<Row>) => {
  const sorted = useSortedRows(given.columns, given.rows);
  const props = given.onSort ? given : { ...given, ...sorted };
  const { columns, rows, state } = props;
  const narrow = useNarrow();
  const widths = columns.map(({ width, lead }) =>
    narrow && lead ? Math.min(width, narrowLead) : width,
  );
  const keys = useRowKeys<HTMLTableSectionElement>(rows.length > 0);
  const showsSkeleton = state.status === 'loading' || state.status === 'error';
  return (
    <>
      {state.status === 'error' && (
        <ListError
          what={`The ${props.noun} could not be loaded`}
          error={state.error}
          retry={state.retry}
        />
      )}
      <table
        className={styles.table}
        style={{ minWidth: widths.reduce((sum, width) => sum + width, 0) }}
        data-lines={props.lines ?? 1}
        aria-busy={state.refetching || state.status === 'loading'}
        data-loading={state.status === 'loading' || undefined}
      >
        <VisuallyHidden component="caption">{props.caption}</VisuallyHidden>
        <colgroup>
          {columns.map(({ key, acts }, index) => (
            <col key={key} style={{ width: widths[index] }} data-acts={acts || undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody ref={keys} data-refetching={state.refetching || undefined}>
          {showsSkeleton && (
            <SkeletonRows
              columns={columns}
              count={state.status === 'error' ? 5 : (props.skeletonRows ?? 20)}
              faded={state.status === 'error'}
            />
          )}
          {state.status === 'ready' && props.firstRow && (
            <tr>
              <td colSpan={columns.length} className={styles.firstRow}>
                {props.firstRow}
              </td>
            </tr>
          )}
          {state.status === 'ready' &&
            rows.map((row, index) => (
              <Fragment key={props.rowKey(row)}>
                <GroupHead {...props} index={index} />
                <tr
                  data-row={props.rowKey(row)}
                  data-expanded={Boolean(props.detailOf?.(row)) || undefined}
                  data-pressed={props.opensRows || undefined}
                  tabIndex={-1}
                  aria-current={props.isOpen?.(row) || undefined}
                  onClick={props.opensRows ? openClickedRow : undefined}
                >
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} />
                  ))}
                </tr>
                <Detail columns={columns.length}>{props.detailOf?.(row)}</Detail>
              </Fragment>
            ))}
        </tbody>
      </table>
      {state.status === 'ready' && rows.length === 0 && props.empty}
    </>
  );
};

type Grouped<Row> = Pick<Props<Row>, 'groupOf' | 'groupCount' | 'rows'> & { index: number };

/** True if a group starts with this row. */
export const startsGroup = <Row,>(
  rows: readonly Row[],
  index: number,
  groupOf: Props<Row>['groupOf'],
): boolean => {
  const [row, before] = [rows[index], rows[index - 1]];
  if (!groupOf || row === undefined) return false;
  return before === undefined || groupOf(before) !== groupOf(row);
};

/** The name of a row's group and its number of rows. */
export const GroupWords = <Row,>({ groupOf, groupCount, rows, index }: Grouped<Row>) => {
  const row = rows[index];
  if (!groupOf || row === undefined) return null;
  const group = groupOf(row);
  const count = groupCount?.(group) ?? rows.filter((each) => groupOf(each) === group).length;
  return (
    <>
      {group} <span>{count.toLocaleString('en-SG')}</span>
    </>
  );
};

/** The heading of a group, above its first row. */
const GroupHead = <Row,>({ columns, ...grouped }: Grouped<Row> & Pick<Props<Row>, 'columns'>) =>
  startsGroup(grouped.rows, grouped.index, grouped.groupOf) && (
    <tr className={styles.group}>
      <th colSpan={columns.length} scope="rowgroup">
        <GroupWords {...grouped} />
      </th>
    </tr>
  );

/** The details below an expanded row. */
const Detail = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children ? (
    <tr className={styles.detail}>
      <td colSpan={columns}>{children}</td>
    </tr>
  ) : null;

const dataOf = <Row,>({ align, figures, lead, acts }: Column<Row>) => ({
  'data-align': align,
  'data-figures': figures || align === 'right' || undefined,
  'data-lead': lead || undefined,
  'data-acts': acts || undefined,
});

/** The first click sorts names ascending and numbers descending; each further click reverses the order. */
const nextOrder = <Row,>({ align }: Column<Row>, sorted: Sorting['order'] | undefined) => {
  if (sorted === undefined) return align === 'right' ? 'desc' : 'asc';
  return sorted === 'asc' ? 'desc' : 'asc';
};

const HeaderCell = <Row,>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
} & Pick<Props<Row>, 'sorting' | 'onSort'>) => {
  const { key, value, sortBy = value && key } = column;
  const sorted = sortBy !== undefined && sorting?.sortBy === sortBy ? sorting.order : undefined;
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      {...dataOf(column)}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
    >
      {sortBy && onSort ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted}
          onClick={() => onSort({ sortBy, order: nextOrder(column, sorted) })}
        >
          {column.header}
          <Arrow size={13} stroke={1.9} aria-hidden="true" />
        </button>
      ) : column.head !== undefined ? (
        column.head
      ) : column.hiddenHeader ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </th>
  );
};

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const text = column.text?.(row);
  return (
    <td {...dataOf(column)} title={text || undefined}>
      {column.render ? column.render(row) : text}
    </td>
  );
};

/** The two lines of a cell: a name, and details that distinguish it. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className={styles.line}>{first}</span>
    <span className={styles.second}>{second}</span>
  </>
);

/** Uneven, but stable across renders. */
const barWidth = (row: number, column: number) => 45 + ((row * 37 + column * 23) % 40);

const SkeletonRows = <Row,>({
  columns,
  count,
  faded,
}: {
  columns: readonly Column<Row>[];
  count: number;
  faded: boolean;
}) =>
  Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden="true" data-faded={faded || undefined}>
      {columns.map((column, index) => (
        <td key={column.key} {...dataOf(column)}>
          <SkeletonBar width={barWidth(row, index)} />
        </td>
      ))}
    </tr>
  ));

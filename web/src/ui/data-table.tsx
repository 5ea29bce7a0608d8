import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { ListError, SkeletonBar, type ListState } from './list-states.tsx';
import { useNarrow } from './use-narrow.ts';
import { useRowKeys } from './use-row-keys.ts';

export type Column<Row> = {
  key: string;
  header: string;
  /** In pixels, as narrow as the table gets; a wider one grows all its columns alike. */
  width: number;
  /** What the cell says in words, also in its title for where the cell cuts it off. */
  text?: (row: Row) => string;
  /** How the cell shows it; as the text unless told. */
  render?: (row: Row) => ReactNode;
  /** Numbers and money stand at the right, in tabular figures. */
  align?: 'right';
  /** Dates and times, in tabular figures. */
  figures?: boolean;
  /** The name column: text colour 1, weight 500, frozen where the table scrolls sideways. */
  lead?: boolean;
  /** The list's `sortBy` value, where the column can be sorted. */
  sortBy?: string;
  /** The header is for assistive technology only (the menu at the row's end). */
  hiddenHeader?: boolean;
  /** What the header shows in place of its words: the box that selects every row. */
  head?: ReactNode;
  /** Buttons: nothing is cut off. */
  acts?: boolean;
};

export type Sorting = { sortBy: string; order: 'asc' | 'desc' };

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  state: ListState;
  /** What the rows are, for sentences: "orders". */
  noun: string;
  /** `ListEmpty` with the exact text. */
  empty: ReactNode;
  skeletonRows?: number;
  /** Across all columns, before the rows: what folds some of them. */
  firstRow?: ReactNode;
  /** What a row stands under: each time it changes a heading with its number of rows comes before. */
  groupOf?: ((row: Row) => string) | undefined;
  /** How many rows a group has on all pages, where that is known; those on this page unless told. */
  groupCount?: ((group: string) => number | undefined) | undefined;
  /** The row that stands open beside the list. */
  isOpen?: ((row: Row) => boolean) | undefined;
  /** Lines of text in a row: all rows of a table are equally high. */
  lines?: 1 | 2;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
};

/** On phones the frozen name leaves room for what scrolls beside it. */
const narrowLead = 200;

/** A list as a table: captioned, columns of a fixed width, its states in the real columns (picture 08). */
export const DataTable = <Row,>(props: Props<Row>) => {
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
          {columns.map(({ key }, index) => (
            <col key={key} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody ref={keys} className={styles.rows} data-refetching={state.refetching || undefined}>
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
                <tr data-row tabIndex={-1} aria-current={props.isOpen?.(row) || undefined}>
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} />
                  ))}
                </tr>
              </Fragment>
            ))}
        </tbody>
      </table>
      {state.status === 'ready' && rows.length === 0 && props.empty}
    </>
  );
};

type Grouped<Row> = Pick<Props<Row>, 'groupOf' | 'groupCount' | 'rows'> & { index: number };

/** Does another group begin with this row? */
export const startsGroup = <Row,>(
  rows: readonly Row[],
  index: number,
  groupOf: Props<Row>['groupOf'],
): boolean => {
  const [row, before] = [rows[index], rows[index - 1]];
  if (!groupOf || row === undefined) return false;
  return before === undefined || groupOf(before) !== groupOf(row);
};

/** The name of a row's group and how many rows it has. */
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

/** The heading of a group, before its first row. */
const GroupHead = <Row,>({ columns, ...grouped }: Grouped<Row> & Pick<Props<Row>, 'columns'>) =>
  startsGroup(grouped.rows, grouped.index, grouped.groupOf) && (
    <tr className={styles.group}>
      <th colSpan={columns.length} scope="rowgroup">
        <GroupWords {...grouped} />
      </th>
    </tr>
  );

const dataOf = <Row,>({ align, figures, lead, acts }: Column<Row>) => ({
  'data-align': align,
  'data-figures': figures || align === 'right' || undefined,
  'data-lead': lead || undefined,
  'data-acts': acts || undefined,
});

const HeaderCell = <Row,>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
} & Pick<Props<Row>, 'sorting' | 'onSort'>) => {
  const { sortBy } = column;
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
          onClick={() => onSort({ sortBy, order: sorted === 'asc' ? 'desc' : 'asc' })}
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

/** The two lines of a cell in a table whose rows have two: a name and what tells it from others. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className={styles.line}>{first}</span>
    <span className={styles.second}>{second}</span>
  </>
);

/** Uneven, but the same at every render. */
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
    <tr key={row} aria-hidden="true" className={faded ? styles.faded : undefined}>
      {columns.map((column, index) => (
        <td key={column.key} {...dataOf(column)}>
          <SkeletonBar width={barWidth(row, index)} />
        </td>
      ))}
    </tr>
  ));

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ListError, SkeletonBar, type ListState } from './list-states.tsx';
import styles from './data-table.module.css';
import { Spoken } from './spoken.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Numbers and money stand at the right. */
  align?: 'right';
  /** The name column: weight 500, frozen where the table scrolls sideways. */
  lead?: boolean;
  /** CSS width; the rest is shared out by content. */
  width?: string;
  /** The list's `sortBy` value, where the column can be sorted. */
  sortBy?: string;
  /** The header is for assistive technology only (buttons at the row's end). */
  hiddenHeader?: boolean;
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
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Group heading above the row, when it differs from the row before. */
  groupOf?: (row: Row) => string;
  isSelected?: (row: Row) => boolean;
};

/** A list as a table: captioned, with its states in the real columns (picture 08). */
export const DataTable = <Row,>(props: Props<Row>) => {
  const { columns, rows, state } = props;
  const showsRows = state.status === 'ready' && rows.length > 0;
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
      <table className={styles.table} aria-busy={state.refetching || state.status === 'loading'}>
        <Spoken as="caption">{props.caption}</Spoken>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody data-refetching={state.refetching || undefined} className={styles.rows}>
          {showsSkeleton && (
            <SkeletonRows
              columns={columns}
              count={state.status === 'error' ? 5 : (props.skeletonRows ?? 20)}
              faded={state.status === 'error'}
            />
          )}
          {showsRows &&
            rows.map((row, index) => (
              <TableRow key={props.rowKey(row)} index={index} row={row} {...props} />
            ))}
        </tbody>
      </table>
      {state.status === 'ready' && rows.length === 0 && props.empty}
    </>
  );
};

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
      style={column.width ? { width: column.width } : undefined}
      data-align={column.align}
      data-lead={column.lead || undefined}
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
      ) : column.hiddenHeader ? (
        <Spoken>{column.header}</Spoken>
      ) : (
        column.header
      )}
    </th>
  );
};

const TableRow = <Row,>({
  row,
  index,
  rows,
  columns,
  groupOf,
  isSelected,
}: { row: Row; index: number } & Pick<
  Props<Row>,
  'rows' | 'columns' | 'groupOf' | 'isSelected'
>) => {
  const group = groupOf?.(row);
  const before = rows[index - 1];
  const startsGroup = group !== undefined && (before === undefined || groupOf?.(before) !== group);
  return (
    <>
      {startsGroup && (
        <tr className={styles.group}>
          <th colSpan={columns.length} scope="colgroup">
            {group}
          </th>
        </tr>
      )}
      <tr data-selected={isSelected?.(row) || undefined}>
        {columns.map((column) => (
          <td key={column.key} data-align={column.align} data-lead={column.lead || undefined}>
            {column.render(row)}
          </td>
        ))}
      </tr>
    </>
  );
};

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
        <td key={column.key} data-align={column.align} data-lead={column.lead || undefined}>
          <SkeletonBar width={barWidth(row, index)} />
        </td>
      ))}
    </tr>
  ));

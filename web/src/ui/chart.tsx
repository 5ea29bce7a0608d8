import type { CSSProperties, ReactNode } from 'react';
import styles from './chart.module.css';
import { DataTable, type Column } from './data-table.tsx';
import { PanelScroll } from './panel.tsx';
import { Segments } from './segments.tsx';

type Props = {
  /** Where its lines stand, from zero to the highest (`scaleOf`), and what is written at them. */
  lines: readonly number[];
  words: (line: number) => string;
  /** Pixels for those words. */
  axis?: number;
  height?: number;
  /** A `ChartBar` each. */
  children: ReactNode;
  count: number;
  /** Drawn over the bars, in the same area. */
  over?: ReactNode;
};

/** Bars side by side before lines of a scale. What it shows stands in words and in a table beside it. */
export const Chart = ({ lines, words, axis = 32, height = 150, count, over, children }: Props) => {
  const highest = lines.at(-1) ?? 1;
  return (
    <div className={styles.chart} style={{ height, '--axis': `${axis}px` } as CSSProperties}>
      <div className={styles.lines} aria-hidden="true">
        {lines.map((line) => (
          <span key={line} style={{ bottom: `${(100 * line) / highest}%` }}>
            {words(line)}
          </span>
        ))}
      </div>
      <ol className={styles.bars} style={{ '--bars': count } as CSSProperties}>
        {children}
      </ol>
      {over && <div className={styles.over}>{over}</div>}
    </div>
  );
};

type BarProps = {
  /** Below the bar; the same stands in what is read out. */
  name: string;
  /** The part of time that runs. */
  isNow: boolean;
  /** Where there is no room for every name: how many bars share one. */
  every?: number;
  index: number;
  children: ReactNode;
};

export const ChartBar = ({ name, isNow, every = 1, index, children }: BarProps) => (
  <li className={styles.bar} data-quiet={every > 1 || undefined}>
    {children}
    <span
      className={styles.name}
      data-now={isNow || undefined}
      data-hidden={index % every !== 0 || undefined}
      aria-hidden="true"
    >
      {name}
    </span>
  </li>
);

/** What the colours of a chart are: a list item each. */
export const ChartLegend = ({ children }: { children: ReactNode }) => (
  <ul className={styles.legend}>{children}</ul>
);

/** Whether the same numbers are shown as a chart or as a table. */
export const ChartSwitch = ({
  isTable,
  onTable,
}: {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}) => (
  <Segments
    label="Shown as"
    choices={[
      { value: 'chart', label: 'Chart' },
      { value: 'table', label: 'Table' },
    ]}
    value={isTable ? 'table' : 'chart'}
    onChange={(next) => onTable(next === 'table')}
  />
);

type TableProps<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What the rows are, for sentences. */
  noun: string;
};

/** The numbers of a chart as a table, which are there already. */
export const ChartTable = <Row,>({ title, ...table }: TableProps<Row>) => (
  <PanelScroll label={`Table of ${title}`}>
    <DataTable
      {...table}
      caption={title}
      state={{ status: 'ready', refetching: false, error: null, retry: () => undefined }}
      empty={null}
    />
  </PanelScroll>
);

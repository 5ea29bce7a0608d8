import { Box, Flex, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import styles from './chart.module.css';
import { DataTable, type Column } from './data-table.tsx';
import { PanelScroll } from './panel.tsx';
import { Segments } from './segments.tsx';

type Props = {
  /** Values of the grid lines, from zero to the highest (`scaleOf`); `words` are their labels. */
  lines: readonly number[];
  words: (line: number) => string;
  /** Width of the labels in pixels. */
  axis?: number;
  height?: number;
  /** A `ChartBar` each. */
  children: ReactNode;
  count: number;
  /** Drawn over the bars, in the same area. */
  over?: ReactNode;
};

/** A bar chart with grid lines. Its content is also given in words and in a table. */
export const Chart = ({ lines, words, axis = 32, height = 150, count, over, children }: Props) => {
  const highest = lines.at(-1) ?? 1;
  return (
    <Box pos="relative" mt="md" pl={axis} style={{ height, '--axis': `${axis}px` }}>
      <Box className={styles.lines} pos="absolute" aria-hidden="true">
        {lines.map((line) => (
          <span key={line} style={{ bottom: `${(100 * line) / highest}%` }}>
            {words(line)}
          </span>
        ))}
      </Box>
      <ol className={styles.bars} style={{ '--bars': count } as CSSProperties}>
        {children}
      </ol>
      {over && (
        <Box className={styles.over} pos="absolute">
          {over}
        </Box>
      )}
    </Box>
  );
};

type BarProps = {
  /** Below the bar; also in its accessible name. */
  name: string;
  /** True for the current period. */
  isNow: boolean;
  /** Shows every n-th name if there is no space for all. */
  every?: number;
  index: number;
  children: ReactNode;
};

export const ChartBar = ({ name, isNow, every = 1, index, children }: BarProps) => (
  <Flex
    component="li"
    pos="relative"
    direction="column"
    align="center"
    miw={0}
    data-quiet={every > 1 || undefined}
  >
    {children}
    <Text
      className={styles.name}
      span
      flex="none"
      h={24}
      mt="auto"
      pt="sm"
      variant="meta"
      data-now={isNow || undefined}
      data-hidden={index % every !== 0 || undefined}
      aria-hidden="true"
    >
      {name}
    </Text>
  </Flex>
);

/** The legend of a chart: one list item per colour. */
export const ChartLegend = ({ children }: { children: ReactNode }) => (
  <Flex className={styles.legend} component="ul" gap="md" variant="meta" c="secondary">
    {children}
  </Flex>
);

/** Switches between chart and table. */
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
  /** The rows in sentences. */
  noun: string;
};

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

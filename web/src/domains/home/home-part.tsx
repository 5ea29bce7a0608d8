import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { ListStates, SkeletonBar, type ListState } from '../../ui/list-states.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { Rows } from './day-rows.ts';
import styles from './home.module.css';

type Props = {
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  /** There will be no count. */
  failed?: boolean;
  /** The counted rows, if a single list contains them. */
  rows?: Rows | undefined;
  /** Target of the figures' links. */
  id?: string | undefined;
  /** In pixels, of a placeholder. */
  height?: number | undefined;
  about?: ReactNode;
  children?: ReactNode;
};

/** A panel of the day: title, count, and a link to all rows. */
export const HomePart = ({
  title,
  count,
  failed = false,
  rows,
  id,
  height,
  about,
  children,
}: Props) => (
  <Box className={styles.part} display="grid" h={height}>
    <Panel>
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title" id={id}>
          {title}{' '}
          {count === undefined ? (
            !failed && <SkeletonBar width="22px" height={16} />
          ) : rows ? (
            <RowsLink {...rows} className={styles.count}>
              <CountPill count={count} />
            </RowsLink>
          ) : (
            <CountPill count={count} />
          )}
        </Flex>
        {about && (
          <Flex
            rowGap={0}
            columnGap="md"
            align="center"
            wrap="wrap"
            variant="meta"
            c="dimmed"
            data-links
          >
            {about}
          </Flex>
        )}
      </PanelHeader>
      {children}
    </Panel>
  </Box>
);

type MoreProps = { rows: Rows; children: ReactNode };

/** The last line of a panel that shows only some rows: a link to all. */
export const MoreRows = ({ rows, children }: MoreProps) => (
  <Text component="div" className={styles.more} variant="label" c="dimmed" data-links>
    <RowsLink {...rows}>{children}</RowsLink>
  </Text>
);

type RowListProps = {
  /** Column widths of all rows. */
  columns: string;
  /** On phones the five cells of a row become two or three lines. */
  stacks?: boolean;
  isOrdered?: boolean;
  children: ReactNode;
};

/** Rows of a panel. */
export const RowList = ({ columns, stacks = false, isOrdered = false, children }: RowListProps) => {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List
      className={styles.rows}
      style={{ '--columns': columns } as CSSProperties}
      data-stacks={stacks || undefined}
    >
      {children}
    </List>
  );
};

/** A cell of a placeholder row: one line, a date or figure, two lines, a status, a mark, or one that phones do not show. */
type Cell = 'line' | 'short' | 'lines' | 'pill' | 'mark' | 'wide';

/** The placeholder of a panel: its title, and rows in its columns. */
export type Waiting = {
  title: string;
  /** The panel's rows as a word of a sentence: "orders". */
  noun: string;
  columns: string;
  cells: readonly Cell[];
  /** The usual number of rows. */
  rows: number;
  /** The rows have the height of lessons. */
  isOfLessons?: boolean;
  stacks?: boolean;
};

type WaitingProps = { waiting: Waiting; state: ListState; height?: number | undefined };

/** A panel that is loading, with the height of the last visit or of the usual rows, or that failed to load. */
export const WaitingPart = ({ waiting, state, height }: WaitingProps) => {
  const isNarrow = useNarrow();
  const skeleton = (
    <SkeletonRows
      {...waiting}
      rows={height === undefined ? waiting.rows : rowsWithin(height, waiting, isNarrow)}
    />
  );
  return (
    <HomePart
      title={waiting.title}
      count={undefined}
      failed={state.status === 'error'}
      height={height}
      about={state.status === 'loading' && <SkeletonBar width="64px" />}
    >
      <ListStates
        state={state}
        noun={waiting.noun}
        isEmpty={false}
        empty={null}
        skeleton={skeleton}
      >
        {null}
      </ListStates>
    </HomePart>
  );
};

/** The number of whole rows in a panel of this height, below its title. */
const rowsWithin = (height: number, { isOfLessons, stacks }: Waiting, isNarrow: boolean) => {
  const wide = isOfLessons ? 46 : 35;
  const narrow = isOfLessons ? 58 : stacks ? 74 : 42;
  return Math.max(0, Math.floor((height - 50) / (isNarrow ? narrow : wide)));
};

const SkeletonRows = ({ columns, cells, rows, isOfLessons, stacks = false }: Waiting) => (
  <RowList columns={columns} stacks={stacks}>
    {Array.from({ length: rows }, (_, row) => (
      <li key={row} className={`${styles.row} ${isOfLessons ? styles.lesson : ''}`}>
        {cells.map((cell, index) => (
          <SkeletonCell key={index} cell={cell} seed={row * 17 + index * 29} />
        ))}
      </li>
    ))}
  </RowList>
);

const SkeletonCell = ({ cell, seed }: { cell: Cell; seed: number }) => {
  const width = 52 + (seed % 36);
  switch (cell) {
    case 'short':
      return <SkeletonBar width={`${40 + (seed % 24)}px`} />;
    case 'wide':
      return (
        <Box visibleFrom="sm">
          <SkeletonBar width={width} />
        </Box>
      );
    case 'line':
      return <SkeletonBar width={width} />;
    case 'pill':
      return <SkeletonBar width={`${52 + (seed % 24)}px`} height={22} />;
    case 'mark':
      return <SkeletonBar width="16px" height={16} />;
    case 'lines':
      return (
        <Stack gap="xs">
          <SkeletonBar width={width} />
          <SkeletonBar width={88} height={8} />
        </Stack>
      );
  }
};

/** The placeholder of a figure. */
export const FigureSkeleton = () => (
  <Group component="span" h={28}>
    <SkeletonBar width="28px" height={20} />
    <Box component="span" visibleFrom="sm">
      <SkeletonBar width="72px" />
    </Box>
  </Group>
);

import { Group, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { GroupWords, startsGroup } from '../../ui/data-table.tsx';
import { ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import rowStyles from '../../ui/rows.module.css';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import styles from './list.module.css';
import { idOf, type ShownRows } from './shown-rows.ts';
import type { Table } from './table-rows.tsx';

type Props<Row> = ShownRows<Row> &
  Pick<Table<Row>, 'groupOf' | 'groupCount'> & {
    /** A row as a card. */
    renderRow: (row: Row) => ReactNode;
    /** Cards without content, of the real shape; by default a title and two lines each. */
    skeleton?: ReactNode;
  };

/** The rows of a list as cards, in place of a table. */
export const CardRows = <Row,>({
  renderRow,
  skeleton = <CardSkeletons />,
  ...props
}: Props<Row>) => {
  const { rows, groupOf } = props;
  const keys = useRowKeys<HTMLUListElement>(rows.length > 0);
  return (
    <ListStates
      state={props.state}
      noun={props.noun}
      isEmpty={rows.length === 0}
      empty={props.empty}
      skeleton={skeleton}
    >
      <ul ref={keys} className={styles.cards}>
        {rows.map((row, index) => (
          <Fragment key={idOf(row)}>
            {startsGroup(rows, index, groupOf) && (
              <Text className={styles.group} component="li" py="xs" px="md" variant="label">
                <GroupWords {...props} index={index} />
              </Text>
            )}
            <li data-row={idOf(row)} tabIndex={-1}>
              {renderRow(row)}
            </li>
          </Fragment>
        ))}
      </ul>
    </ListStates>
  );
};

type RowCardProps = {
  /** The row's name. */
  title: ReactNode;
  /** At the right of the name: an amount, a state, a menu. */
  end?: ReactNode;
  /** Further lines. */
  children: ReactNode;
};

/** A row of a table as a card, for phones. */
export const RowCard = ({ title, end, children }: RowCardProps) => (
  <Stack className={rowStyles.card} component="article" gap={2} px="md" py="sm" variant="meta">
    <Group justify="space-between">
      <Text variant="strong" flex={1} miw={0} truncate c="bright">
        {title}
      </Text>
      {end}
    </Group>
    {children}
  </Stack>
);

/** Placeholders of cards with two or three lines. */
export const CardSkeletons = ({ lines = 3 }: { lines?: 2 | 3 }) =>
  Array.from({ length: 8 }, (_, card) => (
    <div key={card}>
      <Stack className={rowStyles.card} gap="md" px="md" py={13}>
        {[44, 56, 30].slice(0, lines).map((width, line) => (
          <SkeletonBar key={line} width={width + ((card * 13 + line * 7) % 24)} />
        ))}
      </Stack>
    </div>
  ));

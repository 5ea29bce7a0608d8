import { ActionIcon, Box, Text, Flex, Stack } from '@mantine/core';
import { IconArrowBarToRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import {
  boardColumns,
  closedColumn,
  statusesIn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { ShownColumn } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  ticketScreens,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { daysOf, type List } from '../../../kit/list/define-list.ts';
import { useToday } from '../../../lib/settings.ts';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { CountPill, Dot } from '../../../ui/status-chip.tsx';
import type { TicketSearch } from '../ticket-lists.ts';
import { BoardCard } from './board-card.tsx';
import { moreIn } from './board-layout.ts';
import { columnName, columnTone, dropWords, medianWords } from './board-words.ts';
import type { BoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

type CardProps = Pick<
  ComponentProps<typeof BoardCard>,
  'isOpen' | 'hasPanel' | 'tabStop' | 'onFocus'
>;

type Props = {
  type: TicketType;
  column: ShownColumn;
  list: List;
  search: TicketSearch;
  moves: BoardMoves;
  /** Whether staff may set this column's status. */
  takes: boolean;
  isFolded: boolean;
  onFold: (() => void) | undefined;
  cardProps: (ticket: Ticket) => CardProps;
  actsOf: ((ticket: Ticket) => readonly RowAction[]) | undefined;
};

/** A status with its tickets, the next due first. */
export const BoardColumnBox = (props: Props) => {
  const { column, moves, isFolded, onFold, actsOf } = props;
  const { column: key, count, tickets } = column;
  const name = columnName(key);
  const { moving } = moves;
  const isOver = moving?.target === key && moving.from !== key;
  const marks = {
    'data-column': key,
    'data-over': (isOver && props.takes) || undefined,
    'data-refusing': (isOver && !props.takes) || undefined,
  };
  if (isFolded)
    return (
      <button
        type="button"
        className={styles.folded}
        aria-expanded={false}
        onClick={onFold}
        {...marks}
      >
        <Dot tone={columnTone(key)} />
        <span className={styles.turned}>{name}</span> <CountPill count={count} />
      </button>
    );
  return (
    <section className={styles.column} aria-label={name} {...marks}>
      <Box className={styles.head} component="header" flex="none" h={52} role="presentation">
        <Text component="h2" truncate variant="pill" fw={600} c="bright">
          <Dot tone={columnTone(key)} /> {name}
        </Text>
        <Text span variant="meta" c="dimmed">
          {medianWords(column)}
        </Text>
        <CountPill count={count} />
        {onFold && (
          <ActionIcon size={22} aria-label={`Fold ${name}`} aria-expanded onClick={onFold}>
            <IconArrowBarToRight size={14} stroke={1.7} />
          </ActionIcon>
        )}
      </Box>
      <Flex component="ol" direction="column" gap="sm" p="sm">
        {tickets.map((ticket) => (
          <BoardCard
            key={ticket._id}
            ticket={ticket}
            column={key}
            moves={moves}
            acts={actsOf?.(ticket)}
            {...props.cardProps(ticket)}
          />
        ))}
        {isOver && props.takes && (
          <Text
            component="li"
            py="md"
            px="sm"
            bd="1px dashed var(--accent-text)"
            bdrs="md"
            ta="center"
            variant="meta"
            c="accent"
            aria-hidden="true"
          >
            <strong>{name}</strong>
            <br />
            {dropWords(key)}
          </Text>
        )}
      </Flex>
      {count === 0 && !isOver && (
        <Text px="md" pb="md" variant="meta" c="dimmed">
          No ticket
        </Text>
      )}
      <More {...props} />
    </section>
  );
};

/** Number of tickets without a card, with a link to them in the list if its filters can select them. */
const More = ({ type, column, list, search }: Props) => {
  const today = useToday();
  const more = moreIn(column).toLocaleString('en-SG');
  if (more === '0') return null;
  // The follow-up list contains only open tickets, so there is nothing to link to.
  if (column.column === closedColumn && search.view !== undefined)
    return (
      <Text px="md" pb="md" variant="meta" c="dimmed">
        {more} more
      </Text>
    );
  const days = list.days && daysOf(list.days, search, today);
  return (
    <Text px="md" pb="md" variant="meta">
      <Link
        to={ticketScreens[type]}
        search={{
          ...search,
          layout: undefined,
          ticket: undefined,
          status: [...statusesIn(column.column)],
          ...(days && { from: days.start, to: days.end }),
        }}
      >
        {more} more: open the list
      </Link>
    </Text>
  );
};

/** Placeholder columns while the board loads. */
export const BoardSkeleton = ({ type }: { type: TicketType }) => (
  <div className={styles.board}>
    {boardColumns[type].slice(1, -2).map((column, index) => (
      <div key={column} className={styles.column}>
        <Box className={styles.head} flex="none" h={52}>
          <SkeletonBar width={70} />
        </Box>
        <Stack gap="sm" p="sm">
          {Array.from({ length: 4 - (index % 3) }, (_, card) => (
            <div key={card} className={styles.card}>
              <Stack gap={14} py={3}>
                <SkeletonBar width={70} />
                <SkeletonBar width={50} />
                <SkeletonBar width={80} />
              </Stack>
            </div>
          ))}
        </Stack>
      </div>
    ))}
  </div>
);

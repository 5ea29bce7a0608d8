import { Button, VisuallyHidden, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import {
  settableIn,
  type BoardColumn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { ShownColumn } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { List } from '../../../kit/list/define-list.ts';
import { ListFilters } from '../../../kit/list/list-filters.tsx';
import { ListFrame } from '../../../kit/list/list.tsx';
import { NoRows } from '../../../kit/list/no-rows.tsx';
import { formatCount } from '../../../lib/formats.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { ListFoot } from '../../../ui/list-foot.tsx';
import { ListParts } from '../../../ui/list-parts.tsx';
import { ListStates, type ListState } from '../../../ui/list-states.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { choosable } from '../ticket.form.ts';
import type { TicketSearch } from '../ticket-lists.ts';
import { CardFace } from './board-card.tsx';
import { BoardColumnBox, BoardSkeleton } from './board-column.tsx';
import { canFold, isElsewhere, isFoldedAtFirst, isShown, neighbourOf } from './board-layout.ts';
import { ColumnPicker } from './column-picker.tsx';
import { BoardUpdateDialog } from './board-update-dialog.tsx';
import { columnName, dropWords, refusalWords, totalWords } from './board-words.ts';
import { useBoardMoves, type BoardAct, type BoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

type Props = {
  type: TicketType;
  frame: Omit<ComponentProps<typeof ListFrame>, 'children'>;
  list: List;
  search: TicketSearch;
  onSearch: (search: TicketSearch) => void;
  state: ListState;
  query: UseQueryResult<{ data: ShownColumn[]; count: number }>;
  onOpen: (id: string) => void;
};

/** Tickets of a kind by status, with time in status (picture 07c); dragging a card starts an update. */
export const TicketBoard = (props: Props) => {
  const { type, frame, list, search, onSearch, state, query, onOpen } = props;
  const narrow = useNarrow();
  const byFinger = useMediaQuery('(any-pointer: coarse)') ?? false;
  const columns = (query.data?.data ?? []).filter((column) => isShown(type, column));
  const tickets = columns.flatMap((column) => column.tickets);
  const [act, setAct] = useState<BoardAct | null>(null);
  const moves = useBoardMoves({ type, onUpdate: setAct });
  const [folds, setFolds] = useState<ReadonlyMap<BoardColumn, boolean>>(new Map());
  const isFolded = (column: ShownColumn) =>
    !narrow &&
    canFold(column.column) &&
    (folds.get(column.column) ?? isFoldedAtFirst(type, column));
  const { box, propsOf } = useCards(
    columns.filter((column) => !isFolded(column)),
    { search, moves },
  );
  const update = (ticket: Ticket) =>
    setAct({ kind: 'quick', ticket, statuses: choosable[type].statuses });
  useShortcut(
    'u',
    'Update the ticket',
    () => {
      const ticket = tickets.find(({ _id }) => _id === focusedCard());
      if (ticket) update(ticket);
    },
    { when: () => focusedCard() !== undefined },
  );
  const actsOf = (ticket: Ticket): RowAction[] => [
    { label: 'Open', onClick: () => onOpen(ticket._id) },
    { label: 'Update', onClick: () => update(ticket) },
    ...choosable[type].statuses
      .filter((status) => status !== ticket.status)
      .map((status, index) => ({
        label: `Move to ${status}`,
        apart: index === 0,
        onClick: () => setAct({ kind: 'move', ticket, statuses: [status] }),
      })),
  ];
  const elsewhere = columns.flatMap(({ column, tickets: cards }) =>
    cards.filter((card) => isElsewhere(card, column)),
  ).length;
  const place = { list, address: search, onAddress: onSearch, count: query.data?.count };

  return (
    <ListFrame
      {...frame}
      dialogs={
        <BoardUpdateDialog
          act={act}
          type={type}
          onClose={() => {
            setAct(null);
            moves.end();
          }}
        />
      }
    >
      <ListParts
        label="Tickets"
        state={state}
        filters={<ListFilters {...place} state={state} />}
        footer={
          <ListFoot
            words={query.data ? totalWords(query.data.data) : ''}
            beside={
              elsewhere > 0 && (
                <Button size="xs" variant="subtle" onClick={() => void query.refetch()}>
                  {`${formatCount(elsewhere, 'ticket')} moved by others: show where`}
                </Button>
              )
            }
            keys={
              !narrow && (
                <span>
                  Only statuses that staff may set take a card; <KeyHint keys="U" /> does the same
                  by keyboard
                </span>
              )
            }
          />
        }
      >
        <ListStates
          state={state}
          noun="tickets"
          isEmpty={place.count === 0 || columns.length === 0}
          empty={<NoRows {...place} />}
          skeleton={<BoardSkeleton type={type} />}
        >
          <>
            {narrow && <ColumnPicker columns={columns} board={box} />}
            <div ref={box} className={styles.board} data-rows {...propsOf.board}>
              {columns.map((column) => (
                <BoardColumnBox
                  key={column.column}
                  type={type}
                  column={column}
                  list={list}
                  search={search}
                  moves={moves}
                  takes={settableIn(type, column.column).length > 0}
                  isFolded={isFolded(column)}
                  onFold={
                    canFold(column.column) && !narrow
                      ? () => setFolds(new Map([...folds, [column.column, !isFolded(column)]]))
                      : undefined
                  }
                  cardProps={propsOf.card}
                  actsOf={narrow || byFinger ? actsOf : undefined}
                />
              ))}
            </div>
            <VisuallyHidden role="status">{moves.said}</VisuallyHidden>
            <Ghost type={type} moves={moves} />
          </>
        </ListStates>
      </ListParts>
    </ListFrame>
  );
};

const cardIn = (element: Element | null | undefined) =>
  element?.closest<HTMLElement>('[data-card]')?.dataset['card'];
const focusedCard = () => cardIn(document.activeElement);

type CardOptions = { search: TicketSearch; moves: BoardMoves };

/** Keyboard focus of the cards: Tab enters one card, arrow keys and J and K move between cards. */
const useCards = (columns: readonly ShownColumn[], { search, moves }: CardOptions) => {
  const ids = columns.map(({ tickets }) => tickets.map(({ _id }) => _id));
  const all = ids.flat();
  const box = useRowKeys<HTMLDivElement>(all.length > 0);
  const [current, setCurrent] = useState<string | null>(null);
  const tabStop = all.find((id) => id === (current ?? search.ticket)) ?? all[0];
  const find = (id: string) => box.current?.querySelector<HTMLElement>(`[data-card="${id}"]`);
  const wasFocused = useRef<string | null>(null);
  useEffect(() => {
    // A moved card is a new element at its new place: focus it again.
    if (wasFocused.current === null || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(`[data-card="${wasFocused.current}"]`)?.focus();
  }, [columns, box]);
  return {
    box,
    propsOf: {
      board: {
        onKeyDown: (event: KeyboardEvent) => {
          if (moves.moving) {
            if (event.key === 'Escape') moves.drag.letGo();
            return;
          }
          const id = cardIn(event.target as Element);
          const next = id === undefined ? undefined : neighbourOf(ids, id, event.key);
          if (next === undefined) return;
          event.preventDefault();
          find(next)?.focus();
        },
      },
      card: ({ _id }: Ticket) => ({
        isOpen: _id === search.ticket,
        hasPanel: search.ticket !== undefined,
        tabStop: _id === tabStop,
        onFocus: () => {
          wasFocused.current = _id;
          setCurrent(_id);
        },
      }),
    },
  };
};

/** The dragged card at the pointer, with the effect of dropping it. */
const Ghost = ({ type, moves: { moving } }: { type: TicketType; moves: BoardMoves }) => {
  if (!moving || moving.isDropped) return null;
  const { ticket, from, target: over, pointer } = moving;
  return (
    <div
      className={styles.ghost}
      style={{ translate: `${pointer.x}px ${pointer.y}px` }}
      aria-hidden="true"
    >
      <div className={styles.card}>
        <CardFace ticket={ticket} column={from} />
      </div>
      {over !== from && (
        <Text
          className={styles.tip}
          w="max-content"
          maw={220}
          mt="sm"
          ml="-60px"
          py="sm"
          px="md"
          variant="meta"
        >
          {settableIn(type, over).length > 0
            ? `${columnName(over)}: ${dropWords(over)}`
            : refusalWords(over)}
        </Text>
      )}
    </div>
  );
};

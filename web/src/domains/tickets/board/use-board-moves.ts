import {
  settableIn,
  type BoardColumn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketStatus, TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useDrag, useMoving } from '../../../ui/use-drag.ts';
import { nameOf } from '../ticket-words.ts';
import { columnName, refusalWords } from './board-words.ts';

/** An update started on the board: the ticket, whether to another status, and the statuses to choose from. */
export type BoardAct = {
  kind: 'move' | 'quick';
  ticket: Ticket;
  statuses: readonly TicketStatus[];
};

type Taken = { ticket: Ticket; from: BoardColumn };

type Options = { type: TicketType; onUpdate: (act: BoardAct) => void };

/**
 * State of the dragged card. Dropping it on a status that staff may set opens the update, and the card stays in place
 * until that is saved; elsewhere it returns at once.
 */
export const useBoardMoves = ({ type, onUpdate }: Options) => {
  const { begin, drag, held, markDropped, stay, cancel, ...moves } = useMoving<Taken, BoardColumn>(
    ({ ticket, from }) => `${nameOf(ticket)} stays in ${columnName(from)}`,
  );
  const drop = () => {
    const one = held();
    if (!one) return;
    const { ticket, from, target: over } = one;
    const statuses = settableIn(type, over);
    if (over !== from && statuses.length > 0) {
      markDropped();
      onUpdate({ kind: 'move', ticket, statuses });
      return;
    }
    stay(one);
    if (over !== from)
      showSnackbar(`${refusalWords(over)}: ${nameOf(ticket)} stays in ${columnName(from)}`);
  };
  const { moving } = moves;
  const start = (taken: Taken) => begin(taken, taken.from);
  return {
    /** Call `end` when the update was saved or cancelled. */
    ...moves,
    drag: useDrag<Taken, BoardColumn>({ moving, start, drag, drop, cancel }, columnAt),
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;

/** The column at an x coordinate of the viewport; null between columns. */
const columnAt = (x: number): BoardColumn | null => {
  const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')];
  const found = columns.find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x < right;
  });
  return (found?.dataset['column'] as BoardColumn | undefined) ?? null;
};

import { useRef, useState } from 'react';
import {
  settableIn,
  type BoardColumn,
} from '@staffroom/contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import type {
  TicketStatus,
  TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useDrag } from '../../../ui/use-drag.ts';
import { nameOf } from '../ticket-words.ts';
import { columnName, refusalWords } from './board-words.ts';

/** An update that was begun on the board: of which ticket, whether to another status, and to which of these. */
export type BoardAct = {
  kind: 'move' | 'quick';
  ticket: Ticket;
  statuses: readonly TicketStatus[];
};

type Taken = { ticket: Ticket; from: BoardColumn };
type Moving = Taken & {
  /** The column below the pointer. */
  over: BoardColumn;
  /** Where the pointer is, in pixels of the window. */
  pointer: { x: number; y: number };
  /** It was dropped; its update is being written. */
  isDropped: boolean;
};

type Options = { type: TicketType; onUpdate: (act: BoardAct) => void };

/**
 * The card that is dragged. Dropped on a status that staff may set it begins the update, and stands where it was until
 * that is saved; anywhere else it goes back at once.
 */
export const useBoardMoves = ({ type, onUpdate }: Options) => {
  const [moving, setMoving] = useState<Moving | null>(null);
  // The latest also between two events without a render.
  const latest = useRef<Moving | null>(null);
  const [said, setSaid] = useState('');
  const set = (next: Moving | null) => {
    latest.current = next;
    setMoving(next);
  };
  const held = () => (latest.current?.isDropped ? null : latest.current);
  const goesBack = ({ ticket, from }: Taken) => {
    set(null);
    setSaid(`${nameOf(ticket)} stays in ${columnName(from)}`);
  };
  const drag = useDrag<Taken, BoardColumn>(
    {
      moving,
      start: (taken) =>
        set({ ...taken, over: taken.from, pointer: { x: 0, y: 0 }, isDropped: false }),
      drag: (over, pointer) => {
        const one = held();
        if (one) set({ ...one, pointer, ...(over && { over }) });
      },
      drop: () => {
        const one = held();
        if (!one) return;
        const { ticket, from, over } = one;
        const statuses = settableIn(type, over);
        if (over !== from && statuses.length > 0) {
          set({ ...one, isDropped: true });
          onUpdate({ kind: 'move', ticket, statuses });
          return;
        }
        goesBack(one);
        if (over !== from)
          showSnackbar(`${refusalWords(over)}: ${nameOf(ticket)} stays in ${columnName(from)}`);
      },
      cancel: () => {
        const one = held();
        if (one) goesBack(one);
      },
    },
    columnAt,
  );
  return {
    moving,
    said,
    drag,
    /** The update was saved or given up. */
    end: () => set(null),
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;

/** The column at a place of the window; between two of them none. */
const columnAt = (x: number): BoardColumn | null => {
  const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')];
  const found = columns.find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x < right;
  });
  return (found?.dataset['column'] as BoardColumn | undefined) ?? null;
};

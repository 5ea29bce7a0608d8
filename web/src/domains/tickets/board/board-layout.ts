import {
  closedColumn,
  columnOf,
  type BoardColumn,
} from '@staffroom/contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import type { ShownColumn } from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import type { TicketType } from '@staffroom/contract/domains/tickets/tickets.rules.ts';

/** Where an arrow key leads from a card: up and down its column, aside to the card at the same height of the next that has any. */
export const neighbourOf = (
  columns: readonly (readonly string[])[],
  id: string,
  key: string,
): string | undefined => {
  const filled = columns.filter((cards) => cards.length > 0);
  const at = filled.findIndex((cards) => cards.includes(id));
  const own = filled[at];
  if (!own) return undefined;
  const place = own.indexOf(id);
  const aside = (cards: readonly string[] | undefined) =>
    cards?.[Math.min(place, cards.length - 1)];
  switch (key) {
    case 'ArrowUp':
      return own[place - 1];
    case 'ArrowDown':
      return own[place + 1];
    case 'ArrowLeft':
      return aside(filled[at - 1]);
    case 'ArrowRight':
      return aside(filled[at + 1]);
    default:
      return undefined;
  }
};

/** Somebody else gave it another status meanwhile: its card stays where it is until the next look. */
export const isElsewhere = (ticket: Pick<Ticket, 'status'>, column: BoardColumn): boolean =>
  columnOf(ticket.status) !== column;

type Counted = {
  column: BoardColumn;
  count: number;
  tickets: readonly Pick<Ticket, 'status'>[];
};

/** How many tickets of a column have no card. */
export const moreIn = ({ column, count, tickets }: Counted): number =>
  Math.max(0, count - tickets.filter((ticket) => !isElsewhere(ticket, column)).length);

/** Trials never stand in INIT, but for what other systems bring. */
export const isShown = (type: TicketType, { column, count }: ShownColumn): boolean =>
  column !== 'INIT' || type === 'ClassRenewal' || count > 0;

/** The last columns are folded at first: what is closed, and payments where there are none or no room. */
export const isFoldedAtFirst = (type: TicketType, { column, tickets }: ShownColumn): boolean =>
  column === closedColumn ||
  (column === 'PENDING PAYMENT' && (type === 'TrialConversion' || tickets.length === 0));

/** What can be folded at all. */
export const canFold = (column: BoardColumn): boolean =>
  column === closedColumn || column === 'PENDING PAYMENT';

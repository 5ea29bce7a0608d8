import {
  closedColumn,
  columnOf,
  type BoardColumn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { ShownColumn } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';

/** Card an arrow key leads to: up or down its column, sideways to the same height in the next column with cards. */
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

/** True if another user has changed the status; the card keeps its place until the next refetch. */
export const isElsewhere = (ticket: Pick<Ticket, 'status'>, column: BoardColumn): boolean =>
  columnOf(ticket.status) !== column;

type Counted = {
  column: BoardColumn;
  count: number;
  tickets: readonly Pick<Ticket, 'status'>[];
};

/** Number of tickets in a column without a card. */
export const moreIn = ({ column, count, tickets }: Counted): number =>
  Math.max(0, count - tickets.filter((ticket) => !isElsewhere(ticket, column)).length);

/** Hides INIT for trials unless it has tickets; only imported trials have that status. */
export const isShown = (type: TicketType, { column, count }: ShownColumn): boolean =>
  column !== 'INIT' || type === 'ClassRenewal' || count > 0;

/** Initially folded: closed tickets, and payments if empty or on the wider trial board. */
export const isFoldedAtFirst = (type: TicketType, { column, tickets }: ShownColumn): boolean =>
  column === closedColumn ||
  (column === 'PENDING PAYMENT' && (type === 'TrialConversion' || tickets.length === 0));

/** Columns that can be folded. */
export const canFold = (column: BoardColumn): boolean =>
  column === closedColumn || column === 'PENDING PAYMENT';

import {
  closedColumn,
  type BoardColumn,
} from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import type { ShownColumn } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { formatCount } from '../../../lib/formats.ts';
import type { Tone } from '../../../ui/status-chip.tsx';
import { ticketTone } from '../ticket-words.ts';

/** The column's heading: the exact status. */
export const columnName = (column: BoardColumn): string =>
  column === closedColumn ? 'Closed this month' : column;

export const columnTone = (column: BoardColumn): Tone =>
  column === closedColumn ? 'purple' : ticketTone(column);

/** A ticket in its status for more business days than this is marked (picture 07c). */
const long = 3;

/** Business days since a ticket entered its status. */
export const daysSince = (since: string, today: string, timeZone: string): number =>
  Math.max(0, Temporal.PlainDate.from(toBusinessDay(since, timeZone)).until(today).days);

export const isLong = (days: number): boolean => days > long;

/** "today", "4 d". */
export const shortDays = (days: number): string => (days === 0 ? 'today' : `${days} d`);

/** "since today", "for 4 days". */
export const longDays = (days: number): string =>
  days === 0 ? 'since today' : `for ${formatCount(days, 'day')}`;

/** "median 3 days"; '' without tickets or where a median makes no sense. */
export const medianWords = ({ median_days: days }: Pick<ShownColumn, 'median_days'>): string =>
  days === null ? '' : `median ${days === 0 ? 'today' : formatCount(days, 'day')}`;

/** "24 open, 3 closed this month". */
export const totalWords = (columns: readonly Pick<ShownColumn, 'column' | 'count'>[]): string => {
  const sum = (isClosed: boolean) =>
    columns
      .filter(({ column }) => (column === closedColumn) === isClosed)
      .reduce((total, { count }) => total + count, 0)
      .toLocaleString('en-SG');
  return `${sum(false)} open, ${sum(true)} closed this month`;
};

/** The reason why a column accepts no card. */
export const refusalWords = (column: BoardColumn): string =>
  `Only Staffroom sets ${columnName(column)}`;

/** Hint while a card is over a column. */
export const dropWords = (column: BoardColumn): string =>
  column === closedColumn ? 'drop for its result' : 'drop for a remark';

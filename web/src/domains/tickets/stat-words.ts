import {
  shareOf,
  type ConversionKey,
  type Period,
  type TicketFigures,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import {
  closedStatuses,
  isLost,
  isWon,
  renewalStatuses,
  trialStatuses,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { formatMonthOfDay, formatShortRange } from '../../lib/formats.ts';
import type { TicketSearch } from './ticket-lists.ts';

/** Names of the results of each kind. */
export const resultWords: Record<TicketType, { won: string; lost: string; rate: string }> = {
  TrialConversion: { won: 'CLOSED WON', lost: 'CLOSED LOSE', rate: 'won' },
  ClassRenewal: { won: 'RENEWED', lost: 'DROPPED', rate: 'renewed' },
};

const statusesOf: Record<TicketType, readonly TicketStatus[]> = {
  TrialConversion: trialStatuses,
  ClassRenewal: renewalStatuses,
};

/** A figure, or all closed tickets with a result. */
type Counted = keyof TicketFigures | 'closed';

/** Statuses counted by a figure. */
export const statusesIn = (type: TicketType, figure: Counted): TicketStatus[] =>
  statusesOf[type].filter((status) => {
    if (figure === 'closed') return isWon(status) || isLost(status);
    if (figure === 'won') return isWon(status);
    if (figure === 'lost') return isLost(status);
    if (figure === 'canceled') return status === 'CANCELED';
    if (figure === 'total') return status !== 'CANCELED';
    return !(closedStatuses as readonly TicketStatus[]).includes(status);
  });

/** Filters of the ticket list's URL. */
export type RowsSearch = {
  from: string;
  to: string;
  status?: TicketStatus[];
  agent?: string;
  handler?: string;
  tutor?: string;
  class?: string;
  source?: TicketSearch['source'];
  attended?: TicketSearch['attended'];
  followed?: TicketSearch['followed'];
};

const addressNames: Record<ConversionKey, 'agent' | 'handler' | 'tutor' | 'class' | 'source'> = {
  agent: 'agent',
  handled_by: 'handler',
  tutor: 'tutor',
  class: 'class',
  lead_source: 'source',
};

/** URL search for the tickets behind a figure, filtered by the table row's key if given. */
export const rowsBehind = (
  type: TicketType,
  figure: Counted,
  { start, end }: Period,
  row?: { by: ConversionKey; _id: string | null },
): RowsSearch => ({
  from: start,
  to: end,
  status: statusesIn(type, figure),
  ...(row && { [addressNames[row.by]]: row._id ?? 'none' }),
});

/** "59%"; a dash if there is no total. */
export const percent = (share: number | null): string => (share === null ? '–' : `${share}%`);

/** "71% of registered"; '' if there is no total. */
export const shareWords = (part: number, whole: number, of: string): string => {
  const share = shareOf(part, whole);
  return share === null ? '' : `${share}% of ${of}`;
};

/** "+4 points", "−2 points", "no change"; undefined if either rate is missing. */
export const changeWords = (rate: number | null, before: number | null): string | undefined => {
  if (rate === null || before === null) return undefined;
  const points = rate - before;
  if (points === 0) return 'no change';
  const unit = Math.abs(points) === 1 ? 'point' : 'points';
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} ${unit}`;
};

/** Label of a part of the period: "9 – 15 Mar", "14 Mar", "Mar". */
export const partWords = (unit: 'day' | 'week' | 'month', { start, end }: Period): string => {
  return unit === 'month' ? formatMonthOfDay(start) : formatShortRange(start, end);
};

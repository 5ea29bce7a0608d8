import type { ImportRow } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { isBlocking } from './csv-import-problems.ts';
import type { RowOnScreen } from './csv-import-state.ts';

/** How a row is drawn, with its word: the segment, the dot and the text say the same. */
export type RowLook = Exclude<ImportRow['state'], 'open'> | 'person' | 'ready';

/**
 * Does an open row wait for a person, or would "Confirm all rows without problems" take it? One that
 * the run could not order has a note and waits too, and so does one of which nobody knows whether its order stands.
 */
export const lookOf = (
  row: Pick<RowOnScreen, 'state' | 'without_problems' | 'note' | 'isUnanswered'>,
): RowLook => {
  if (row.isUnanswered) return 'person';
  if (row.state !== 'open') return row.state;
  return row.without_problems && row.note === '' ? 'ready' : 'person';
};

const blocking = (row: ImportRow) =>
  row.problems.filter((problem) => isBlocking(problem, row)).length;

/** The status beside a row's name: "Processed", "1 of 2 left", "Ready, 1 note". */
export const statusTextOf = (
  row: RowOnScreen,
  /** Known for the row on screen: its problems with the corrections counted in. */
  now?: { total: number; left: number },
): string => {
  if (row.isUnanswered) return 'Not known';
  const notes = row.problems.length - blocking(row);
  switch (row.state) {
    case 'processed':
      return 'Processed';
    case 'cancelled':
      return 'Order cancelled';
    case 'skipped':
      return 'Skipped';
    case 'rejected':
      return 'Rejected';
    case 'ignored':
      return 'Left out';
    case 'open':
      if (now && now.left < now.total)
        return now.left === 0 ? 'Corrected' : `${now.left} of ${now.total} left`;
      if (row.note !== '') return 'Not ordered';
      if (!row.without_problems)
        return formatCount(Math.max(1, now?.total ?? blocking(row)), 'problem');
      return notes > 0 ? `Ready, ${formatCount(notes, 'note')}` : 'Ready';
  }
};

export type RowCounts = Record<RowLook, number>;

export const countRows = (rows: readonly RowOnScreen[]): RowCounts => {
  const counts: RowCounts = {
    processed: 0,
    cancelled: 0,
    skipped: 0,
    rejected: 0,
    ignored: 0,
    person: 0,
    ready: 0,
  };
  for (const row of rows) counts[lookOf(row)] += 1;
  return counts;
};

const maxSegments = 120;
/** Of several rows in one segment the one that most needs to be seen colours it. */
const urgency: readonly RowLook[] = [
  'person',
  'ready',
  'cancelled',
  'rejected',
  'processed',
  'skipped',
  'ignored',
];

/** One segment a row; of a long file at most 120, each standing for as many rows. */
export const segmentsOf = (
  rows: readonly RowOnScreen[],
  current: number,
): { first: number; look: RowLook; isCurrent: boolean }[] => {
  const size = Math.max(1, Math.ceil(rows.length / maxSegments));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => {
    const part = rows.slice(index * size, (index + 1) * size);
    const looks = part.map(lookOf);
    return {
      first: part[0]?.row ?? 0,
      look: urgency.find((look) => looks.includes(look)) ?? 'ignored',
      isCurrent: part.some((row) => row.row === current),
    };
  });
};

/** A row's name in lists: the student's, else what the file printed first. */
export const nameOf = (row: ImportRow): string =>
  row.name ||
  row.cells['email'] ||
  Object.values(row.cells).find((cell) => cell !== '') ||
  'Blank row';

import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { isBlocking } from './order-import-problems.ts';
import type { RowOnScreen } from './order-import-state.ts';

/** How a row is shown: segment, dot and text use the same state. */
export type RowLook = Exclude<ImportRow['state'], 'open'> | 'person' | 'ready';

/**
 * The look of a row: 'person' if it needs a decision, 'ready' if "Confirm all rows without problems" would order it. A
 * row that the run could not order (it has a note), or whose order has an unknown outcome, needs a person.
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
  /** Counts for the row on screen, with its corrections applied. */
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
/** The order in which the looks of rows in one segment take precedence. */
const urgency: readonly RowLook[] = [
  'person',
  'ready',
  'cancelled',
  'rejected',
  'processed',
  'skipped',
  'ignored',
];

/** One segment per row; in long files at most 120, each for the same number of rows. */
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

/** A row's name in lists: the student's, or the first non-empty cell. */
export const nameOf = (row: ImportRow): string =>
  row.name ||
  row.cells['email'] ||
  Object.values(row.cells).find((cell) => cell !== '') ||
  'Blank row';

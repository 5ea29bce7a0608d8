import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../..');

/** Why a file's numeric columns are not sortable. */
const unsorted: Record<string, string> = {
  'domains/attendance/import-matching.tsx': 'The people of one file, unmatched ones first',
  'domains/homework/lesson-homework.tsx':
    'One or two per lesson; Homework Stat sorts those of a period',

  'domains/orders/order-import/summary-step.tsx': 'The rows of one file, in its order',
  'domains/orders/order-table.tsx': 'The orders of one student, newest first',
  'domains/reports/sales-by-day.tsx': 'The days of a chart, in the order of time',
  'domains/tickets/ticket-stat.tsx': 'The days of a chart, in the order of time',
  'domains/tutor-payments/run-list.tsx': 'One run a month, in the order of months',
  'domains/tutor-payments/teacher-pay.tsx': 'The lessons of one month, in the order of time',
  'domains/users/credit-statement.tsx': 'A ledger: each balance follows from the row before',
  'domains/users/user-detail-dialog.tsx': 'The last entries of a ledger',
};

/** The object literal around an offset of the source text. */
const objectAround = (source: string, at: number) => {
  const edge = (step: -1 | 1, closing: string, opening: string) => {
    let depth = 0;
    for (let index = at; index >= 0 && index < source.length; index += step) {
      const letter = source[index];
      if (letter === closing) depth += 1;
      if (letter === opening && depth === 0) return index;
      if (letter === opening) depth -= 1;
    }
    throw new Error('The object literal has no end.');
  };
  return source.slice(edge(-1, '}', '{'), edge(1, '{', '}') + 1);
};

/** The numeric columns of a source text that have no sort, or only a conditional one. */
const unsortedIn = (source: string) =>
  [...source.matchAll(/align: 'right'/g)]
    .map(({ index }) => objectAround(source, index))
    .filter(
      (column) => !/\b(sortBy|value)\b/.test(column.replaceAll(/\.\.\.\(.*&& \{ sortBy.*\)/g, '')),
    );

test('every numeric column can be sorted, or has a reason listed', () => {
  const found = globSync('{domains,screens}/**/*.{ts,tsx}', { cwd: web })
    .filter((file) => unsortedIn(readFileSync(join(web, file), 'utf8')).length > 0)
    .map((file) => file.replaceAll('\\', '/'));
  expect(found.toSorted()).toEqual(Object.keys(unsorted).toSorted());
});

test('finds columns without a sort, and only those', () => {
  expect(unsortedIn(`[{ key: 'a', align: 'right', text: () => '' }]`)).toHaveLength(1);
  expect(unsortedIn(`[{ key: 'a', sortBy: 'a', align: 'right' }]`)).toEqual([]);
  expect(unsortedIn(`[{ key: 'a', value: (row) => row.a, align: 'right' }]`)).toEqual([]);
  expect(unsortedIn(`[{ sortBy: 'b' }, { align: 'right', render: () => { x(); } }]`)).toHaveLength(
    1,
  );
  expect(unsortedIn(`[{ ...(sortBy && { sortBy }), align: 'right' }]`)).toHaveLength(1);
});

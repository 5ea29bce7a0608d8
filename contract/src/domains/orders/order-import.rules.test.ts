import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importColumns } from './order-import.contract.ts';
import {
  cellsOf,
  matchColumns,
  readRows,
  remarkOf,
  type FileRow,
  type ImportCells,
  type ReadRow,
} from './order-import.rules.ts';
import { parseCsv } from './parse-csv.test-helper.ts';

const sample = new URL('../../../../e2e/fixtures/orders-sample.csv', import.meta.url);
const [headings = [], ...lines] = parseCsv(readFileSync(sample, 'utf8'));
const columns = matchColumns(headings);
const fileRow = (cells: ImportCells): FileRow => ({ cells, counts: null });
const rows = readRows(lines.map((line) => fileRow(cellsOf(line, columns))));
const rowOf = (number: number): ReadRow => {
  const row = rows[number - 1];
  if (!row) throw new Error(`There is no row ${number}.`);
  return row;
};

describe('the columns', () => {
  test('are found after a byte order mark, in any case and order', () => {
    const match = matchColumns([
      '\ufeffNo ',
      ...importColumns.slice(1).map((name) => ` ${name.toUpperCase()}\u00a0`),
    ]);
    expect(match.missing).toEqual([]);
    expect(match.positions.get('no')).toBe(0);
  });

  test('that are missing and that are unknown are listed', () => {
    const match = matchColumns([
      ...importColumns.filter((name) => name !== 'email'),
      'Salesperson',
      '',
    ]);
    expect(match.missing).toEqual(['email']);
    expect(match.extra).toEqual(['Salesperson']);
  });
});

describe('the sample file', () => {
  test('has 40 data rows and every column', () => {
    expect(columns.missing).toEqual([]);
    expect(columns.extra).toEqual([]);
    expect(rows).toHaveLength(40);
    expect(rowOf(35).cells.remarks).toBe('Line one\nline two of the note');
    expect(rowOf(35).cells.no).toBe('35');
  });

  test.each([1, 2, 3, 4, 5, 10, 19, 20, 21, 24, 29, 35])('row %i has no problem', (number) => {
    expect(rowOf(number).problems).toEqual([]);
  });

  test.each([
    [7, 'reject', 'email', 'Row 7: no e-mail.'],
    [8, 'fix', 'email', 'You have entered an invalid email'],
    [
      11,
      'fix',
      'row',
      'Looks like a copy of row 1 (same e-mail, class, month and transaction number).',
    ],
    [14, 'fix', 'lessons', 'Lessons is 0. Choose at least one lesson.'],
    [
      15,
      'warn',
      'transaction_number',
      `The transaction number starts with '='. It is kept as text; please check it.`,
    ],
    [16, 'warn', 'name', `The name starts with '@'. It is kept as text; please check it.`],
    [17, 'warn', 'remarks', `The remark starts with '='. It is kept as text; please check it.`],
    [18, 'warn', 'total', 'Total 110.00 is not lessons x price (100.00).'],
    [
      22,
      'fix',
      'row',
      'Looks like a copy of row 21 (same e-mail, class, month and transaction number).',
    ],
    [23, 'fix', 'date_of_order', '31/2/2026 is not a date.'],
    [25, 'fix', 'date_of_order', '3/14/2026 has no month 14. Did you mean 14/3/2026?'],
    [27, 'fix', 'for_month', `'Aprl' is not a month. Did you mean April?`],
    [28, 'fix', 'email', 'More than one e-mail. Keep one.'],
    [
      30,
      'fix',
      'for_month',
      'One month per row. Choose March or April, then add the rest by hand.',
    ],
    [32, 'fix', 'lessons', 'Lessons must be a whole number.'],
    [33, 'fix', 'for_month', 'No month. Choose the lessons yourself.'],
    [34, 'fix', 'email', 'You have entered an invalid email'],
    [36, 'fix', 'lessons', 'Lessons must be a whole number.'],
    [37, 'fix', 'row', 'This row is negative. Cancel the earlier order instead of importing it.'],
    [38, 'ignore', 'row', 'Row 38 is blank and was left out.'],
    [
      39,
      'warn',
      'transaction_number',
      `The transaction number starts with '+'. It is kept as text; please check it.`,
    ],
    [40, 'ignore', 'row', 'Row 40 looks like a total line and was left out.'],
  ])('row %i: %s, %s, %s', (number, severity, field, message) => {
    expect(rowOf(number).problems).toEqual([{ severity, field, message }]);
  });

  test.each([6, 9, 12, 13, 26, 31])(
    'row %i is readable: its problem is found by the lookup',
    (number) => {
      expect(rowOf(number).problems).toEqual([]);
    },
  );

  test('values are parsed', () => {
    expect(rowOf(4)).toMatchObject({
      name: 'Arjun S/O Rajendran',
      email: 'arjun.r@example.com',
      month: '2026-03',
      lessons: 4,
    });
    expect(rowOf(5)).toMatchObject({ name: '王子涵', cells: { remarks: '家长微信联系, 请确认' } });
    expect(rowOf(9)).toMatchObject({ lessons: 20, dateOfOrder: '2026-03-07' });
    expect(rowOf(10).name).toBe('Ong, Wei Jie (Jeremy)');
    expect(rowOf(19).type).toBe('TRIAL');
    expect(rowOf(20).type).toBe('PAYMENT_VIDEO');
    expect(rowOf(24)).toMatchObject({ dateOfOrder: '2026-03-14', month: '2026-06' });
    expect(rowOf(29)).toMatchObject({ type: 'PAYMENT', month: '2026-04' });
    expect(rowOf(34).month).toBe('2026-04');
  });

  test('the remark of an order is its transaction number, else its remarks, else its row', () => {
    expect(remarkOf(rowOf(1))).toBe('PayNow ref 20260303-1042');
    expect(remarkOf(rowOf(19))).toBe('trial class');
    expect(remarkOf({ row: 3, cells: { ...rowOf(19).cells, remarks: '' } })).toBe('CSV row 3');
  });
});

test('a row without e-mail and class is a total row if its number is a word for total', () => {
  const empty = Object.fromEntries(importColumns.map((column) => [column, ''])) as ReadRow['cells'];
  const kinds = ['合计', 'TOTAL', 'Grand total:', '41', 'A1', ''].map(
    (no) => readRows([fileRow({ ...empty, no, total: '7206.50' })])[0]?.kind,
  );
  expect(kinds).toEqual(['total', 'total', 'total', 'order', 'order', 'order']);
});

test('the message of a rejected row includes the row’s own number if that differs', () => {
  const [row] = readRows([fileRow({ ...rowOf(7).cells, no: '52' })]);
  expect(row?.problems[0]?.message).toBe('Row 1 (no 52): no e-mail.');
});

test.each([
  [
    14,
    'This row has 14 cells where the header has 15, so its cells may have moved. Check each of them.',
  ],
  [
    16,
    'This row has 16 cells where the header has 15, so its cells may have moved. Check each of them.',
  ],
  [15, undefined],
])('a row of %i cells below a header of 15', (row, message) => {
  const [read] = readRows([{ cells: rowOf(1).cells, counts: { row, header: 15 } }]);
  expect(read?.problems.find(({ field }) => field === 'row')).toEqual(
    message && { severity: 'fix', field: 'row', message },
  );
});

test('with any cells, each row is parsed and the first of equal rows is kept', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', 'March', '4', '25', 'a@example.com', '3/3/2026', 'PAYMENT', 'TOTAL'),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 16 }), { maxLength: 5 }), (table) => {
      const twice = [...table, ...table].map((line) => fileRow(cellsOf(line, columns)));
      const read = readRows(twice);
      expect(read).toHaveLength(twice.length);
      for (const row of read.slice(table.length)) {
        const isCopy = row.problems.some((problem) =>
          problem.message.startsWith('Looks like a copy'),
        );
        expect(isCopy).toBe(row.key !== null);
      }
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { decodeUtf8, readCsvText } from './order-import-text.ts';

const header = importColumns.join(',');
const rowOf = (cells: Partial<Record<(typeof importColumns)[number], string>>) =>
  importColumns.map((column) => cells[column] ?? '');

type Style = { delimiter: string; lineEnd: string; quoteAll: boolean; lastLineEnd: boolean };

/** Writes cells as RFC 4180 CSV, quoted only where necessary, unless `quoteAll`. */
const write = (rows: readonly (readonly string[])[], style: Style) =>
  rows
    .map((cells) =>
      cells
        .map((cell) =>
          style.quoteAll || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(style.delimiter),
    )
    .join(style.lineEnd) + (style.lastLineEnd ? style.lineEnd : '');

const tableOf = (text: string) => {
  const reading = readCsvText(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.table;
};
const problemOf = (text: string) => {
  const reading = readCsvText(text);
  return reading.ok ? undefined : reading.problem;
};

const styles = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  quoteAll: fc.boolean(),
  lastLineEnd: fc.boolean(),
});
const cell = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^[a-z ",;\t\n'=+-]{0,12}$/),
  )
  .filter((text) => !text.endsWith('\r') && !text.includes('\u0000'));
const rows = fc.array(fc.tuple(...importColumns.map(() => cell)), { minLength: 1, maxLength: 8 });

describe('reading a written file', () => {
  test('returns the same rows for any delimiter, line ends and quotes', () => {
    fc.assert(
      fc.property(rows, styles, (written, style) => {
        const text = write([[...importColumns], ...written], style);
        expect(tableOf(text)).toEqual({ columns: [...importColumns], rows: written });
      }),
    );
  });

  test('keeps a comma, a quotation mark and a line feed inside a cell', () => {
    const cells = rowOf({ name: 'Ong, "Jeremy"', remarks: 'line one\nline two' });
    const style = { delimiter: ',', lineEnd: '\r\n', quoteAll: false, lastLineEnd: true };
    expect(tableOf(write([[...importColumns], cells], style)).rows).toEqual([cells]);
  });

  test('separates lines with mixed line ends', () => {
    const cells = rowOf({ no: '1' }).join(',');
    expect(tableOf(`${header}\r\n${cells}\n${cells}\r\n`).rows).toHaveLength(2);
    expect(tableOf(`${header}\r${cells}\r${cells}`).rows).toHaveLength(2);
  });

  test('a blank row between rows counts, blank rows at the end do not', () => {
    const cells = rowOf({ no: '1' });
    const blank = rowOf({});
    const text = `${header}\n${cells.join(',')}\n${blank.join(',')}\n${cells.join(',')}\n\n\n`;
    expect(tableOf(text).rows).toEqual([cells, blank, cells]);
  });

  test.each(['sep=;\r\n', '\r\n\n', ' \nSEP=;\n\n', '"sep=;"\n', ';;;;\n', 'sep=\t\n'])(
    'skips lines above the header: %j',
    (above) => {
      const cells = rowOf({ no: '1' });
      const text = `${above}${importColumns.join(';')}\n${cells.join(';')}\n`;
      expect(tableOf(text)).toEqual({ columns: [...importColumns], rows: [cells] });
    },
  );

  test('recognises columns in any order and case, beside other columns', () => {
    const columns = [
      'Extra',
      ...importColumns.toReversed().map((name) => ` ${name.toUpperCase()} `),
    ];
    expect(tableOf(`${columns.join(';')}\n${columns.map(() => 'x').join(';')}`).columns).toEqual(
      columns,
    );
  });
});

describe('the reason why a file cannot be previewed', () => {
  test('names missing columns', () => {
    const columns = importColumns.filter((column) => column !== 'email' && column !== 'class');
    expect(problemOf(`${columns.join(',')}\n`)).toBe('The file lacks the column(s): email, class.');
  });

  test('names a column that appears twice', () => {
    expect(problemOf(`${header},Email\n`)).toBe('The file has the column email more than once.');
  });

  test('reports a file without rows, and an empty file', () => {
    expect(problemOf(`${header}\r\n`)).toBe('The file has no rows below its header.');
    expect(problemOf('')).toBe('The file is empty.');
  });

  test('more than 5,000 rows', () => {
    const row = rowOf({ no: '1' }).join(',');
    const lines = (count: number) => [header, ...Array<string>(count).fill(row)].join('\n');
    expect(problemOf(lines(5000))).toBeUndefined();
    expect(problemOf(lines(5001))).toBe(
      'The file has more than 5,000 rows. At most 5,000 can be imported at once; split the file.',
    );
  });

  // Only a reader that stops early returns this; one that reads on would know the exact number.
  test.each([
    ['below the header', `${header}\n${'\n'.repeat(5_300_000)}`, 'more than 100,000 empty lines'],
    ['above the header', `${'\n'.repeat(5_300_000)}${header}\n`, 'no rows below its header'],
    [
      'of separators',
      `${header}\n${`${','.repeat(14)}\n`.repeat(600_000)}`,
      'more than 5,000 rows',
    ],
    ['of separators in one line', `${header}\n${','.repeat(9_000_000)}`, 'more than 200 cells'],
    ['of separators as a header', ','.repeat(9_000_000), 'more than 200 columns'],
  ])('millions of empty rows or cells %s', (_, text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  test('a quotation mark that is never closed', () => {
    expect(problemOf(`${header}\n1,"open`)).toContain('quotation mark in data row 1');
  });

  test('a cell longer than can be stored', () => {
    const cells = rowOf({ remarks: 'x'.repeat(5001) }).join(',');
    expect(problemOf(`${header}\n${cells}`)).toBe(
      'Data row 1 has more than 5,000 characters in remarks.',
    );
  });
});

describe('bytes', () => {
  test('ignores the byte order mark', () => {
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x6e, 0x6f))).toBe('no');
  });

  test('refuses other encodings', () => {
    expect(decodeUtf8(Uint8Array.of(0xcd, 0xf5, 0xd7, 0xd3))).toBeUndefined();
    expect(decodeUtf8(Uint8Array.of(0xff, 0xfe, 0x6e, 0x00))).toBeUndefined();
    expect(decodeUtf8(Uint8Array.of(0x6e, 0x00, 0x6f, 0x00))).toBeUndefined();
  });
});

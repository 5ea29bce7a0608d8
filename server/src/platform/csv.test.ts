import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '@staffroom/contract/domains/orders/parse-csv.test-helper.ts';
import { csvAnswer, escapeFormula } from './csv.ts';

const written = async (rows: Iterable<string[]> | AsyncIterable<string[]>, width = 2) => {
  const columns = Array.from({ length: width }, (_, index) => ({
    header: `c${index}`,
    value: (row: string[]) => row[index],
  }));
  const { stream } = await csvAnswer('list.csv', columns, rows);
  return (await buffer(stream)).toString('utf8');
};

describe('a download', () => {
  test('is UTF-8 with a byte order mark, headings and CRLF', async () => {
    expect(await written([['王子涵', 'a,b']])).toBe('\ufeffc0,c1\r\n王子涵,"a,b"\r\n');
  });

  test('without rows has its headings', async () => {
    expect(await written([])).toBe('\ufeffc0,c1\r\n');
  });

  test('keeps numbers, also negative ones, and leaves what is not there empty', async () => {
    const { stream } = await csvAnswer(
      'n.csv',
      [{ header: 'n', value: (row: number | null) => row }],
      [-5, 0, null, 2.5],
    );
    expect((await buffer(stream)).toString()).toBe('\ufeffn\r\n-5\r\n0\r\n\r\n2.5\r\n');
  });

  test('is read again as it was written', async () => {
    const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const [, ...read] = parseCsv(await written(rows));
          expect(read).toEqual(rows.map((row) => row.map(escapeFormula)));
        },
      ),
    );
  });

  test('breaks when the list fails half-way, and never looks whole', async () => {
    const failing = async function* () {
      yield ['a', 'b'];
      await Promise.resolve();
      throw new Error('The database went away.');
    };
    await expect(written(failing())).rejects.toThrow('The database went away.');
  });

  test('is refused before it begins by what refuses its list', async () => {
    const isRefused: boolean = true;
    const refused = async function* (): AsyncGenerator<string[]> {
      await Promise.resolve();
      if (isRefused) throw new Error('Not yours to see.');
      yield [];
    };
    await expect(csvAnswer('list.csv', [], refused())).rejects.toThrow('Not yours to see.');
  });

  test('stops reading the list when nobody takes it any more', async () => {
    let given = 0;
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) {
          given += 1;
          await Promise.resolve();
          yield ['x'.repeat(1000), 'y'];
        }
      } finally {
        ended = true;
      }
    };
    const { stream } = await csvAnswer(
      'e.csv',
      [{ header: 'c', value: (row: string[]) => row[0] }],
      endless(),
    );
    await new Promise<void>((resolve) => stream.once('readable', () => resolve()));
    stream.destroy();
    await expect.poll(() => ended).toBe(true);
    expect(given).toBeLessThan(1000);
  });
});

test.each(['=1+1', '+65', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  },
);

test.each(['PayNow', '1-2', 'a=b', '', "'=1"])('%j stays as it is', (text) => {
  expect(escapeFormula(text)).toBe(text);
});

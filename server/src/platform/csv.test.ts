import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from 'staffroom-contract/domains/orders/parse-csv.test-helper.ts';
import { moment, named } from 'staffroom-contract/shared/shown.ts';
import { z } from 'zod';
import { csvAnswer, escapeFormula, shownColumns, streamCsv, type CsvAnswer } from './csv.ts';

const fileOf = async (
  answer: CsvAnswer,
  timeZone = 'Asia/Singapore',
  ended?: Parameters<typeof streamCsv>[2],
) => (await buffer(await streamCsv(answer, timeZone, ended))).toString('utf8');

const written = async (rows: Iterable<string[]> | AsyncIterable<string[]>, width = 2) => {
  const columns = Array.from({ length: width }, (_, index) => ({
    header: `c${index}`,
    value: (row: string[]) => row[index],
  }));
  return fileOf(csvAnswer('list.csv', columns, rows));
};

describe('a download', () => {
  test('is UTF-8 with a byte order mark, headings and CRLF', async () => {
    expect(await written([['王子涵', 'a,b']])).toBe('\ufeffc0,c1\r\n王子涵,"a,b"\r\n');
  });

  test('without rows has only headings', async () => {
    expect(await written([])).toBe('\ufeffc0,c1\r\n');
  });

  test('keeps numbers, also negative ones, and leaves missing values empty', async () => {
    const column = { header: 'n', value: (row: number | null) => row };
    expect(await fileOf(csvAnswer('n.csv', [column], [-5, 0, null, 2.5]))).toBe(
      '\ufeffn\r\n-5\r\n0\r\n\r\n2.5\r\n',
    );
  });

  test('formats fields by their schema: moments in business time, names and lists with commas', async () => {
    const schema = z.object({
      tutor: z.array(named),
      level: z.array(z.string()),
      by: named.nullable(),
      used: moment.describe('The last time').nullable(),
    });
    const tutor = ['Farah', 'Goh'].map((name) => ({ _id: '1', name }));
    const rows = [
      { tutor, level: ['p1', 'p2'], by: { _id: '2', name: 'Nur' }, used: '2026-11-21T23:46:59Z' },
      { tutor: [], level: [], by: null, used: null },
    ];
    const columns = shownColumns(schema)('tutor', 'level', 'by', 'used');
    expect(await fileOf(csvAnswer('s.csv', columns, rows))).toBe(
      '\ufefftutor,level,by,used (Asia/Singapore)\r\n"Farah, Goh","p1, p2",Nur,2026-11-22 07:46\r\n,,,\r\n',
    );
  });

  test('formats times in business time, with the zone in the heading', async () => {
    const column = { header: 'created', time: (row: Date | string | null) => row };
    const times = ['2026-11-21T23:46:59.999Z', new Date('2026-12-31T16:00:00Z'), null];
    expect(await fileOf(csvAnswer('t.csv', [column], times))).toBe(
      '\ufeffcreated (Asia/Singapore)\r\n2026-11-22 07:46\r\n2027-01-01 00:00\r\n\r\n',
    );
    expect(await fileOf(csvAnswer('t.csv', [column], times), 'Europe/London')).toBe(
      '\ufeffcreated (Europe/London)\r\n2026-11-21 23:46\r\n2026-12-31 16:00\r\n\r\n',
    );
  });

  test.each(['"', ',', ';', '\t', '\r', '\n'])('quotes a cell with %j', async (sign) => {
    const quoted = sign === '"' ? '""' : sign;
    expect(await written([[`a${sign}b`, 'c']])).toBe(`\ufeffc0,c1\r\n"a${quoted}b",c\r\n`);
  });

  test('is parsed back to the same cells, and no line starts a formula', async () => {
    const sign = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom('\r', '\n', '\r\n', '\t', '"', ',', ';', "'", '=', '+', '-', '@', '＝'),
    );
    const cell = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('first'), cell, cell), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const [, ...read] = parseCsv(await written(rows, 3));
          expect(read).toEqual(rows.map((row) => row.map(escapeFormula)));
          for (const line of read.flat().flatMap((text) => text.split(/[\r\n]/)))
            expect(line).not.toMatch(/^[=+\-@\t＝＋－＠]/);
        },
      ),
    );
  });

  test('reports the number of its rows at the end, and breaks if that cannot be recorded', async () => {
    const column = { header: 'c', value: (row: string) => row };
    const ends: unknown[] = [];
    const note = async (given: object) => void ends.push({ ...given });
    await fileOf(csvAnswer('l.csv', [column], ['a', 'b']), undefined, note);
    expect(ends).toEqual([{ rows: 2, is_whole: true }]);
    const failing = async function* () {
      yield 'a';
      await Promise.resolve();
      throw new Error('The connection was lost.');
    };
    await expect(fileOf(csvAnswer('l.csv', [column], failing()), undefined, note)).rejects.toThrow(
      'The connection was lost.',
    );
    expect(ends.at(-1)).toEqual({ rows: 1, is_whole: false });
    const refuse = () => Promise.reject(new Error('Not noted.'));
    await expect(fileOf(csvAnswer('l.csv', [column], ['a']), undefined, refuse)).rejects.toThrow(
      'Not noted.',
    );
  });

  test('breaks when the list fails half-way, and never looks complete', async () => {
    const failing = async function* () {
      yield ['a', 'b'];
      await Promise.resolve();
      throw new Error('The connection was lost.');
    };
    await expect(written(failing())).rejects.toThrow('The connection was lost.');
  });

  test('is refused before it begins if its list is refused', async () => {
    const isRefused: boolean = true;
    const refused = async function* (): AsyncGenerator<string[]> {
      await Promise.resolve();
      if (isRefused) throw new Error('Not allowed.');
      yield [];
    };
    await expect(fileOf(csvAnswer('list.csv', [], refused()))).rejects.toThrow('Not allowed.');
  });

  test('stops reading the list when the reader has left', async () => {
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
    const column = { header: 'c', value: (row: string[]) => row[0] };
    const ends: unknown[] = [];
    const stream = await streamCsv(
      csvAnswer('e.csv', [column], endless()),
      'Asia/Singapore',
      async (rows) => void ends.push(rows),
    );
    await new Promise<void>((resolve) => stream.once('readable', () => resolve()));
    stream.destroy();
    await expect.poll(() => ended).toBe(true);
    expect(given).toBeLessThan(1000);
    expect(ends).toEqual([{ rows: expect.any(Number) as number, is_whole: false }]);
  });
});

test.each(['=1+1', '+65', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  },
);

test.each([
  ['Why\n=1+1', "Why\n'=1+1"],
  ['Why\r\n-1\r@x', "Why\r\n'-1\r'@x"],
  ['\n=1', "'\n'=1"],
])('a spreadsheet does not run a later line of %j', (text, escaped) => {
  expect(escapeFormula(text)).toBe(escaped);
});

test.each(['PayNow', '1-2', 'Why\nso', 'a=b', '', "'=1"])('%j stays as it is', (text) => {
  expect(escapeFormula(text)).toBe(text);
});

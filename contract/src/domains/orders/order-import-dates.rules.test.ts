import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMonth, readDate, readMonth } from './order-import-dates.rules.ts';
import { closestName, editDistance, nameFinder } from './order-import-names.rules.ts';

describe('dates', () => {
  test.each([
    ['3/3/2026', '2026-03-03'],
    ['2026-03-04', '2026-03-04'],
    ['2026/03/14', '2026-03-14'],
    ['2026/3/4', '2026-03-04'],
    ['31/12/2026', '2026-12-31'],
    ['29/2/2028', '2028-02-29'],
    ['３/３/２０２６', '2026-03-03'],
  ])('%s is %s', (cell, date) => {
    expect(readDate(cell)).toEqual({ date });
  });

  test.each([
    ['31/2/2026', '31/2/2026 is not a date.'],
    ['29/2/2026', '29/2/2026 is not a date.'],
    ['3/14/2026', '3/14/2026 has no month 14. Did you mean 14/3/2026?', '14/3/2026'],
    ['32/14/2026', '32/14/2026 is not a date.'],
    ['2026-13-01', '2026-13-01 is not a date.'],
    ['3/3/26', '3/3/26 is not a date. Write it as YYYY-MM-DD or D/M/YYYY.'],
    ['yesterday', 'yesterday is not a date. Write it as YYYY-MM-DD or D/M/YYYY.'],
    ['', 'No date of order. Choose the lessons yourself.'],
  ])('%s is refused', (cell, problem, near?: string) => {
    expect(readDate(cell)).toEqual({ problem, near });
  });

  test('every date is parsed the same in its three forms', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (day) => {
          const date = day.toISOString().slice(0, 10);
          const [year = '', month = '', rest = ''] = date.split('-');
          for (const cell of [
            date,
            `${year}/${Number(month)}/${Number(rest)}`,
            `${Number(rest)}/${Number(month)}/${year}`,
          ])
            expect(readDate(cell)).toEqual({ date });
        },
      ),
    );
  });
});

describe('months', () => {
  const inMarch = '2026-03-03';

  test.each([
    ['March', '2026-03'],
    ['mar', '2026-03'],
    ['Mar 2026', '2026-03'],
    ['APRIL', '2026-04'],
    ['Apr', '2026-04'],
    ['Sept.', '2026-09'],
    ['4月', '2026-04'],
    ['2026年4月', '2026-04'],
    ['March, 2027', '2027-03'],
    ['2026-06', '2026-06'],
    ['Feb 2026', '2026-02'],
  ])('%s is %s', (cell, month) => {
    expect(readMonth(cell, inMarch)).toEqual({ month });
  });

  test('a month that has passed is in the next year, with a note', () => {
    expect(readMonth('January', '2026-03-03')).toEqual({
      month: '2027-01',
      note: 'January had passed on 2026-03-03. It is read as January 2027.',
    });
  });

  test.each([
    ['Aprl', `'Aprl' is not a month. Did you mean April?`, ['April']],
    ['4', `'4' is not a month. Did you mean April?`, ['April']],
    ['Term 1', `'Term 1' is not a month.`],
    ['13月', `'13月' is not a month.`],
    ['2026-13', `'2026-13' is not a month.`],
    [
      'March - April',
      'One month per row. Choose March or April, then add the rest by hand.',
      ['March', 'April'],
    ],
    [
      'Mar/Apr/May',
      'One month per row. Choose March, April or May, then add the rest by hand.',
      ['March', 'April', 'May'],
    ],
    ['', 'No month. Choose the lessons yourself.'],
  ])('%s is refused', (cell, problem, near?: string[]) => {
    expect(readMonth(cell, inMarch)).toEqual({ problem, near });
  });

  test('a long text is not a month, and is cut in the message', () => {
    const read = readMonth(`${'March or so '.repeat(400)}`, inMarch);
    expect('problem' in read && read.problem.length).toBeLessThan(120);
  });

  test('without a date, a month is only known with its year', () => {
    expect(readMonth('June', undefined)).toEqual({ month: null });
    expect(readMonth('June 2026', undefined)).toEqual({ month: '2026-06' });
  });

  test('a printed month is parsed back to the same value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2001, max: 2098 }),
        fc.integer({ min: 1, max: 12 }),
        (year, number) => {
          const month = `${year}-${String(number).padStart(2, '0')}`;
          expect(readMonth(formatMonth(month), '2026-03-03')).toEqual({ month });
          expect(readMonth(`${number}月`, `${month}-01`)).toEqual({ month });
        },
      ),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(() => [readMonth(text, '2026-03-03'), readDate(text)]).not.toThrow();
      }),
    );
  });
});

describe('names', () => {
  const classes = [
    'P6 Mathematics — Sat 2pm',
    'P6 PSLE Maths Intensive Workshop',
    'P5 Chinese — Sat 10am',
    'P6 Science June Holiday Workshop',
    'JC1 H2 Mathematics',
  ].map((name) => ({ name }));

  test('a short form finds the most similar class', () => {
    expect(nameFinder(classes)('P6 Maths Sat')?.name).toBe('P6 Mathematics — Sat 2pm');
  });

  test('a name without similar classes finds nothing', () => {
    expect(nameFinder(classes)('Robotics Camp 2026')).toBeUndefined();
    expect(nameFinder(classes)('')).toBeUndefined();
    expect(nameFinder([])('P6')).toBeUndefined();
  });

  test('the closest word is found, unless two are equally close', () => {
    expect(closestName('Aprl', ['April', 'August'])).toBe('April');
    expect(closestName('Ju', ['June', 'July'])).toBeUndefined();
    expect(closestName('xyz', ['April', 'August'])).toBeUndefined();
  });

  test('the distance between two words is the same both ways, and 0 only for the same', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

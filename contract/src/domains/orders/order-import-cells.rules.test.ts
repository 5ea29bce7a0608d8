import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formulaSign, readEmail, readLessons, readMoney } from './order-import-cells.rules.ts';

const cents = (cell: string) => {
  const read = readMoney(cell);
  return read.kind === 'amount' ? read.cents : read.kind;
};
const currencies = (cell: string) => {
  const read = readMoney(cell);
  return read.kind === 'amount' ? read.sign?.currencies : undefined;
};

describe('amounts', () => {
  test.each([
    ['$25.00', 2500],
    ['25', 2500],
    ['22.4', 2240],
    ['$1,200.00', 120_000],
    ['SGD 1,200', 120_000],
    ['S$ 30', 3000],
    ['(100.00)', -10_000],
    ['-20', -2000],
    ['−20', -2000],
    ['$-80.50', -8050],
    ['Rp 290.000', 29_000_000],
    ['Rp 1.160.000', 116_000_000],
    ['IDR 290,000', 29_000_000],
    ['¥135.00', 13_500],
    ['￥１３５', 13_500],
    ['\u00a0 25 \u3000', 2500],
    ['0', 0],
    ['-0', 0],
    ['', 'empty'],
    ['290.000', 'unreadable'],
    ['1.200,00', 'unreadable'],
    ['12,00', 'unreadable'],
    ['four', 'unreadable'],
    ['25 each', 'unreadable'],
    ['1e9', 'unreadable'],
    ['99999999999999', 'unreadable'],
  ])('%s is %s cents', (cell, expected) => {
    expect(cents(cell)).toBe(expected);
  });

  test('a currency sign limits the possible currencies', () => {
    expect(currencies('25')).toBeUndefined();
    expect(currencies('$25')).toEqual(['SGD', 'USD']);
    expect(currencies('Rp 290.000')).toEqual(['IDR']);
    expect(currencies('¥135')).toEqual(['CNY']);
    expect(currencies('€25')).toEqual([]);
  });

  test('a printed amount is parsed back to the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (amount) => {
        const text = (Math.abs(amount) / 100).toLocaleString('en-SG', { minimumFractionDigits: 2 });
        expect(cents(amount < 0 ? `($${text})` : `$${text}`)).toBe(amount === 0 ? 0 : amount);
      }),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const read = readMoney(text);
        if (read.kind === 'amount') expect(Number.isSafeInteger(read.cents)).toBe(true);
      }),
    );
  });
});

describe('lessons', () => {
  test.each([
    ['4', 4],
    [' ４ ', 4],
    ['4.0', 4],
    ['52', 52],
  ])('%s is %i', (cell, lessons) => {
    expect(readLessons(cell)).toEqual({ lessons });
  });

  test.each([
    ['0', 'Lessons is 0. Choose at least one lesson.'],
    ['four', 'Lessons must be a whole number.'],
    ['2.5', 'Lessons must be a whole number.'],
    ['-4', 'Lessons is -4. Choose at least one lesson.'],
    ['−2.0', 'Lessons is -2.0. Choose at least one lesson.'],
    ['99999', 'Lessons is 99999, more than a class has. Choose the lessons yourself.'],
    ['', 'No number of lessons. Choose the lessons yourself.'],
  ])('%s is refused', (cell, problem) => {
    expect(readLessons(cell)).toEqual({ problem });
  });
});

describe('e-mails', () => {
  test('one address is kept as it was typed', () => {
    expect(readEmail('  YuXuan.Lee@Example.com\u3000')).toEqual({
      kind: 'email',
      email: 'YuXuan.Lee@Example.com',
    });
  });

  test.each(['priya.nair@example', 'liu.siqi@例子.example', 'nothing', 'a b@example.com'])(
    '%s is not an e-mail',
    (cell) => {
      expect(readEmail(cell).kind).toBe('invalid');
    },
  );

  test.each([
    'ryan.low@example.com; mum.low@example.com',
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    'a@example.com / b@example.com',
  ])('%s is more than one', (cell) => {
    expect(readEmail(cell).kind).toBe('several');
  });

  test('an empty cell is not an e-mail', () => {
    expect(readEmail(' \u00a0').kind).toBe('empty');
  });
});

test.each([
  ['=1+1', `'='`],
  ['+6591234567', `'+'`],
  ['@SUM(1)', `'@'`],
  ['＝1+1', `'='`],
  ['\t=1', 'a tab or line break'],
  ['PayNow', undefined],
  ['', undefined],
])('a spreadsheet would run %s as a formula: %s', (cell, sign) => {
  expect(formulaSign(cell)).toBe(sign);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsProblem, discountPercent, formatMoney, toCents, toWireAmount } from './money.ts';

const cents = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

describe('cents and decimal amounts', () => {
  test('every amount converts back to itself', () => {
    fc.assert(fc.property(cents, (amount) => toCents(toWireAmount(amount)) === amount));
  });

  test('also after JSON and after printing two decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const wire = toWireAmount(amount);
        expect(toCents(JSON.parse(JSON.stringify(wire)) as number)).toBe(amount);
        expect(toCents(Number(wire.toFixed(2)))).toBe(amount);
      }),
    );
  });

  test('whole cents are accepted, half a cent is not', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(decimalsProblem(toWireAmount(amount))).toBeUndefined();
        expect(decimalsProblem((amount + 0.5) / 100)).toBe('At most two decimals');
      }),
    );
  });

  test('half a cent is rounded up in spite of binary fractions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
        const half = Number(
          `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}5`,
        );
        expect(toCents(half)).toBe(amount + 1);
      }),
    );
  });

  test.each([
    [0, 0],
    [0.1 + 0.2, 30],
    [1.005, 101],
    [8.575, 858],
    [1.004999, 100],
    [19.99, 1999],
    [4_294_967.295, 429_496_730],
  ])('%d is %d cents', (amount, expected) => {
    expect(toCents(amount)).toBe(expected);
  });
});

describe('for display', () => {
  test.each([
    [1234.5, 'SGD', '$1,234.50'],
    [0, 'SGD', '$0.00'],
    [-5, 'SGD', '−$5.00'],
    [1234.5, 'USD', 'US$1,234.50'],
    [1234.5, 'CNY', 'CNY 1,234.50'],
    [1_234_500, 'IDR', 'Rp 1.234.500'],
  ] as const)('%d %s: %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });
});

describe('the percentage below the original price', () => {
  test.each([
    [120, 108, 10],
    [120, 120, 0],
    [120, 0, 100],
    [0, 0, 0],
    [3, 2, 33],
    [200, 199, 1],
    [200, 199.5, 0],
  ])('from %d to %d: %d%%', (original, actual, percent) => {
    expect(discountPercent(original, actual)).toBe(percent);
  });
});

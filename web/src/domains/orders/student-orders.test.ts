import { expect, test } from 'vitest';
import { totalsOf, totalWords } from './student-orders.ts';

const order = (
  actual_price: number,
  status: 'PROCESSED' | 'CANCELLED' | 'INIT' = 'PROCESSED',
  currency: 'SGD' | 'USD' = 'SGD',
) => ({ actual_price, status, currency });

test('a total leaves cancelled orders out', () => {
  const orders = [order(270), order(300, 'CANCELLED'), order(112, 'INIT'), order(0)];
  expect(totalsOf(orders)).toEqual([{ currency: 'SGD', amount: 382 }]);
  expect(totalWords(orders, 'SGD')).toBe('$382.00 without cancelled orders');
});

test('a total adds cents without rounding errors', () => {
  expect(totalsOf([order(0.1), order(0.2)])).toEqual([{ currency: 'SGD', amount: 0.3 }]);
});

test('amounts of different currencies are not added up', () => {
  const orders = [order(30, 'PROCESSED', 'USD'), order(25.5), order(4.5, 'PROCESSED', 'USD')];
  expect(totalWords(orders, 'SGD')).toBe('$25.50 + US$34.50 without cancelled orders');
});

test('the total is 0 if all orders are cancelled', () => {
  expect(totalWords([order(30, 'CANCELLED')], 'SGD')).toBe('$0.00 without cancelled orders');
});

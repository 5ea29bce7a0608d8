import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { salesChannels } from 'staffroom-contract/domains/reports/sales.rules.ts';
import type { SalesReport } from 'staffroom-contract/domains/reports/sales.contract.ts';
import { wholeListInput } from '../../kit/list/define-list.ts';
import { orderList, orderSearchSchema, type OrderSearch } from '../orders/order-lists.ts';
import { currencyIn, salesInput, salesQuery, salesSearchSchema } from './sales-address.ts';
import {
  axisWords,
  bestDay,
  cancelledBehind,
  changeWords,
  dayBehind,
  daysOfSales,
  ordersBehind,
  rowBehind,
  trialsBehind,
} from './sales-words.ts';

const id = '0198c1f0-0000-7000-8000-000000000001';
const none = { orders: 0, net: 0 };
const march: SalesReport = {
  start: '2026-03-01',
  end: '2026-03-31',
  as_of: '2026-03-23T06:05:00Z',
  until: '2026-03-23',
  exclude: 'LLP',
  orders: 3,
  students: 2,
  trials: 1,
  compared: { start: '2026-02-01', end: '2026-02-23' },
  currencies: [
    { currency: 'SGD', orders: 2, net: 340, before: none, cancelled: none },
    { currency: 'USD', orders: 1, net: 90, before: none, cancelled: none },
  ],
  days: [
    { day: '2026-03-14', currency: 'SGD', orders: 1, net: 220 },
    { day: '2026-03-23', currency: 'SGD', orders: 1, net: 120 },
    { day: '2026-03-14', currency: 'USD', orders: 1, net: 90 },
  ],
  days_before: [{ day: '2026-02-28', currency: 'SGD', orders: 1, net: 75 }],
  class: [],
  subject: [],
  agent: [],
  channel: [],
  type: [],
};

/** The filter of the orders list at an address, which must be valid as it is. */
const askedAt = (address: OrderSearch) => {
  const read = orderSearchSchema.parse(address);
  expect(read).toEqual(address);
  return wholeListInput(orderList, read, '2026-03-23').query?.filter;
};

const sold = {
  created: { between: ['2026-03-01', '2026-03-31'] },
  status: { in: ['PAID', 'PROCESSED'] },
  type: { in: ['PAYMENT', 'PAYMENT_VIDEO'] },
  brand: { not: 'LLP' },
};

describe('the orders behind a figure', () => {
  test('are the purchases of its days, currency and brands', () => {
    expect(askedAt(ordersBehind(march))).toEqual(sold);
    expect(askedAt(ordersBehind(march, 'USD'))).toEqual({ ...sold, currency: 'USD' });
    expect(askedAt(ordersBehind({ ...march, exclude: null }))).toEqual({
      ...sold,
      brand: undefined,
    });
    expect(askedAt(dayBehind(march, '2026-03-14', 'SGD'))).toEqual({
      ...sold,
      currency: 'SGD',
      created: { between: ['2026-03-14', '2026-03-14'] },
    });
  });

  test('are the trials, or the orders cancelled in the month regardless of their date', () => {
    expect(askedAt(trialsBehind(march))).toEqual({ ...sold, type: 'TRIAL' });
    expect(askedAt(cancelledBehind(march, 'SGD'))).toEqual({
      ...sold,
      currency: 'SGD',
      created: undefined,
      cancelled_on: sold.created,
      status: { in: ['CANCELLED'] },
    });
  });

  test('of a row are those of its class, subject, agent, channel or type', () => {
    const of = (by: Parameters<typeof rowBehind>[1], _id: string | null) =>
      askedAt(rowBehind(march, by, { _id, name: '', currency: 'SGD', orders: 1, net: 1 }));
    const inSgd = { ...sold, currency: 'SGD' };
    expect(of('class', id)).toEqual({ ...inSgd, class: id });
    expect(of('subject', 'A Maths')).toEqual({ ...inSgd, subject: 'A Maths' });
    expect(of('agent', id)).toEqual({ ...inSgd, agent: id });
    expect(of('agent', null)).toEqual({ ...inSgd, agent: { exists: false } });
    expect(of('type', 'PAYMENT_VIDEO')).toEqual({ ...inSgd, type: 'PAYMENT_VIDEO' });
    const online = { handled_by: { exists: false } };
    expect(salesChannels.map((channel) => of('channel', channel))).toEqual([
      { ...inSgd, handled_by: { exists: true } },
      { ...inSgd, ...online, platform: 'paynow' },
      { ...inSgd, ...online, platform: 'credit-card' },
      { ...inSgd, ...online, platform: { exists: false } },
    ]);
  });
});

describe('the days', () => {
  test('are all days of the month in one currency, with the same days of the month before', () => {
    const days = daysOfSales(march, 'SGD', '2026-03-23');
    expect(days).toHaveLength(31);
    expect(days[13]).toEqual({ day: '2026-03-14', orders: 1, net: 220, before: 0, is: 'over' });
    expect(days[22]).toMatchObject({ net: 120, is: 'now' });
    expect(days[27]).toMatchObject({ before: 75, is: 'ahead' });
    // February has no 29th.
    expect(days[28]?.before).toBeNull();
    expect(bestDay(days)?.day).toBe('2026-03-14');
  });

  test('have no best one without sales', () => {
    expect(bestDay(daysOfSales(march, 'CNY', '2026-03-23'))).toBeUndefined();
  });
});

test.each([
  [109, 100, '+9%'],
  [88, 100, '−12%'],
  [1200, 100, '+1,100%'],
  [100.2, 100, 'no change'],
  [100, 0, undefined],
])('%d after %d is "%s"', (now, before, words) => {
  expect(changeWords(now, before)).toBe(words);
});

test.each([
  [4000, 'SGD', '$4,000'],
  [2_500_000, 'SGD', '$2.5M'],
  [400, 'USD', 'US$400'],
  [500_000, 'IDR', 'Rp 500.000'],
  [7_500_000, 'IDR', 'Rp 7.5M'],
] as const)('%d is labelled on the axis as "%s %s"', (amount, currency, words) => {
  expect(axisWords(amount, currency)).toBe(words);
});

describe('the address', () => {
  test('is empty for the current month, and requests whole months', () => {
    expect(salesInput({}, '2026-03-23')).toEqual({
      query: { start: '2026-03-01', end: '2026-03-31' },
    });
    expect(salesInput({ month: '2024-02', exclude: 'none' }, '2026-03-23', 'agent')).toEqual({
      query: { start: '2024-02-01', end: '2024-02-29', exclude: 'none', by: 'agent' },
    });
  });

  test('ignores months before 2020 and invalid ones', () => {
    for (const month of ['2019-12', '2026-13', '2026-3', 'march'])
      expect(salesSearchSchema.parse({ month })).toEqual({});
    expect(salesSearchSchema.parse({ month: '2020-01' })).toEqual({ month: '2020-01' });
  });

  test('requests no future month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2020, max: 2040 }), fc.integer({ min: 1, max: 12 }), (y, m) => {
        const month = `${y}-${String(m).padStart(2, '0')}`;
        expect(salesQuery({ month }, '2026-03-23').enabled).toBe(month <= '2026-03');
      }),
    );
  });

  test('selects a currency, or the default one if it has no sales', () => {
    expect(currencyIn({}, march)).toBe('SGD');
    expect(currencyIn({ currency: 'USD' }, march)).toBe('USD');
    expect(currencyIn({ currency: 'IDR' }, march)).toBe('SGD');
  });
});

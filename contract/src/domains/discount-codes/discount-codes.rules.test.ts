import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyDiscount,
  discountTypes,
  discountValue,
  formatDiscount,
  inactiveReasons,
  isActiveOn,
  whyNotApplicable,
  type DiscountTerms,
} from './discount-codes.rules.ts';

const aCode = (terms: Partial<DiscountTerms> = {}): DiscountTerms => ({
  discount_type: 'Percent',
  value: 1000,
  currency: 'SGD',
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  usage_limit: 0,
  total_usage: 0,
  is_active: true,
  block_trial: false,
  class_ids: [],
  ...terms,
});
const anOrder = (values: Partial<Parameters<typeof whyNotApplicable>[1]> = {}) => ({
  businessDay: '2026-03-15',
  classId: 'maths',
  currency: 'SGD' as const,
  isTrial: false,
  ...values,
});

describe('a code is active', () => {
  test.each([
    ['2026-02-28', 'discount_code_not_started'],
    ['2026-03-01', undefined],
    ['2026-03-31', undefined],
    ['2026-04-01', 'discount_code_expired'],
  ])('from its first to its last day, both included: %s', (businessDay, why) => {
    expect(whyNotApplicable(aCode(), anOrder({ businessDay }))).toBe(why);
    expect(isActiveOn(aCode(), businessDay)).toBe(why === undefined);
  });

  test.each([
    [0, 1_000_000, undefined],
    [5, 4, undefined],
    [5, 5, 'discount_code_used_up'],
    [5, 6, 'discount_code_used_up'],
  ])('while uses are left: limit %d, used %d', (usage_limit, total_usage, why) => {
    expect(whyNotApplicable(aCode({ usage_limit, total_usage }), anOrder())).toBe(why);
  });

  test('only while it is enabled, and reports that reason first', () => {
    const code = aCode({ is_active: false, usage_limit: 1, total_usage: 1 });
    expect(whyNotApplicable(code, anOrder({ businessDay: '2030-01-01' }))).toBe(
      'discount_code_disabled',
    );
  });

  test('if inactiveReasons is empty; otherwise it lists every reason', () => {
    expect(inactiveReasons(aCode(), '2026-03-15')).toEqual([]);
    const code = aCode({ is_active: false, usage_limit: 1, total_usage: 1 });
    expect(inactiveReasons(code, '2026-04-01')).toEqual([
      'discount_code_disabled',
      'discount_code_expired',
      'discount_code_used_up',
    ]);
    expect(inactiveReasons(aCode(), '2026-02-28')).toEqual(['discount_code_not_started']);
  });
});

describe('a code applies', () => {
  test('to its classes, or to every class if it has no list', () => {
    expect(whyNotApplicable(aCode({ class_ids: [] }), anOrder())).toBeUndefined();
    expect(whyNotApplicable(aCode({ class_ids: ['english', 'maths'] }), anOrder())).toBeUndefined();
    expect(whyNotApplicable(aCode({ class_ids: ['english'] }), anOrder())).toBe(
      'discount_code_other_class',
    );
  });

  test('to trials unless it blocks them', () => {
    expect(whyNotApplicable(aCode(), anOrder({ isTrial: true }))).toBeUndefined();
    const blocking = aCode({ block_trial: true });
    expect(whyNotApplicable(blocking, anOrder({ isTrial: true }))).toBe(
      'discount_code_not_for_trials',
    );
    expect(whyNotApplicable(blocking, anOrder())).toBeUndefined();
  });

  test.each(discountTypes)(
    'of type %s to an order in another currency only if it is not an amount',
    (discount_type) => {
      const isAmount = discount_type === 'Absolute' || discount_type === 'Each Element Dollar Off';
      expect(whyNotApplicable(aCode({ discount_type }), anOrder({ currency: 'USD' }))).toBe(
        isAmount ? 'discount_code_other_currency' : undefined,
      );
      expect(whyNotApplicable(aCode({ discount_type }), anOrder())).toBeUndefined();
    },
  );
});

const typesAndValues = fc.oneof(
  fc.record({
    discount_type: fc.constant('Percent' as const),
    value: fc.integer({ min: 0, max: 10_000 }),
  }),
  fc.record({
    discount_type: fc.constantFrom('Absolute' as const, 'Each Element Dollar Off' as const),
    value: fc.integer({ min: 0, max: 100_000_000 }),
  }),
  fc.record({
    discount_type: fc.constant('Number of Element Free' as const),
    value: fc.integer({ min: 0, max: 600 }),
  }),
);
const rates = fc.integer({ min: 100, max: 10_000_000 });
const lessonCounts = fc.integer({ min: 0, max: 500 });

describe('a discounted price', () => {
  test('is whole cents, never below 0 and never above the price', () => {
    fc.assert(
      fc.property(typesAndValues, rates, lessonCounts, (code, rate, lessons) => {
        const left = applyDiscount(code, rate, lessons);
        expect(Number.isSafeInteger(left)).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(rate * lessons);
      }),
      { numRuns: 1000 },
    );
  });

  test('is never more for a larger discount, never less for more lessons', () => {
    fc.assert(
      fc.property(typesAndValues, rates, lessonCounts, (code, rate, lessons) => {
        const more =
          code.discount_type === 'Percent' ? Math.min(10_000, code.value + 1) : code.value + 1;
        expect(applyDiscount({ ...code, value: more }, rate, lessons)).toBeLessThanOrEqual(
          applyDiscount(code, rate, lessons),
        );
        expect(applyDiscount(code, rate, lessons + 1)).toBeGreaterThanOrEqual(
          applyDiscount(code, rate, lessons),
        );
      }),
    );
  });

  test('is the full price for a discount of 0', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...discountTypes),
        rates,
        lessonCounts,
        (discount_type, rate, lessons) => {
          expect(applyDiscount({ discount_type, value: 0 }, rate, lessons)).toBe(rate * lessons);
        },
      ),
    );
  });

  test.each([
    ['Percent', 1000, 3000, 4, 10_800],
    ['Percent', 10_000, 3000, 4, 0],
    ['Percent', 3333, 1005, 1, 670],
    ['Percent', 5000, 1001, 1, 501],
    ['Percent', 1250, 1001, 4, 3504],
    ['Absolute', 2000, 3000, 4, 10_000],
    ['Absolute', 20_000, 3000, 4, 0],
    ['Each Element Dollar Off', 500, 3000, 4, 10_000],
    ['Each Element Dollar Off', 3500, 3000, 4, 0],
    ['Number of Element Free', 1, 3000, 4, 9000],
    ['Number of Element Free', 9, 3000, 4, 0],
  ] as const)('%s %d of %d cents × %d is %d', (discount_type, value, rate, lessons, left) => {
    expect(applyDiscount({ discount_type, value }, rate, lessons)).toBe(left);
  });
});

test.each([
  ['Percent', 1000, 'SGD', '10%'],
  ['Percent', 1250, 'SGD', '12.5%'],
  ['Absolute', 2000, 'SGD', '$20.00'],
  ['Each Element Dollar Off', 500, 'USD', 'US$5.00 per lesson'],
  ['Number of Element Free', 1, 'SGD', '1 lesson free'],
  ['Number of Element Free', 2, 'SGD', '2 lessons free'],
] as const)('%s %d %s is shown as %s', (discount_type, value, currency, label) => {
  expect(formatDiscount({ discount_type, value, currency })).toBe(label);
});

test.each([
  ['Percent', 12.5, 1250],
  ['Absolute', 8.575, 858],
  ['Each Element Dollar Off', 5, 500],
  ['Number of Element Free', 2, 2],
] as const)('%s %d of the API is stored as %d', (type, discount, value) => {
  expect(discountValue(type, discount)).toBe(value);
});

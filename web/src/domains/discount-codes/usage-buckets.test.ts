import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { bucketName, usageBuckets, usageSummary } from './usage-buckets.ts';

const on = (day: string, orders = 1, cancelled = 0) => ({ day, orders, cancelled });

describe('the unit depends on the period of use', () => {
  test.each([
    ['2026-03-01', '2026-03-01', 'day', 1],
    ['2026-03-01', '2026-03-31', 'day', 31],
    ['2026-03-01', '2026-04-01', 'week', 6],
    ['2026-01-01', '2026-07-02', 'week', 27],
    ['2026-01-01', '2026-07-03', 'month', 7],
    ['2025-03-31', '2026-03-01', 'month', 13],
  ])('%s to %s is grouped by %s into %i buckets', (first, last, unit, count) => {
    const shown = usageBuckets([on(first), on(last)]);
    expect(shown.unit).toBe(unit);
    expect(shown.buckets).toHaveLength(count);
  });
});

test('every use is counted once, and no day, week or month between is left out', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({
          after: fc.integer({ min: 0, max: 900 }),
          orders: fc.integer({ min: 0, max: 50 }),
          cancelled: fc.integer({ min: 0, max: 50 }),
        }),
        { selector: ({ after }) => after, minLength: 1 },
      ),
      (days) => {
        const usage = days.map(({ after, ...rest }) => ({
          day: addDays('2025-01-01', after),
          ...rest,
        }));
        const { buckets } = usageBuckets(usage);
        for (const key of ['orders', 'cancelled'] as const)
          expect(buckets.reduce((sum, bucket) => sum + bucket[key], 0)).toBe(
            usage.reduce((sum, day) => sum + day[key], 0),
          );
        const starts = buckets.map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted());
        expect(new Set(starts).size).toBe(starts.length);
      },
    ),
  );
});

test('weeks start on Monday, also across a year', () => {
  const { unit, buckets } = usageBuckets([on('2025-12-31', 2), on('2026-02-20', 1, 1)]);
  expect(buckets[0]).toEqual({ start: '2025-12-29', label: '29 Dec', orders: 2, cancelled: 0 });
  expect(bucketName(unit, buckets[0]!)).toBe('29 Dec 2025 – 4 Jan 2026');
  expect(buckets.at(-1)).toMatchObject({ start: '2026-02-16', orders: 1, cancelled: 1 });
});

test('month labels include the year', () => {
  const { unit, buckets } = usageBuckets([on('2025-11-30'), on('2026-12-01')]);
  expect(buckets.map((bucket) => bucketName(unit, bucket)).slice(0, 3)).toEqual([
    'Nov 2025',
    'Dec 2025',
    'Jan 2026',
  ]);
});

test('the summary describes the usage in words', () => {
  expect(usageSummary([])).toBe('No order has used this code yet.');
  expect(usageSummary([on('2026-03-14')])).toBe('1 active order, made on 14 Mar 2026.');
  expect(usageSummary([on('2026-03-14', 2, 1), on('2026-03-20', 5, 2)])).toBe(
    '7 active orders, made from 14 Mar 2026 to 20 Mar 2026. 3 more were cancelled since. The busiest day is 20 Mar 2026 with 5.',
  );
  expect(usageSummary([on('2026-03-14', 0, 1), on('2026-03-15', 0, 0)])).toBe(
    '0 active orders, made from 14 Mar 2026 to 15 Mar 2026. 1 more was cancelled since.',
  );
});

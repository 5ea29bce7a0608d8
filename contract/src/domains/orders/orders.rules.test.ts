import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { staffRoles, type Rights, type StaffRole } from '../identity/permissions.ts';
import { discountTypes } from '../discount-codes/discount-codes.rules.ts';
import {
  canCancel,
  canUpdate,
  creatableTypes,
  defaultStatuses,
  inColumns,
  lessonRange,
  orderTypes,
  priceOrder,
} from './orders.rules.ts';

const rights = (role: StaffRole): Rights => ({ role, extra_routes: [] });
const rolesThat = (may: (rights: Rights) => boolean) =>
  staffRoles.filter((role) => may(rights(role)));

describe('the price of an order', () => {
  const anOrder = fc.record({
    type: fc.constantFrom(...orderTypes),
    isFree: fc.boolean(),
    rateCents: fc.integer({ min: 100, max: 1_000_000 }),
    billableLessons: fc.integer({ min: 0, max: 500 }),
    discount: fc.option(
      fc.record({
        discount_type: fc.constantFrom(...discountTypes),
        value: fc.integer({ min: 0, max: 10_000 }),
      }),
      { nil: undefined },
    ),
  });

  test('is never below 0 and never above the original, in whole cents', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        const { original, actual } = priceOrder(order);
        expect(Number.isSafeInteger(original) && Number.isSafeInteger(actual)).toBe(true);
        expect(actual).toBeGreaterThanOrEqual(0);
        expect(actual).toBeLessThanOrEqual(original);
      }),
      { numRuns: 1000 },
    );
  });

  test('is 0 for a trial and for a free class, with any code', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        expect(priceOrder({ ...order, type: 'TRIAL' })).toEqual({ original: 0, actual: 0 });
        expect(priceOrder({ ...order, isFree: true })).toEqual({ original: 0, actual: 0 });
      }),
    );
  });

  test('without a code is rate × billable lessons', () => {
    const order = { isFree: false, rateCents: 3000, billableLessons: 4 };
    for (const type of ['PAYMENT', 'PAYMENT_VIDEO'] as const)
      expect(priceOrder({ ...order, type })).toEqual({ original: 12_000, actual: 12_000 });
    expect(priceOrder({ ...order, type: 'PAYMENT', billableLessons: 0 })).toEqual({
      original: 0,
      actual: 0,
    });
  });
});

describe('choosing lessons', () => {
  const lessons = fc
    .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 })
    .map((ids) => ids.map((_id) => ({ _id })));

  test('takes every lesson from the earliest to the latest chosen, in either order of the clicks', () => {
    fc.assert(
      fc.property(lessons, fc.nat(), fc.nat(), (all, x, y) => {
        const [a, b] = [x % all.length, y % all.length];
        const [first, last] = [all[a]?._id ?? '', all[b]?._id ?? ''];
        const range = lessonRange(all, first, last);
        expect(range).toEqual(all.slice(Math.min(a, b), Math.max(a, b) + 1));
        expect(lessonRange(all, last, first)).toEqual(range);
      }),
    );
  });

  test('takes nothing when an end is not one of the lessons', () => {
    const all = [{ _id: 'a' }, { _id: 'b' }];
    expect(lessonRange(all, 'a', 'x')).toEqual([]);
    expect(lessonRange(all, 'x', 'b')).toEqual([]);
    expect(lessonRange([], 'a', 'a')).toEqual([]);
  });
});

describe("the card's columns", () => {
  test('contain every lesson once, column by column, and no column is longer than the one before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (items, columns) => {
          const split = inColumns(items, columns);
          expect(split).toHaveLength(columns);
          expect(split.flat()).toEqual(items);
          for (const [index, column] of split.entries())
            expect(column.length).toBeLessThanOrEqual(
              split[index - 1]?.length ?? Number.POSITIVE_INFINITY,
            );
        },
      ),
    );
  });

  test('are always three', () => {
    expect(inColumns([1, 2, 3, 4, 5, 6, 7])).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(inColumns([])).toEqual([[], [], []]);
  });
});

describe('rights', () => {
  test('create', () => {
    for (const role of staffRoles)
      expect({ role, types: creatableTypes(rights(role)) }).toEqual({
        role,
        types:
          {
            Admin: ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'],
            SalesAdmin: ['TRIAL'],
            Partner: ['TRIAL'],
          }[role as string] ?? [],
      });
  });

  test('update', () => {
    expect(rolesThat(canUpdate)).toEqual(['Admin']);
  });

  test('cancel: trials by sales, purchases by Admin, a cancelled order by no role', () => {
    for (const status of ['INIT', 'PAID', 'PROCESSED'] as const) {
      expect(rolesThat((one) => canCancel(one, { type: 'TRIAL', status }))).toEqual([
        'Admin',
        'SalesAdmin',
        'Partner',
        'Agent',
      ]);
      for (const type of ['PAYMENT', 'PAYMENT_VIDEO'] as const)
        expect(rolesThat((one) => canCancel(one, { type, status }))).toEqual(['Admin']);
    }
    for (const type of orderTypes)
      expect(rolesThat((one) => canCancel(one, { type, status: 'CANCELLED' }))).toEqual([]);
  });

  test('the default statuses of the list leave out PAID', () => {
    expect(defaultStatuses).toEqual(['INIT', 'PROCESSED', 'CANCELLED']);
  });
});

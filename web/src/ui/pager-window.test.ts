import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageCount, pagerWindow, rowsOnPage } from './pager-window.ts';

const pageOfMany = fc
  .integer({ min: 1, max: 5000 })
  .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));

test('a window is exactly five pages, in order, including the current one', () => {
  fc.assert(
    fc.property(pageOfMany, ([page, pages]) => {
      const shown = pagerWindow(page, pages);
      expect(shown).toHaveLength(Math.min(5, pages));
      expect(shown).toContain(page);
      expect(shown[0]).toBeGreaterThanOrEqual(1);
      expect(shown.at(-1)).toBeLessThanOrEqual(pages);
      shown.forEach((number, index) => expect(number).toBe((shown[0] ?? 0) + index));
    }),
  );
});

test('the windows together include every page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (pages) => {
      const all = Array.from({ length: pages }, (_, index) => index + 1);
      expect(new Set(all.flatMap((page) => pagerWindow(page, pages)))).toEqual(new Set(all));
    }),
  );
});

test('the window has five pages at both ends', () => {
  expect(pagerWindow(1, 11)).toEqual([1, 2, 3, 4, 5]);
  expect(pagerWindow(4, 11)).toEqual([2, 3, 4, 5, 6]);
  expect(pagerWindow(11, 11)).toEqual([7, 8, 9, 10, 11]);
  expect(pagerWindow(2, 3)).toEqual([1, 2, 3]);
});

test('every row is on exactly one page', () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.integer({ min: 1, max: 200 }), (count, size) => {
      let next = 1;
      for (let page = 1; page <= pageCount(count, size) && count > 0; page++) {
        const { first, last } = rowsOnPage(page, size, count);
        expect(first).toBe(next);
        next = last + 1;
      }
      expect(count === 0 || next === count + 1).toBe(true);
    }),
  );
});

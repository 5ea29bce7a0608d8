import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleOf } from './chart-scale.ts';

test('a scale reaches the highest bar in at most four steps', () => {
  expect(scaleOf(30)).toEqual([0, 10, 20, 30]);
  expect(scaleOf(83)).toEqual([0, 25, 50, 75, 100]);
  expect(scaleOf(7)).toEqual([0, 2, 4, 6, 8]);
  expect(scaleOf(0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (highest) => {
      const lines = scaleOf(highest);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(lines.every(Number.isInteger)).toBe(true);
    }),
  );
});

import { expect, test } from 'vitest';
import { scrollStep } from './use-drag.ts';

test('scrolls near the edges, faster the closer to them, and never in the middle', () => {
  const box = { from: 100, to: 500 };
  expect(scrollStep(300, box)).toBe(0);
  expect(scrollStep(148, box)).toBe(0);
  expect(scrollStep(140, box)).toBe(-3);
  expect(scrollStep(100, box)).toBe(-16);
  expect(scrollStep(40, box)).toBe(-16);
  expect(scrollStep(460, box)).toBe(3);
  expect(scrollStep(900, box)).toBe(16);
});

import { expect, test } from 'vitest';
import { parseDay } from './parse-day.ts';

const today = '2026-03-23';

test.each([
  ['7 Apr 2026', '2026-04-07'],
  ['7 april', '2026-04-07'],
  ['7apr26', '2026-04-07'],
  ['7/4/2026', '2026-04-07'],
  ['07.04.26', '2026-04-07'],
  ['2026-4-7', '2026-04-07'],
  [' 29 Feb 2028 ', '2028-02-29'],
])('%s is a day', (typed, day) => {
  expect(parseDay(typed, today)).toBe(day);
});

test.each(['', 'soon', '30 Feb 2026', '31/4', '2026-13-01', '7 Foo'])('%s is none', (typed) => {
  expect(parseDay(typed, today)).toBeNull();
});

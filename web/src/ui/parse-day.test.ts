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

test.each([
  ['6 Jan', '2026-11-25', '2027-01-06'],
  ['6/1', '2026-11-25', '2027-01-06'],
  ['6 Jan 2026', '2026-11-25', '2026-01-06'],
  ['30 Nov', '2026-01-05', '2026-11-30'],
  ['1 Jun', '2026-11-25', '2026-06-01'],
  ['29 Feb', '2027-11-25', '2028-02-29'],
])('%s typed on %s is %s', (typed, on, day) => {
  expect(parseDay(typed, on)).toBe(day);
});

test.each(['', 'soon', '30 Feb 2026', '31/4', '2026-13-01', '7 Foo'])(
  '%s is not a day',
  (typed) => {
    expect(parseDay(typed, today)).toBeNull();
  },
);

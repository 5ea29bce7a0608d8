import { expect, test } from 'vitest';
import { handedInWords, overdueOf, sizeWords, submissionWords } from './homework-words.ts';

const stat = { assigned: 18, pending: 2, submitted: 6, resubmitted: 2, resubmission: 0, marked: 8 };
const dates = { due_on: '2026-03-21T06:00:00Z', return_on: '2026-03-28T06:00:00Z' };
const at = (day: string) => `${day}T06:00:01Z`;

test('homework is overdue only while submissions are missing', () => {
  expect(overdueOf({ ...dates, stat }, at('2026-03-20'))).toBeUndefined();
  expect(overdueOf({ ...dates, stat }, at('2026-03-21'))).toBe('due');
  expect(overdueOf({ ...dates, stat }, at('2026-03-28'))).toBe('return');
  const all = { ...stat, pending: 0 };
  expect(overdueOf({ ...dates, stat: all }, at('2026-03-28'))).toBeUndefined();
});

test('counts submissions of all assigned students', () => {
  expect(handedInWords(stat)).toBe('16 of 18 handed in');
});

test.each([
  [2, 'There are no submissions'],
  [1, '1 submission is kept with its marks'],
  [0, '2 submissions are kept with their marks'],
])('with %i of 2 pending, %s', (pending, words) => {
  expect(submissionWords({ ...stat, assigned: 2, pending })).toBe(words);
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1536, '1.5 kB'],
  [48_000, '48 kB'],
  [2 * 1024 ** 3, '2.1 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

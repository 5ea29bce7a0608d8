import { expect, test } from 'vitest';
import { birthdayProblem } from './users.rules.ts';

const today = '2026-11-21';

test('a birthday is not tomorrow, nor before 1900', () => {
  expect(birthdayProblem('2026-11-22', today)).toBe('This day is in the future.');
  expect(birthdayProblem('1899-12-31', today)).toBe('This day is before the year 1900.');
  expect(birthdayProblem(today, today)).toBeUndefined();
  expect(birthdayProblem('1900-01-01', today)).toBeUndefined();
});

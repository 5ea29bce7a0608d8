import fc from 'fast-check';
import { expect, test } from 'vitest';
import { birthdayProblem, splitList } from './users.rules.ts';

const today = '2026-11-21';

test('nobody is born tomorrow, or before 1900', () => {
  expect(birthdayProblem('2026-11-22', today)).toBe('This day is still to come.');
  expect(birthdayProblem('1899-12-31', today)).toBe('This day is before the year 1900.');
  expect(birthdayProblem(today, today)).toBeUndefined();
  expect(birthdayProblem('1900-01-01', today)).toBeUndefined();
});

test('a comma list is split and trimmed, empty parts left out', () => {
  expect(splitList(' A Maths,, E Maths , ')).toEqual(['A Maths', 'E Maths']);
  expect(splitList('')).toEqual([]);
});

test('a list that was split reads the same when joined and split again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parts = splitList(text);
      expect(splitList(parts.join(', '))).toEqual(parts);
      for (const part of parts) expect(part).toBe(part.trim());
    }),
  );
});

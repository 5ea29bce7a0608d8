import { expect, test } from 'vitest';
import type { Difference } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { differenceWords, monthWords, signedWords, warningsWords } from './run-words.ts';

const difference = (
  before: Partial<NonNullable<Difference['before']>> | null,
  lesson: Partial<Difference['lesson']> = {},
) => {
  const usual = { as: 'tutor' as const, hours: 1.5, students: 37, rate: 40, unpaid: null };
  return {
    before: before && { ...usual, ...before },
    lesson: { ...usual, ...lesson } as Difference['lesson'],
  };
};

test('a difference says what has changed since the lesson was paid', () => {
  expect(differenceWords(difference({}, { students: 38 }))).toBe('37 → 38 students');
  expect(differenceWords(difference({}, { students: 1, hours: 2 }))).toBe(
    '37 → 1 student, 90 → 120 minutes',
  );
  expect(differenceWords(difference({}, { unpaid: 'not_taught', hours: 0 }))).toBe(
    'taken off the lesson',
  );
  expect(differenceWords(difference({}, { unpaid: 'inactive' }))).toBe('inactive');
  expect(differenceWords(difference({ unpaid: 'inactive' }))).toBe('counts again');
  expect(differenceWords(difference({ as: 'ta', rate: 0 }))).toBe(
    'TA → tutor, 0.00 → 40.00 an hour',
  );
  expect(differenceWords(difference({}))).toBe('other terms of its class');
  expect(differenceWords(difference(null))).toBe('not paid before');
});

test('amounts have their sign, months their name, warnings their count', () => {
  expect([7.5, -15, 0].map(signedWords)).toEqual(['+7.50', '−15.00', '–']);
  expect(monthWords('2026-02')).toBe('February 2026');
  const warnings = [
    { code: 'no_end' as const, count: 1 },
    { code: 'edited' as const, count: 2 },
  ];
  expect(warningsWords({ warnings })).toBe('No end time: 1, 2 rates edited');
});

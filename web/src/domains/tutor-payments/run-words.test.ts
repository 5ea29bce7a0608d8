import { expect, test } from 'vitest';
import type { Difference } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import {
  carriedWords,
  differenceWords,
  monthWords,
  signedWords,
  warningsWords,
} from './run-words.ts';

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

test('describes what has changed since the lesson was paid', () => {
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

test('words amounts with their sign, months with their name, warnings with their count', () => {
  expect([7.5, -15, 0].map(signedWords)).toEqual(['+7.50', '−15.00', '–']);
  expect(monthWords('2026-02')).toBe('February 2026');
  const warnings = [
    { code: 'no_end' as const, count: 1 },
    { code: 'edited' as const, count: 2 },
  ];
  expect(warningsWords({ warnings, debt: null })).toBe('No end time: 1, 2 rates edited');
  const owes = [{ code: 'owes' as const, count: 1 }];
  expect(
    (['carried', 'left_out', 'written_off'] as const).map((debt) =>
      warningsWords({ warnings: owes, debt }),
    ),
  ).toEqual(['Owes, carried to the next run', 'Owes, left out', 'Owed, written off']);
  expect(carriedWords(-60, -5)).toBe('−$60.00 carried forward, −$5.00 from earlier runs');
  expect(carriedWords(0, 0)).toBeUndefined();
});

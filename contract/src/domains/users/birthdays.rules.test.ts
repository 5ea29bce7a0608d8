import fc from 'fast-check';
import { expect, test } from 'vitest';
import { birthdaysKeptOn, turnsOn } from './birthdays.rules.ts';

const dateOfBirth = fc
  .record({ year: fc.integer({ min: 1990, max: 2022 }), day: fc.integer({ min: 0, max: 365 }) })
  .map(({ year, day }) =>
    // Every fourth is born on 29 February.
    day % 4 === 0 && year % 4 === 0
      ? Temporal.PlainDate.from({ year, month: 2, day: 29 })
      : Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: day }),
  );

const keyOf = (born: Temporal.PlainDate) => born.month * 100 + born.day;

test('every birthday is on one day of each year, and only 29 February moves, to the 28th', () => {
  fc.assert(
    fc.property(dateOfBirth, fc.integer({ min: 2023, max: 2104 }), (born, year) => {
      const first = Temporal.PlainDate.from({ year, month: 1, day: 1 });
      const kept = Array.from({ length: first.daysInYear }, (_, days) => first.add({ days }))
        .map(String)
        .filter((day) => birthdaysKeptOn(day).includes(keyOf(born)));
      const plain = born.toPlainMonthDay().toPlainDate({ year });
      expect(kept).toEqual([plain.toString()]);
      expect(turnsOn(born.toString(), kept[0] ?? '')).toBe(year - born.year);
    }),
    { numRuns: 60 },
  );
});

test('a century without a leap day moves 29 February to the 28th too', () => {
  expect(birthdaysKeptOn('2100-02-28')).toEqual([228, 229]);
  expect(birthdaysKeptOn('2096-02-28')).toEqual([228]);
  expect(birthdaysKeptOn('2026-03-01')).toEqual([301]);
});

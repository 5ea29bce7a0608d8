import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, monthOf } from '../../shared/dates.ts';
import { periodsBefore, salesProblem } from './sales.rules.ts';

const today = '2026-03-23';
const march = { start: '2026-03-01', end: '2026-03-31' };

describe('the compared period', () => {
  test('the current month: the same days of the month before, and that whole month', () => {
    expect(periodsBefore(march, today)).toEqual({
      whole: { start: '2026-02-01', end: '2026-02-28' },
      compared: { start: '2026-02-01', end: '2026-02-23' },
    });
  });

  test('a past month: the whole month before, however many days it has', () => {
    const whole = { start: '2026-01-01', end: '2026-01-31' };
    expect(periodsBefore({ start: '2026-02-01', end: '2026-02-28' }, today)).toEqual({
      whole,
      compared: whole,
    });
    expect(periodsBefore(march, '2026-03-30').compared.end).toBe('2026-02-28');
  });

  test('several months: the same number before them', () => {
    expect(periodsBefore({ start: '2025-11-15', end: '2026-01-31' }, today).whole).toEqual({
      start: '2025-08-15',
      end: '2025-10-31',
    });
  });

  test('ends before the period begins, and not after the whole previous period', () => {
    const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2021-01-01', days));
    fc.assert(
      fc.property(day, fc.nat({ max: 365 }), day, (start, length, now) => {
        const period = { start, end: addDays(start, length) };
        const { whole, compared } = periodsBefore(period, now < start ? start : now);
        expect(whole.start <= whole.end && whole.end < start).toBe(true);
        expect(compared.start).toBe(whole.start);
        expect(compared.start <= compared.end && compared.end <= whole.end).toBe(true);
        if (now >= period.end) expect(compared).toEqual(whole);
      }),
    );
  });

  test('for a past month it is always the month before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), (days) => {
        const before = monthOf(addDays('2021-01-01', days));
        const month = monthOf(addDays(before.end, 1));
        expect(periodsBefore(month, '2030-01-01').compared).toEqual(before);
      }),
    );
  });
});

test('an invalid period is reported at its start or end', () => {
  expect(salesProblem(march, today)).toBeUndefined();
  expect(salesProblem({ start: today, end: today }, today)).toBeUndefined();
  expect(salesProblem({ start: '2026-03-02', end: '2026-03-01' }, today)).toEqual([
    'start',
    'The start is after the end.',
  ]);
  expect(salesProblem({ start: '2026-03-24', end: '2026-03-31' }, today)).toEqual([
    'start',
    'The start is in the future.',
  ]);
  expect(salesProblem({ start: '2025-01-01', end: '2026-01-01' }, today)).toBeUndefined();
  expect(salesProblem({ start: '2025-01-01', end: '2026-01-02' }, today)).toEqual([
    'end',
    'At most a year at once.',
  ]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../shared/dates.ts';
import {
  figuresOf,
  mostDaysCounted,
  partsOf,
  periodBefore,
  periodCompared,
  periodProblem,
  statPeriods,
  wonOfClosed,
} from './ticket-stat.rules.ts';
import { ticketStatuses } from './tickets.rules.ts';

describe('the figures', () => {
  test('leave canceled tickets out of the total, so that pending reaches zero', () => {
    expect(
      figuresOf([
        { status: 'CLOSED WON', count: 34 },
        { status: 'CLOSED LOSE', count: 24 },
        { status: 'CANCELED', count: 7 },
      ]),
    ).toEqual({ total: 58, won: 34, lost: 24, pending: 0, canceled: 7 });
  });

  test('add up for any statuses', () => {
    const count = fc.record({
      status: fc.constantFrom(...ticketStatuses),
      count: fc.nat({ max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(count), (counts) => {
        const { total, won, lost, pending, canceled } = figuresOf(counts);
        expect(won + lost + pending).toBe(total);
        expect(total + canceled).toBe(counts.reduce((sum, each) => sum + each.count, 0));
        expect(pending).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each([
    [{ won: 34, lost: 24 }, 59],
    [{ won: 0, lost: 3 }, 0],
    [{ won: 1, lost: 0 }, 100],
    [{ won: 0, lost: 0 }, null],
  ])('of %o the rate is %s', (figures, rate) => {
    expect(wonOfClosed(figures)).toBe(rate);
  });
});

describe('a period', () => {
  test.each([
    ['This week', '2026-03-23', '2026-03-29'],
    ['Last 2 weeks', '2026-03-10', '2026-03-23'],
    ['This month', '2026-03-01', '2026-03-31'],
    ['Last month', '2026-02-01', '2026-02-28'],
  ])('%s is from %s to %s on 23 Mar 2026', (label, start, end) => {
    expect(statPeriods('2026-03-23')).toContainEqual({ label, start, end });
  });

  test.each([
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['2026-03-23', '2026-03-29', '2026-03-16', '2026-03-22'],
    ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
  ])('from %s to %s follows the one from %s to %s', (start, end, ...before) => {
    expect(Object.values(periodBefore({ start, end }))).toEqual(before);
  });

  test.each([
    ['2026-03-01', '2026-03-31', '2026-03-23', '2026-02-01', '2026-02-23'],
    ['2026-03-01', '2026-03-31', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-28', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2026-03-23', '2026-03-29', '2026-03-25', '2026-03-16', '2026-03-18'],
    ['2026-03-10', '2026-03-23', '2026-03-23', '2026-02-24', '2026-03-09'],
    // Over, or not begun.
    ['2026-02-01', '2026-02-28', '2026-03-23', '2026-01-01', '2026-01-31'],
    ['2026-04-01', '2026-04-30', '2026-03-23', '2026-03-01', '2026-03-31'],
  ])('from %s to %s is compared on %s with %s to %s', (start, end, today, ...compared) => {
    expect(Object.values(periodCompared({ start, end }, today))).toEqual(compared);
  });

  test('that ends before it begins, or is longer than three years, is refused', () => {
    const day = '2026-03-01';
    expect(periodProblem({ start: '2026-03-02', end: day })?.[0]).toBe('start');
    expect(periodProblem({ start: day, end: day })).toBeUndefined();
    const last = addDays(day, mostDaysCounted - 1);
    expect(periodProblem({ start: day, end: last })).toBeUndefined();
    expect(periodProblem({ start: day, end: addDays(last, 1) })?.[0]).toBe('end');
  });
});

describe('the parts of a period', () => {
  test.each([
    ['2026-03-01', '2026-03-31', ['03-01 03-08', '03-09 03-15', '03-16 03-22', '03-23 03-31']],
    ['2026-02-01', '2026-02-28', ['02-01 02-08', '02-09 02-15', '02-16 02-22', '02-23 02-28']],
    // Thursday to Sunday is more than half a week.
    ['2026-10-01', '2026-10-18', ['10-01 10-04', '10-05 10-11', '10-12 10-18']],
  ])('from %s to %s are its weeks, with short ones merged', (start, end, weeks) => {
    const { unit, parts } = partsOf({ start, end });
    expect(unit).toBe('week');
    expect(parts.map((part) => `${part.start.slice(5)} ${part.end.slice(5)}`)).toEqual(weeks);
  });

  test('are days for two weeks, months for more than a hundred days', () => {
    expect(partsOf({ start: '2026-03-10', end: '2026-03-23' })).toMatchObject({ unit: 'day' });
    const year = partsOf({ start: '2026-01-15', end: '2026-12-31' });
    expect(year.unit).toBe('month');
    expect(year.parts[0]).toEqual({ start: '2026-01-15', end: '2026-01-31' });
    expect(year.parts).toHaveLength(12);
  });

  test('contain each of its days once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.nat({ max: mostDaysCounted - 1 }), (from, length) => {
        const start = addDays('2024-01-01', from);
        const end = addDays(start, length);
        const { parts } = partsOf({ start, end });
        expect(parts[0]?.start).toBe(start);
        expect(parts.at(-1)?.end).toBe(end);
        for (const [index, part] of parts.entries()) {
          expect(part.start <= part.end).toBe(true);
          if (index > 0) expect(part.start).toBe(addDays(parts[index - 1]?.end ?? '', 1));
        }
      }),
    );
  });
});

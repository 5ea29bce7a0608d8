import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  businessDayOf,
  dateOrInstantSchema,
  instantSchema,
  monthOf,
  plainDateSchema,
  startOfBusinessDay,
  toBusinessDay,
  weekOf,
} from './dates.ts';

const zones = fc.constantFrom(
  'Asia/Singapore',
  'America/New_York',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
);
const days = fc
  .integer({ min: 0, max: 109_000 })
  .map((count) => Temporal.PlainDate.from('1900-01-01').add({ days: count }).toString());
const instants = fc
  .date({
    min: new Date('1950-01-01T00:00:00Z'),
    max: new Date('2199-12-30T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

describe('business days', () => {
  test('an instant is on the day whose start and end it is between', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const day = businessDayOf(instant, zone);
        const at = Temporal.Instant.from(instant);
        expect(Temporal.Instant.compare(startOfBusinessDay(day, zone), at)).toBeLessThanOrEqual(0);
        expect(
          Temporal.Instant.compare(at, startOfBusinessDay(addDays(day, 1), zone)),
        ).toBeLessThan(0);
      }),
    );
  });

  test.each([
    ['2026-11-20T15:59:59.999Z', 'Asia/Singapore', '2026-11-20'],
    ['2026-11-20T16:00:00Z', 'Asia/Singapore', '2026-11-21'],
    ['2026-11-21T00:00:00+08:00', 'Asia/Singapore', '2026-11-21'],
    ['2026-11-20T16:00:00Z', 'America/New_York', '2026-11-20'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(businessDayOf(instant, zone)).toBe(day);
  });

  test('a day may have 23 or 25 hours', () => {
    const hours = (day: string) =>
      startOfBusinessDay(day, 'America/New_York')
        .until(startOfBusinessDay(addDays(day, 1), 'America/New_York'))
        .total('hours');
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-06-01')]).toEqual([23, 25, 24]);
  });

  test('a date stays the same day in every zone', () => {
    fc.assert(fc.property(days, zones, (day, zone) => toBusinessDay(day, zone) === day));
    expect(toBusinessDay('2026-11-20T16:00:00Z', 'Asia/Singapore')).toBe('2026-11-21');
  });
});

describe('weeks and months', () => {
  test('a week is seven days from Monday and contains its day', () => {
    fc.assert(
      fc.property(days, (day) => {
        const { start, end } = weekOf(day);
        expect(Temporal.PlainDate.from(start).dayOfWeek).toBe(1);
        expect(addDays(start, 6)).toBe(end);
        expect(start <= day && day <= end).toBe(true);
      }),
    );
  });

  test('a month begins on its first day and ends the day before the next', () => {
    fc.assert(
      fc.property(days, (day) => {
        const { start, end } = monthOf(day);
        expect(start.slice(8)).toBe('01');
        expect(addDays(end, 1)).toBe(addMonths(start, 1));
        expect(start <= day && day <= end).toBe(true);
      }),
    );
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('%s and %d months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});

describe('accepted dates', () => {
  test('every day from 1900 to 2200', () => {
    fc.assert(fc.property(days, (day) => plainDateSchema.safeParse(day).success));
    expect(plainDateSchema.safeParse('2028-02-29').success).toBe(true);
  });

  test.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '1899-12-31',
    '2201-01-01',
    '20261120',
    '2026-1-2',
    '20/11/2026',
    '2026-11-20T',
    ' 2026-11-20',
    '-000001-01-01',
  ])('not %j', (text) => {
    expect(plainDateSchema.safeParse(text).success).toBe(false);
    expect(dateOrInstantSchema.safeParse(text).success).toBe(false);
  });
});

describe('accepted instants', () => {
  test('every ISO string of a browser', () => {
    fc.assert(
      fc.property(instants, (text) => {
        expect(instantSchema.safeParse(text).success).toBe(true);
        expect(dateOrInstantSchema.safeParse(text).success).toBe(true);
      }),
    );
  });

  test.each([
    '2026-11-20T10:00:00+08:00',
    '2026-11-20T10:00:00-09:30',
    '2026-11-20T10:00:00.123456789Z',
    '1900-01-01T00:00:00Z',
    '2200-12-31T23:59:59Z',
  ])('%s, which Temporal parses too', (text) => {
    expect(instantSchema.safeParse(text).success).toBe(true);
    expect(() => Temporal.Instant.from(text)).not.toThrow();
  });

  test.each([
    '2026-11-20T10:00:00',
    '2026-11-20 10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-20T10:00:00+23:59',
    '2026-11-20T10:00:00.1234567890Z',
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '2201-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    'now',
  ])('not %s', (text) => {
    expect(instantSchema.safeParse(text).success).toBe(false);
  });
});

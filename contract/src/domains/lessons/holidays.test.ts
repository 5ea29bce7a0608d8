import { describe, expect, test } from 'vitest';
import { addDays } from '../../shared/dates.ts';
import { holidays, holidaysOn, holidayYears, nextWorkingDay } from './holidays.ts';

const weekday = (day: string) => Temporal.PlainDate.from(day).dayOfWeek;
const namesOn = (day: string) => holidaysOn(day).map(({ name }) => name);
const [saturday, sunday] = [6, 7];

describe('the holidays', () => {
  test('of a day list public ones first', () => {
    expect(namesOn('2026-11-20')).toEqual([]);
    expect(namesOn('2026-11-21')).toEqual(['Year-end school holidays']);
    expect(namesOn('2026-12-25')).toEqual(['Christmas Day', 'Year-end school holidays']);
    expect(namesOn('2026-12-31')).toEqual(['Year-end school holidays']);
    expect(namesOn('2027-01-01')).toEqual(['New Year’s Day']);
    expect(namesOn('2027-01-04')).toEqual([]);
  });

  test('are eleven public ones a year, and Polling Day in 2025', () => {
    const ofYear = (year: number) =>
      holidays.filter(
        ({ kind, first, name }) =>
          kind === 'public' && first.startsWith(`${year}`) && !name.startsWith('Day after'),
      );
    expect(ofYear(2025)).toHaveLength(12);
    expect(ofYear(2026)).toHaveLength(11);
    expect(ofYear(2027)).toHaveLength(11);
  });

  test('on a Sunday add the Monday, those on a Saturday do not', () => {
    const single = holidays.filter(
      ({ kind, name }) => kind === 'public' && !name.includes('after'),
    );
    const daysOn = (wanted: number) =>
      single.map(({ first }) => first).filter((day) => weekday(day) === wanted);
    const isPublic = (day: string) => holidaysOn(day).some(({ kind }) => kind === 'public');
    expect(daysOn(sunday)).toHaveLength(4);
    expect(daysOn(sunday).filter((day) => !isPublic(addDays(day, 1)))).toEqual([]);
    // Chinese New Year 2027: its second day is the Sunday.
    expect(daysOn(saturday).filter((day) => isPublic(addDays(day, 2)))).toEqual(['2027-02-06']);
  });

  test('of schools begin on a Saturday and end on a Sunday, except at the end of the year', () => {
    const long = holidays.filter(({ first, last }) => first !== last);
    expect(long).toHaveLength(12);
    expect(long.filter(({ first }) => weekday(first) !== saturday)).toEqual([]);
    const endings = long.filter(({ last }) => weekday(last) !== sunday).map(({ last }) => last);
    expect(endings).toEqual(['2025-12-31', '2026-12-31', '2027-12-31']);
  });

  test('single school holidays are no weekend days', () => {
    const single = holidays.filter(({ first, last, kind }) => kind === 'school' && first === last);
    expect(single).toHaveLength(14);
    expect(single.filter(({ first }) => weekday(first) >= saturday)).toEqual([]);
  });

  test('only days of 2027 are forecasts, all of its school holidays among them', () => {
    const forecasts = holidays.filter(({ forecast }) => forecast);
    expect(forecasts.filter(({ first }) => !first.startsWith('2027'))).toEqual([]);
    expect(forecasts.filter(({ kind }) => kind === 'public').map(({ name }) => name)).toEqual([
      'Hari Raya Puasa',
      'Hari Raya Haji',
      'Vesak Day',
      'Deepavali',
    ]);
    const sure = holidays.filter(
      ({ first, kind, forecast }) => first > '2027' && kind === 'school' && !forecast,
    );
    expect(sure).toEqual([]);
  });

  test('are in the years that the list covers, and no day is listed twice', () => {
    const years = new Set(holidays.map(({ first }) => Number(first.slice(0, 4))));
    expect(years).toEqual(new Set([holidayYears.first, 2026, holidayYears.last]));
    expect(holidays.filter(({ first, last }) => first > last)).toEqual([]);
    const days = holidays.map(({ first, kind }) => `${first} ${kind}`);
    expect(new Set(days).size).toBe(days.length);
  });
});

test.each([
  ['2026-03-26', '2026-03-27'],
  // Saturdays, Sundays and school holidays are working days.
  ['2026-03-27', '2026-03-28'],
  ['2026-11-21', '2026-11-22'],
  ['2026-02-16', '2026-02-19'],
  ['2026-12-24', '2026-12-26'],
])('the working day after %s is %s', (day, next) => {
  expect(nextWorkingDay(day)).toBe(next);
});

import { expect, test } from 'vitest';
import { datesWords, flagWords, levelAndSubjectWords, scheduleWords } from './class-words.ts';

test('a schedule shows the day and both times', () => {
  expect(scheduleWords({ date_of_week: 'Sat', start_time: '14:00', end_time: '16:00' })).toBe(
    'Sat 14:00–16:00',
  );
  expect(scheduleWords({ date_of_week: '', start_time: '', end_time: '' })).toBe('');
  expect(
    scheduleWords({ date_of_week: 'Saturday', start_time: '09:30:00', end_time: '12:00:00' }),
  ).toBe('Sat 09:30–12:00');
});

test('levels and subject are shown as words', () => {
  expect(levelAndSubjectWords({ level: ['primary-6', 'advanced'], subject: 'Science' })).toBe(
    'Primary 6, Advanced · Science',
  );
  expect(levelAndSubjectWords({ level: [], subject: 'English' })).toBe('English');
});

test('dates are business days', () => {
  const dates = { start_date: '2027-01-08T16:00:00.000Z', end_date: '2027-03-27T04:00:00.000Z' };
  expect(datesWords(dates, 'Asia/Singapore')).toBe('9 Jan – 27 Mar 2027');
  expect(datesWords(dates, 'America/New_York')).toBe('8 Jan – 27 Mar 2027');
});

test('shows flags only for unusual properties', () => {
  const ordinary = {
    is_active: true,
    is_listed: true,
    is_sold_out: false,
    is_free: false,
    is_trial: false,
    is_featured: false,
  };
  expect(flagWords(ordinary)).toEqual([]);
  expect(
    flagWords({
      is_active: false,
      is_listed: false,
      is_sold_out: true,
      is_free: true,
      is_trial: true,
      is_featured: true,
    }),
  ).toEqual(['Inactive', 'Sold out', 'Free', 'Trial', 'Featured', 'Unlisted']);
});

import { expect, test } from 'vitest';
import { atZone, dayAndTimeOf } from './day-and-time.ts';

test('converts between an instant and a local day and time in both directions', () => {
  expect(atZone('2027-01-09', '00:30', 'Asia/Singapore')).toBe('2027-01-08T16:30:00Z');
  expect(dayAndTimeOf('2027-01-08T16:30:45.000Z', 'Asia/Singapore')).toEqual({
    day: '2027-01-09',
    time: '00:30',
  });
});

test('respects daylight saving time', () => {
  expect(atZone('2027-01-09', '10:00', 'America/New_York')).toBe('2027-01-09T15:00:00Z');
  expect(atZone('2027-07-10', '10:00', 'America/New_York')).toBe('2027-07-10T14:00:00Z');
});

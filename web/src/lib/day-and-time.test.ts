import { expect, test } from 'vitest';
import { atZone, dayAndTimeOf } from './day-and-time.ts';

test('a day and a time stand on the clocks of the zone, there and back', () => {
  expect(atZone('2027-01-09', '00:30', 'Asia/Singapore')).toBe('2027-01-08T16:30:00Z');
  expect(dayAndTimeOf('2027-01-08T16:30:45.000Z', 'Asia/Singapore')).toEqual({
    day: '2027-01-09',
    time: '00:30',
  });
});

test('summer time counts where there is one', () => {
  expect(atZone('2027-01-09', '10:00', 'America/New_York')).toBe('2027-01-09T15:00:00Z');
  expect(atZone('2027-07-10', '10:00', 'America/New_York')).toBe('2027-07-10T14:00:00Z');
});

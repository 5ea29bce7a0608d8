import { expect, test } from 'vitest';
import {
  formatPhone,
  formatClock,
  formatClockRange,
  formatCount,
  formatDateTime,
  formatDayRange,
  formatInstantShortDay,
  formatLongDay,
  formatTime,
  formatTimeRange,
  formatWait,
  initialsOf,
  periodWords,
} from './formats.ts';

const singapore = 'Asia/Singapore';

test('an instant is shown in the business time zone, regardless of the browser’s', () => {
  expect(formatDateTime('2026-03-14T06:00:00Z', singapore)).toBe('Sat 14 Mar 2026, 14:00');
  expect(formatDateTime('2026-03-14T02:00:00-05:00', singapore)).toBe('Sat 14 Mar 2026, 15:00');
  expect(formatDateTime('2026-03-13T16:05:00Z', singapore)).toBe('Sat 14 Mar 2026, 00:05');
  expect(formatInstantShortDay('2026-03-13T16:05:00Z', singapore)).toBe('14 Mar');
  expect(formatTime('2026-03-14T04:30:00Z', singapore)).toBe('12:30');
});

test('a time range has one dash, and a day only if it ends on another one', () => {
  expect(formatClockRange('14:00', '15:30:00')).toBe('14:00–15:30');
  expect(formatClockRange('14:00', '')).toBe('14:00');
  expect(formatClockRange('', '')).toBe('');
  expect(formatTimeRange('2026-03-14T06:00:00Z', '2026-03-14T07:30:00Z', singapore)).toBe(
    '14:00–15:30',
  );
  expect(formatTimeRange('2026-03-14T15:30:00Z', '2026-03-14T16:30:00Z', singapore)).toBe(
    '23:30–00:30 (+1)',
  );
  expect(formatTimeRange('2026-03-14T15:30:00Z', '2026-03-15T16:30:00Z', singapore)).toBe(
    '23:30–Mon 16 Mar 2026, 00:30',
  );
});

test('a calendar date has no time zone', () => {
  expect(formatLongDay('2026-09-01')).toBe('Tue 1 Sep 2026');
});

test('a range has its year once, unless it spans two', () => {
  expect(formatDayRange('2026-02-23', '2026-03-23')).toBe('23 Feb – 23 Mar 2026');
  expect(formatDayRange('2026-03-02', '2026-03-08')).toBe('2 – 8 Mar 2026');
  expect(formatDayRange('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 – 2 Jan 2026');
  expect(formatDayRange('2026-03-23', '2026-03-23')).toBe('23 Mar 2026');
});

test('a period is named by its month, or by its days', () => {
  expect(periodWords({ start: '2026-02-01', end: '2026-02-28' })).toBe('February');
  expect(periodWords({ start: '2026-03-16', end: '2026-03-22' })).toBe('16 – 22 Mar 2026');
});

test('formats clock times, counts, waiting times and initials', () => {
  expect(formatClock('19:00')).toBe('19:00');
  expect(formatClock('00:15:00')).toBe('00:15');
  expect(formatCount(1, 'order')).toBe('1 order');
  expect(formatCount(1214, 'order')).toBe('1,214 orders');
  expect(formatWait(40)).toBe('40 seconds');
  expect(formatWait(840)).toBe('14 minutes');
  expect(initialsOf('Nadia Tan')).toBe('NT');
  expect(initialsOf('王子涵')).toBe('王');
  expect(initialsOf('')).toBe('');
});

test.each([
  ['65', '91234567', '+65 9123 4567'],
  ['60', '123456789', '+60 12 345 6789'],
  ['1', '4155550123', '+1 415 555 0123'],
  ['86', '13812345678', '+86 138 1234 5678'],
  ['62', '812345678901', '+62 812345678901'],
  ['', '6123456', '612 3456'],
  ['65', '', ''],
])('the phone %s %s is shown as "%s"', (phone_country_code, phone, shown) => {
  expect(formatPhone({ phone_country_code, phone })).toBe(shown);
});

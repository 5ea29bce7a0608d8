import { describe, expect, test } from 'vitest';
import {
  endOfDay,
  expiryProblem,
  lastDayOf,
  tokenState,
  yearsAfter,
} from './service-tokens.rules.ts';

const zone = 'Asia/Singapore';
const now = '2026-03-10T04:00:00Z';
const state = (expiresOn: string | null, revoked: string | null = null) =>
  tokenState({ expires_on: expiresOn, revoked }, now);

test('a token warns in its last 14 days, and has expired from the instant on', () => {
  expect(state(null)).toBe('active');
  expect(state('2026-03-24T04:00:00.001Z')).toBe('active');
  expect(state('2026-03-24T04:00:00Z')).toBe('expiring');
  expect(state('2026-03-10T04:00:00.001Z')).toBe('expiring');
  expect(state('2026-03-10T04:00:00Z')).toBe('expired');
  expect(state(null, now)).toBe('revoked');
  expect(state('2020-01-01T00:00:00Z', now)).toBe('revoked');
});

test('a token works until the end of its last day in business time', () => {
  expect(endOfDay('2026-03-24', zone)).toBe('2026-03-24T16:00:00Z');
  expect(lastDayOf('2026-03-24T16:00:00Z', zone)).toBe('2026-03-24');
  // An instant of the API within a day is shown as that day.
  expect(lastDayOf('2026-03-24T10:00:00Z', zone)).toBe('2026-03-24');
  // The clocks go forward on this day, so it has 23 hours.
  expect(endOfDay('2026-03-29', 'Europe/London')).toBe('2026-03-29T23:00:00Z');
  expect(yearsAfter('2028-02-29', 1)).toBe('2029-02-28');
});

describe('an expiry', () => {
  test.each([
    ['2026-03-10T04:00:00Z', 'Please choose a day that is not over.'],
    ['1999-12-31T00:00:00Z', 'Please choose a day that is not over.'],
    ['2026-03-10T04:00:01Z', undefined],
    ['2036-03-10T16:00:00Z', undefined],
    ['2199-01-01T00:00:00Z', 'Please choose a day within 10 years.'],
  ])('%s: %s', (expiresOn, message) => expect(expiryProblem(expiresOn, now)).toBe(message));
});

import { expect, test } from 'vitest';
import { comingWords, untilWords } from './lesson-words.ts';

const now = '2026-03-23T09:12:00Z';

test('shows the time until a lesson in hours and minutes', () => {
  const at = (scheduled_on: string) => untilWords({ scheduled_on }, now);
  expect(at('2026-03-23T11:00:00.000Z')).toBe('in 1 h 48 min');
  expect(at('2026-03-23T11:11:30.000Z')).toBe('in 2 h');
  expect(at('2026-03-23T09:12:30.000Z')).toBe('in 1 min');
  expect(at('2026-03-24T09:12:00.000Z')).toBe('in 1 day');
  expect(at('2026-03-26T08:00:00.000Z')).toBe('in 2 days');
});

test('shows the time until a lesson only within three hours of its start', () => {
  const at = (scheduled_on: string) =>
    comingWords({ scheduled_on, ended_on: '2026-03-23T20:00:00Z' }, now);
  expect(at('2026-03-23T12:11:30Z')).toBe('in 3 h');
  expect(at('2026-03-23T12:12:00Z')).toBe('');
  expect(at('2026-03-23T09:00:00Z')).toBe('');
});

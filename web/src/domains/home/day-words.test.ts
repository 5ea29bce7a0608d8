import { expect, test } from 'vitest';
import { attentionWords, lessonsAround, stateOf, trialWords, untilWords } from './day-words.ts';

const now = '2026-03-23T09:12:00Z';
const lesson = (hour: number) => ({
  scheduled_on: `2026-03-23T${String(hour).padStart(2, '0')}:00:00.000Z`,
  ended_on: `2026-03-23T${String(hour).padStart(2, '0')}:59:00.000Z`,
});

test('a lesson is to come, live from its first minute and ended with its last', () => {
  const one = { scheduled_on: '2026-03-23T09:12:00.000Z', ended_on: '2026-03-23T10:00:00.000Z' };
  expect(stateOf(one, '2026-03-23T09:11:59Z')).toBe('coming');
  expect(stateOf(one, now)).toBe('live');
  expect(stateOf(one, '2026-03-23T10:00:00Z')).toBe('ended');
});

test('the time until a lesson is said in hours and minutes', () => {
  const at = (scheduled_on: string) => untilWords({ scheduled_on }, now);
  expect(at('2026-03-23T11:00:00.000Z')).toBe('in 1 h 48 min');
  expect(at('2026-03-23T11:11:30.000Z')).toBe('in 2 h');
  expect(at('2026-03-23T09:12:30.000Z')).toBe('in 1 min');
  expect(at('2026-03-24T09:12:00.000Z')).toBe('in 1 day');
  expect(at('2026-03-26T08:00:00.000Z')).toBe('in 2 days');
});

test('of those on trial it is said whose first lesson it is', () => {
  const sim = (is_first: boolean) => ({ name: 'Sim Yi Xuan', is_first });
  const ethan = { name: 'Ethan D’Cruz', is_first: true };
  expect(trialWords([sim(true)])).toBe('first lesson');
  expect(trialWords([sim(true), ethan])).toBe('first lesson for both');
  expect(trialWords([sim(true), ethan, ethan])).toBe('first lesson for all');
  expect(trialWords([sim(false), ethan])).toBe('first lesson for Ethan D’Cruz');
  expect(trialWords([sim(false)])).toBe('not the first lesson');
});

test('an order says since when it waits, and for what', () => {
  const payment = { channel: 'online' as const, provider: null, platform: null };
  const order = (status: 'INIT' | 'PAID', created: string, completed_on: string | null = null) =>
    attentionWords({ status, created, payment: { ...payment, completed_on } }, now);
  expect(order('INIT', '2026-03-22T03:00:00.000Z')).toBe('Checkout open for 30 hours');
  expect(order('INIT', '2026-03-20T09:00:00.000Z')).toBe('Checkout open for 3 days');
  expect(order('PAID', '2026-03-20T09:00:00.000Z', '2026-03-21T09:00:00.000Z')).toBe(
    'Paid 2 days ago, no places yet',
  );
  expect(order('PAID', '2026-03-20T09:00:00.000Z')).toBe('Paid 3 days ago, no places yet');
});

test('of many lessons those around now are shown', () => {
  const lessons = [1, 2, 3, 4, 9, 10, 11, 12].map(lesson);
  const hours = (most: number, at = now) =>
    lessonsAround(lessons, at, most).map(({ scheduled_on }) => Number(scheduled_on.slice(11, 13)));
  expect(hours(4)).toEqual([4, 9, 10, 11]);
  expect(hours(6)).toEqual([3, 4, 9, 10, 11, 12]);
  expect(hours(20)).toHaveLength(8);
  expect(hours(3, '2026-03-23T00:00:00Z')).toEqual([1, 2, 3]);
  expect(hours(3, '2026-03-23T23:00:00Z')).toEqual([10, 11, 12]);
});

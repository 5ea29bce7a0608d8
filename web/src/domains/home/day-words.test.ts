import { expect, test } from 'vitest';
import { formatInstantWeekday, formatTimeRange } from '../../lib/formats.ts';
import { attentionWords, lessonsAround, startWords, trialWords } from './day-words.ts';

const now = '2026-03-23T09:12:00Z';
const lesson = (hour: number) => ({
  scheduled_on: `2026-03-23T${String(hour).padStart(2, '0')}:00:00.000Z`,
  ended_on: `2026-03-23T${String(hour).padStart(2, '0')}:59:00.000Z`,
});

test('names trial students who have their first lesson', () => {
  const sim = (is_first: boolean) => ({ name: 'Sim Yi Xuan', is_first });
  const ethan = { name: 'Ethan D’Cruz', is_first: true };
  expect(trialWords([sim(true)])).toBe('first lesson');
  expect(trialWords([sim(true), ethan])).toBe('first lesson for both');
  expect(trialWords([sim(true), ethan, ethan])).toBe('first lesson for all');
  expect(trialWords([sim(false), ethan])).toBe('first lesson for Ethan D’Cruz');
  expect(trialWords([sim(false)])).toBe('not the first lesson');
});

test('shows since when and why an order needs attention', () => {
  const payment = { channel: 'online' as const, provider: null, platform: null };
  const order = (status: 'INIT' | 'PAID', created: string, completed_on: string | null = null) =>
    attentionWords(
      { status, created, payment: { ...payment, completed_on }, attention: null },
      now,
    );
  expect(order('INIT', '2026-03-22T03:00:00.000Z')).toBe('Checkout open for 30 hours');
  expect(order('INIT', '2026-03-20T09:00:00.000Z')).toBe('Checkout open for 3 days');
  expect(order('PAID', '2026-03-20T09:00:00.000Z', '2026-03-21T09:00:00.000Z')).toBe(
    'Paid 2 days ago, no places yet',
  );
  expect(order('PAID', '2026-03-20T09:00:00.000Z')).toBe('Paid 3 days ago, no places yet');
});

test('shows the lessons around now', () => {
  const lessons = [1, 2, 3, 4, 9, 10, 11, 12].map(lesson);
  const hours = (most: number, at = now) =>
    lessonsAround(lessons, at, most).map(({ scheduled_on }) => Number(scheduled_on.slice(11, 13)));
  expect(hours(4)).toEqual([4, 9, 10, 11]);
  expect(hours(6)).toEqual([3, 4, 9, 10, 11, 12]);
  expect(hours(20)).toHaveLength(8);
  expect(hours(3, '2026-03-23T00:00:00Z')).toEqual([1, 2, 3]);
  expect(hours(3, '2026-03-23T23:00:00Z')).toEqual([10, 11, 12]);
});

test('counts down to a lesson only below three hours', () => {
  const zone = 'Asia/Singapore';
  const formats = {
    timeRange: (start: string, end: string) => formatTimeRange(start, end, zone),
    weekday: (instant: string) => formatInstantWeekday(instant, zone),
  };
  const at = (start: string, end: string) =>
    startWords({ scheduled_on: start, ended_on: end }, now, formats);
  expect(at('2026-03-23T12:11:00.000Z', '2026-03-23T13:00:00.000Z')).toBe('in 2 h 59 min');
  expect(at('2026-03-23T12:12:00.000Z', '2026-03-23T13:00:00.000Z')).toBe('20:12–21:00');
  expect(at('2026-03-24T09:12:00.000Z', '2026-03-24T10:00:00.000Z')).toBe('Tue 24 Mar');
});

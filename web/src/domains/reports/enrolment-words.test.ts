import { expect, test } from 'vitest';
import { nextLessonWords, ordersBehind } from './enrolment-words.ts';

const zone = 'Asia/Singapore';
const now = '2026-03-23T02:00:00Z';

test.each([
  ['2026-03-29T08:00:00Z', 'next Sun 29 Mar'],
  ['2026-03-23T11:00:00Z', 'next today 19:00'],
  // Midnight in Singapore is another day, whatever UTC says.
  ['2026-03-23T16:00:00Z', 'next Tue 24 Mar'],
  ['2026-03-23T01:30:00Z', 'live now'],
])('a class whose next lesson begins at %s says %s', (start, words) => {
  expect(nextLessonWords({ scheduled_on: start }, now, zone)).toBe(words);
});

test('a class without a lesson to come says so', () => {
  expect(nextLessonWords(null, now, zone)).toBe('no lesson to come');
});

test('a count of orders leads to those of its class, days and agent', () => {
  const ofAll = {
    type: 'purchases',
    status: ['INIT', 'PAID', 'PROCESSED'],
    class: 'c1',
    from: '2026-03-17',
    to: '2026-03-23',
  };
  expect(ordersBehind('c1', 7, '2026-03-23')).toEqual(ofAll);
  expect(ordersBehind('c1', 7, '2026-03-23', 'a1')).toEqual({ ...ofAll, agent: 'a1' });
  expect(ordersBehind('c1', 7, '2026-03-23', null)).toEqual({ ...ofAll, agents: 'none' });
  expect(ordersBehind('c1', 1, '2026-03-23')).toMatchObject({ from: '2026-03-23' });
});

import { expect, test } from 'vitest';
import { attendedWords, groupOfLesson, inOrder, studentWords } from './day-words.ts';

const lesson = (from: string, to: string) => ({
  scheduled_on: `2026-03-23T${from}:00.000Z`,
  ended_on: `2026-03-23T${to}:00.000Z`,
});
const morning = lesson('01:30', '03:00');
const running = lesson('08:30', '10:00');
const justBegun = lesson('09:00', '10:30');
const evening = lesson('11:00', '13:00');
const now = '2026-03-23T09:12:00Z';

test('a day begins with what is live, then what comes, and ends with what has ended', () => {
  expect(inOrder([morning, running, justBegun, evening], now)).toEqual([
    running,
    justBegun,
    evening,
    morning,
  ]);
  expect(inOrder([morning, running, evening], '2026-03-23T10:00:00Z')).toEqual([
    evening,
    morning,
    running,
  ]);
});

test('what comes today is later today, on another day it is coming', () => {
  expect([running, evening, morning].map((one) => groupOfLesson(one, now, true))).toEqual([
    'Live',
    'Later today',
    'Ended',
  ]);
  expect(groupOfLesson(evening, now, false)).toBe('Coming');
});

test('who was there is counted while a lesson is live and after it, and not said while nothing is known', () => {
  const counted = { ...running, attended: 20, seats: 22 };
  expect(attendedWords(counted, now)).toBe('20 of 22 in');
  expect(attendedWords(counted, '2026-03-23T10:00:00Z')).toBe('20 of 22 attended');
  expect(attendedWords({ ...counted, attended: null }, now)).toBe('');
});

test('the students are said by what they are, nobody of a kind is left out', () => {
  const counts = { student: 20, trial_student: 2, video_student: 3 };
  expect(studentWords({ counts })).toBe('20 paying, 2 trial, 3 video');
  expect(studentWords({ counts: { ...counts, trial_student: 0, video_student: 0 } })).toBe(
    '20 paying',
  );
});

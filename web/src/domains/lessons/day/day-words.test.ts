import { describe, expect, test } from 'vitest';
import {
  attendedWords,
  dayWords,
  groupOfLesson,
  inOrder,
  pollWords,
  problemOf,
  studentWords,
} from './day-words.ts';

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

test('poll questions are ready before a lesson and asked in it', () => {
  const polls = (questions: number, asked: number) => ({ polls: { questions, asked, answers: 0 } });
  expect(pollWords({ ...evening, ...polls(6, 0) }, now)).toBe('6 ready');
  expect(pollWords({ ...running, ...polls(5, 3) }, now)).toBe('3 of 5 asked');
  expect(pollWords({ ...running, ...polls(4, 0) }, now)).toBe('0 of 4 asked');
  expect(pollWords({ ...morning, ...polls(0, 0) }, now)).toBe('');
});

describe('what somebody should see to', () => {
  const usual = {
    is_active: true,
    tutor: [{ _id: 'tutor', name: 'Goh Shi Min' }],
    tutor_in: true,
    hosting_platform: 'Zoom',
    has_room: true,
  };
  const tomorrow = {
    scheduled_on: '2026-03-24T09:12:00.000Z',
    ended_on: '2026-03-24T10:12:00.000Z',
  };

  test('is a live lesson to which students but no tutor have come', () => {
    expect(problemOf({ ...running, ...usual }, now)).toBeUndefined();
    expect(problemOf({ ...running, ...usual, tutor_in: false }, now)).toBe('Tutor not in yet');
    expect(problemOf({ ...running, ...usual, tutor_in: null }, now)).toBeUndefined();
    expect(problemOf({ ...morning, ...usual, tutor_in: false }, now)).toBeUndefined();
    expect(problemOf({ ...evening, ...usual, tutor_in: false }, now)).toBeUndefined();
  });

  test('is a Zoom lesson of the next 24 hours without a room, and any without a tutor', () => {
    const bare = { ...usual, has_room: false };
    expect(problemOf({ ...evening, ...bare }, now)).toBe('No zoom room created');
    expect(problemOf({ ...evening, ...bare, hosting_platform: 'ClassIn' }, now)).toBeUndefined();
    expect(problemOf({ ...tomorrow, ...bare }, now)).toBeUndefined();
    expect(problemOf({ ...evening, ...bare, tutor: [] }, now)).toBe('No tutor');
    expect(problemOf({ ...evening, ...bare, is_active: false }, now)).toBeUndefined();
  });

  test('is counted for the whole day', () => {
    const late = { ...running, ...usual, tutor_in: false };
    expect(dayWords([late, { ...evening, ...usual }], now)).toEqual([
      '2 lessons',
      '1 live',
      '1 problem',
    ]);
    expect(dayWords([{ ...morning, ...usual }], now)).toEqual(['1 lesson']);
  });
});

import { describe, expect, test } from 'vitest';
import {
  attendedWords,
  dayWords,
  groupOfLesson,
  inOrder,
  pollWords,
  problemsOf,
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

test('sorts live lessons first, then coming ones, then ended ones', () => {
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

test('groups coming lessons as "Later today" for today and "Coming" for other days', () => {
  expect([running, evening, morning].map((one) => groupOfLesson(one, now, true))).toEqual([
    'Live',
    'Later today',
    'Ended',
  ]);
  expect(groupOfLesson(evening, now, false)).toBe('Coming');
});

test('shows attendance during and after a lesson, and nothing while it is unknown', () => {
  const counted = { ...running, attended: 20, seats: 22 };
  expect(attendedWords(counted, now)).toBe('20 of 22 in');
  expect(attendedWords(counted, '2026-03-23T10:00:00Z')).toBe('20 of 22 attended');
  expect(attendedWords({ ...counted, attended: null }, now)).toBe('');
});

test('counts students by kind and leaves out kinds without students', () => {
  const counts = { student: 20, trial_student: 2, video_student: 3 };
  expect(studentWords({ counts })).toBe('20 paying, 2 trial, 3 video');
  expect(studentWords({ counts: { ...counts, trial_student: 0, video_student: 0 } })).toBe(
    '20 paying',
  );
});

test('shows poll questions as ready before a lesson and as asked during it', () => {
  const polls = (questions: number, asked: number) => ({ polls: { questions, asked, answers: 0 } });
  expect(pollWords({ ...evening, ...polls(6, 0) }, now)).toBe('6 ready');
  expect(pollWords({ ...running, ...polls(5, 3) }, now)).toBe('3 of 5 asked');
  expect(pollWords({ ...running, ...polls(4, 0) }, now)).toBe('0 of 4 asked');
  expect(pollWords({ ...morning, ...polls(0, 0) }, now)).toBe('');
});

describe('problems of a lesson', () => {
  const usual = {
    is_active: true,
    tutor: [{ _id: 'tutor', name: 'Goh Shi Min' }],
    tutor_in: true,
    hosting_platform: 'Zoom',
    has_room: true,
    host_booked: false,
    joined: 'students' as const,
    seats: 20,
  };
  const problemOf = (...given: Parameters<typeof problemsOf>) => problemsOf(...given)[0];
  const tomorrow = {
    scheduled_on: '2026-03-24T09:12:00.000Z',
    ended_on: '2026-03-24T10:12:00.000Z',
  };

  test('includes a live lesson with students but no tutor', () => {
    expect(problemOf({ ...running, ...usual }, now)).toBeUndefined();
    expect(problemOf({ ...running, ...usual, tutor_in: false }, now)).toBe('Tutor not in yet');
    expect(problemOf({ ...running, ...usual, tutor_in: null }, now)).toBeUndefined();
    expect(problemOf({ ...morning, ...usual, tutor_in: false }, now)).toBeUndefined();
    expect(problemOf({ ...evening, ...usual, tutor_in: false }, now)).toBeUndefined();
  });

  test('include a missing room or tutor within the next 24 hours', () => {
    const bare = { ...usual, has_room: false };
    expect(problemOf({ ...evening, ...bare }, now)).toBe('No zoom room created');
    expect(problemOf({ ...evening, ...bare, hosting_platform: 'ClassIn' }, now)).toBeUndefined();
    expect(problemOf({ ...tomorrow, ...bare }, now)).toBeUndefined();
    expect(problemOf({ ...evening, ...bare, tutor: [] }, now)).toBe('No tutor');
    expect(problemOf({ ...evening, ...bare, is_active: false }, now)).toBeUndefined();
  });

  test('include a lesson that no one has joined ten minutes after its start', () => {
    const empty = { ...justBegun, ...usual, tutor_in: null, joined: 'no_one' } as const;
    expect(problemOf(empty, '2026-03-23T09:09:59Z')).toBeUndefined();
    expect(problemOf(empty, '2026-03-23T09:10:00Z')).toBe('No one has joined');
    expect(problemOf(empty, '2026-03-23T10:30:00Z')).toBeUndefined();
    expect(problemOf({ ...empty, joined: 'unknown' }, now)).toBeUndefined();
    expect(problemOf({ ...empty, is_active: false }, now)).toBeUndefined();
    // The cause comes first: without a room no one can join.
    expect(problemsOf({ ...empty, tutor: [], has_room: false }, now)).toEqual([
      'No tutor',
      'No zoom room created',
      'No one has joined',
    ]);
  });

  test('include a lesson with its tutor but no students', () => {
    const alone = { ...justBegun, ...usual, joined: 'no_students' } as const;
    expect(problemOf(alone, now)).toBe('No student has joined');
    expect(problemOf({ ...alone, seats: 0 }, now)).toBeUndefined();
  });

  test('include a Zoom host with two overlapping lessons, on any future day', () => {
    const twice = { ...usual, host_booked: true };
    const nextWeek = {
      scheduled_on: '2026-03-30T09:00:00.000Z',
      ended_on: '2026-03-30T10:00:00.000Z',
    };
    expect(problemOf({ ...nextWeek, ...twice }, now)).toBe('Zoom host booked twice');
    expect(problemOf({ ...morning, ...twice }, now)).toBeUndefined();
  });

  test('are counted for the whole day', () => {
    const late = { ...running, ...usual, tutor_in: false };
    expect(dayWords([late, { ...evening, ...usual }], now)).toEqual([
      '2 lessons',
      '1 live',
      '1 problem',
    ]);
    expect(dayWords([{ ...morning, ...usual }], now)).toEqual(['1 lesson']);
  });
});

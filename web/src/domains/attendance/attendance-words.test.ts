import { describe, expect, test } from 'vitest';
import { attendanceWord, countsOf, inNowOf, teacherWords, toLookAt } from './attendance-words.ts';

const student = (
  status: 'attended' | 'half attended' | 'absent' | null,
  kind: 'PAYMENT' | 'PAYMENT_VIDEO' = 'PAYMENT',
) => ({
  _id: 'a',
  name: '',
  email: '',
  kind,
  status,
  presence: null,
  correction: null,
  version: 0,
});

test('what nothing is known of is N/A, the rest are words', () => {
  expect([null, 'half attended' as const].map(attendanceWord)).toEqual(['N/A', 'Half attended']);
});

test('who has the video alone is not expected', () => {
  const students = [student('attended'), student('absent'), student(null, 'PAYMENT_VIDEO')];
  expect(countsOf({ students })).toEqual({ attended: 1, half: 0, absent: 1, expected: 2 });
  expect(countsOf({ students: [student(null)] })).toBeNull();
});

const at = (time: string) => `2026-03-23T${time}:00.000Z`;
const stay = (joined: string, left?: string) => ({
  joined_at: at(joined),
  left_at: left === undefined ? null : at(left),
});

test('in now is who was not seen leaving, but nobody who has the video alone', () => {
  const students = [
    { ...student('attended'), presence: stay('08:30') },
    { ...student('half attended'), presence: stay('08:30', '08:40') },
    { ...student(null, 'PAYMENT_VIDEO'), presence: stay('08:30') },
    student('absent'),
  ];
  expect(inNowOf({ students })).toBe(1);
});

describe('who teaches a lesson', () => {
  const goh = { _id: 'goh', name: 'Goh Shi Min' };
  const lim = { _id: 'lim', name: 'Lim Wei Ling' };
  const came = (person: typeof goh, ...times: Parameters<typeof stay>) => ({
    _id: person._id,
    name: 'Host',
    email: '',
    ...stay(...times),
    as: 'tutor' as const,
    person,
    assigned: null,
  });
  const time = (instant: string) => instant.slice(11, 16);
  const live = { isLive: true, time };

  test('has been in since, has left, or is not in yet', () => {
    expect(teacherWords([goh], [came(goh, '08:24')], live)).toBe('in since 08:24');
    expect(teacherWords([goh], [came(goh, '08:24', '09:01')], live)).toBe('left at 09:01');
    expect(teacherWords([goh], [came(lim, '08:24')], live)).toBe('not in yet');
    expect(teacherWords([goh, lim], [came(goh, '08:24')], live)).toBe(
      'Goh Shi Min in since 08:24, Lim Wei Ling not in yet',
    );
  });

  test('is not missed where nobody is known to have come, or once the lesson is over', () => {
    expect(teacherWords([goh], [], live)).toBe('');
    expect(teacherWords([goh], [came(lim, '08:24')], { isLive: false, time })).toBe('');
  });
});

test('to be looked at is who is absent or half attended, and, for those who may match, who matches nobody', () => {
  const students = [
    student('attended'),
    student('half attended'),
    student('absent'),
    student('absent', 'PAYMENT_VIDEO'),
  ];
  const attendees = (['unmatched', 'student'] as const).map((as) => ({
    _id: as,
    name: as,
    email: '',
    ...stay('08:30'),
    as,
    person: null,
    assigned: null,
  }));
  const attendance = { students, attendees };
  const found = toLookAt({ ...attendance, abilities: { correct: true } });
  expect(found.students.map(({ status }) => status)).toEqual(['half attended', 'absent']);
  expect(found.unmatched.map(({ as }) => as)).toEqual(['unmatched']);
  expect(toLookAt({ ...attendance, abilities: { correct: false } }).unmatched).toEqual([]);
});

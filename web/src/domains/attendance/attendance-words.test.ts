import { describe, expect, test } from 'vitest';
import type { Attendee } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
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

test('shows N/A for missing data and words for the rest', () => {
  expect([null, 'half attended' as const].map(attendanceWord)).toEqual(['N/A', 'Half attended']);
});

test('does not expect video-only students', () => {
  const students = [student('attended'), student('absent'), student(null, 'PAYMENT_VIDEO')];
  expect(countsOf({ students })).toEqual({ attended: 1, half: 0, absent: 1, expected: 2 });
  expect(countsOf({ students: [student(null)] })).toBeNull();
});

const at = (time: string) => `2026-03-23T${time}:00.000Z`;
const stay = (joined: string, left?: string) => ({
  joined_at: at(joined),
  left_at: left === undefined ? null : at(left),
  minutes: 0,
  is_in: left === undefined,
});

test('counts students who have not left as in now, without video-only students', () => {
  const students = [
    { ...student('attended'), presence: stay('08:30') },
    { ...student('half attended'), presence: stay('08:30', '08:40') },
    { ...student(null, 'PAYMENT_VIDEO'), presence: stay('08:30') },
    // The lesson ended long ago.
    { ...student('attended'), presence: { ...stay('08:30'), is_in: false } },
    student('absent'),
  ];
  expect(inNowOf({ students })).toBe(1);
});

describe('the presence of a lesson’s teachers', () => {
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
  const room = (...attendees: Attendee[]) => ({ attendees, tutor_may_be_in: false });

  test('is "in since", "left at" or "not in yet"', () => {
    expect(teacherWords([goh], room(came(goh, '08:24')), live)).toBe('in since 08:24');
    expect(teacherWords([goh], room(came(goh, '08:24', '09:01')), live)).toBe('left at 09:01');
    expect(teacherWords([goh], room(came(lim, '08:24')), live)).toBe('not in yet');
    expect(teacherWords([goh, lim], room(came(goh, '08:24')), live)).toBe(
      'Goh Shi Min in since 08:24, Lim Wei Ling not in yet',
    );
  });

  test('is not missing while the host or another possible teacher is in', () => {
    const host = { ...came(lim, '08:24'), as: 'host' as const, person: null };
    const withHost = { ...room(host), tutor_may_be_in: true };
    expect(teacherWords([goh], withHost, live)).toBe('host in since 08:24');
    const stranger = { ...host, as: 'unmatched' as const };
    expect(teacherWords([goh], { ...room(stranger), tutor_may_be_in: true }, live)).toBe('');
  });

  test('is not missing without attendance data, or after the lesson', () => {
    expect(teacherWords([goh], room(), live)).toBe('');
    expect(teacherWords([goh], room(came(lim, '08:24')), { isLive: false, time })).toBe('');
  });
});

test('lists absent and half-attended students, and unmatched attendees for users who may match them', () => {
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
  const found = toLookAt({ ...attendance, abilities: { correct: true, request_report: false } });
  expect(found.students.map(({ status }) => status)).toEqual(['half attended', 'absent']);
  expect(found.unmatched.map(({ as }) => as)).toEqual(['unmatched']);
  expect(
    toLookAt({ ...attendance, abilities: { correct: false, request_report: false } }).unmatched,
  ).toEqual([]);
});

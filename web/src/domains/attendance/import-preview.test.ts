import { expect, test } from 'vitest';
import type { AttendingStudent } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { peopleIn, previewOf } from './import-preview.ts';

const lesson = { scheduled_on: '2026-03-16T08:30:00Z', ended_on: '2026-03-16T10:00:00Z' };
const now = '2026-03-16T12:00:00Z';

const stay = (email: string, from: string, to: string, name = email) => ({
  row: 1,
  name,
  email,
  joined_at: `2026-03-16T${from}:00Z`,
  left_at: `2026-03-16T${to}:00Z`,
});

const student = (_id: string, given: Partial<AttendingStudent> = {}): AttendingStudent => ({
  _id,
  name: _id,
  email: `${_id}@example.com`,
  kind: 'PAYMENT',
  status: null,
  presence: null,
  correction: null,
  version: 1,
  ...given,
});

const students = [student('ang'), student('bala'), student('chen')];
const people = peopleIn(
  [
    stay('Ang@example.com', '08:30', '09:00'),
    stay('ang@example.com', '09:10', '10:00'),
    stay('bala@example.com', '08:30', '09:20'),
    stay('', '08:40', '10:00', 'iPad (2)'),
  ],
  lesson,
  now,
);

const previewWith = (choices: ReadonlyMap<string, string>) =>
  previewOf(people, { students, attendees: [] }, { lesson, now, choices });

test('rows of the same e-mail are one person with the minutes of both', () => {
  expect(people.map(({ key, presence }) => [key, presence.minutes])).toEqual([
    ['ang@example.com', 80],
    ['bala@example.com', 50],
    ['iPad (2)', 80],
  ]);
});

test('shows who is not matched first, then half attended, and the attendance of every student', () => {
  const preview = previewWith(new Map());
  expect(preview.people.map(({ key }) => key)).toEqual([
    'iPad (2)',
    'bala@example.com',
    'ang@example.com',
  ]);
  expect(preview.students.map(({ status }) => status)).toEqual([
    'attended',
    'half attended',
    'absent',
  ]);
});

test('a choice for a student counts, and keeps the place of the row', () => {
  const preview = previewWith(new Map([['iPad (2)', 'chen']]));
  expect(preview.people[0]?.match).toEqual({ as: 'student', name: 'chen', status: 'attended' });
  expect(preview.students[2]?.status).toBe('attended');
});

test('a correction by staff is kept', () => {
  const correction = { status: 'absent', reason: '', by: 'Nadia', at: now } as const;
  const corrected = [student('ang', { correction })];
  const preview = previewOf(
    people,
    { students: corrected, attendees: [] },
    { lesson, now, choices: new Map() },
  );
  expect(preview.students[0]?.status).toBe('absent');
});

import { expect, test } from 'vitest';
import type { Booking } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { bookingLines, whoIsBooked } from './booking-lines.ts';
import { busyWords } from './busy-teachers.ts';

const booking = (as: Booking['as'], name: string, lesson = '1'): Booking => ({
  person: { _id: name, name },
  as,
  lesson: {
    _id: lesson,
    name: `Lesson ${lesson}`,
    class: 'P6',
    scheduled_on: '2026-03-14T06:00:00Z',
    ended_on: '2026-03-14T07:30:00Z',
  },
});

test('groups people by lesson, tutors first', () => {
  const lines = bookingLines([
    booking('student', 'Amy'),
    booking('ta', 'Lim'),
    booking('tutor', 'Goh'),
    booking('student', 'Ben'),
    booking('student', 'Cai', '2'),
  ]);
  expect(lines.map((line) => [line.as, line.names, line.lesson._id])).toEqual([
    ['tutor', ['Goh'], '1'],
    ['ta', ['Lim'], '1'],
    ['student', ['Amy', 'Ben'], '1'],
    ['student', ['Cai'], '2'],
  ]);
});

test('names people, and of many only the first three', () => {
  expect(whoIsBooked({ as: 'tutor', names: ['Goh'] })).toBe('Tutor Goh');
  expect(whoIsBooked({ as: 'ta', names: ['Lim', 'Ng'] })).toBe('TAs Lim and Ng');
  expect(whoIsBooked({ as: 'student', names: ['A', 'B', 'C', 'D'] })).toBe(
    'Students A, B, C and D',
  );
  expect(whoIsBooked({ as: 'student', names: ['A', 'B', 'C', 'D', 'E'] })).toBe(
    'Students A, B, C and 2 more',
  );
});

test('shows a busy tutor’s or TA’s first overlapping lesson in the business time zone', () => {
  const words = busyWords(
    [
      booking('tutor', 'Goh'),
      booking('tutor', 'Goh', '2'),
      booking('ta', 'Lim'),
      booking('student', 'Amy'),
    ],
    'Asia/Singapore',
  );
  expect([...words]).toEqual([
    ['Goh', 'Busy 14:00–15:30 P6 and 1 more'],
    ['Lim', 'Busy 14:00–15:30 P6'],
  ]);
});

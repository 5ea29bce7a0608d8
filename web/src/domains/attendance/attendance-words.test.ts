import { expect, test } from 'vitest';
import { attendanceWord, countsOf } from './attendance-words.ts';

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

import { expect, test } from 'vitest';
import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { amountWords, byClass, extraWords, hourWords, sumWords, termsWords } from './pay-words.ts';

const lesson = (values: Partial<PaidLesson> = {}): PaidLesson => ({
  _id: 'lesson',
  name: 'Surds',
  meta: { term: 1, index: 1 },
  class: { _id: 'class', name: 'Sec 3 A Maths', class_type: 'Regular Classes' },
  as: 'tutor',
  scheduled_on: '2026-03-07T06:00:00.000Z',
  ended_on: '2026-03-07T07:30:00.000Z',
  hours: 1.5,
  students: 9,
  limit: 5,
  per_extra: 5,
  usual_rate: 40,
  rate: 40,
  base: 60,
  extra: 30,
  pay: 90,
  unpaid: null,
  edited: null,
  paid_in: null,
  version: 1,
  ...values,
});

test('the extra shows its calculation, and is empty up to the limit or for a TA', () => {
  expect(extraWords(lesson())).toBe('4 × 5 × 1.5');
  expect(extraWords(lesson({ students: 5 }))).toBe('');
  expect(extraWords(lesson({ as: 'ta', limit: 0, per_extra: 0 }))).toBe('');
});

test('terms, hours and amounts read as payroll writes them', () => {
  expect(termsWords(lesson())).toBe('base 40, limit 5, 5 per additional student');
  expect(hourWords(1 / 3)).toBe('0.333');
  expect(amountWords(1215)).toBe('1,215.00');
});

test('lessons are grouped by class with sums to the cent, those as TA separately', () => {
  const lessons = [
    lesson({ _id: '1', pay: 0.1 }),
    lesson({ _id: '2', pay: 0.2 }),
    lesson({ _id: '3', pay: 0.3, as: 'ta' }),
  ];
  expect(byClass(lessons).map(({ lessons: of, pay }) => [of.map(({ _id }) => _id), pay])).toEqual([
    [['1', '2'], 0.3],
    [['3'], 0.3],
  ]);
  expect(sumWords(lessons)).toBe('3 lessons, 4.5 h');
});

import { expect, test } from 'vitest';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { classBodyOf, classProblems, missingOf, newClassBodyOf } from './class-body.ts';
import { classValuesOf, newClass, type ClassValues } from './class-values.ts';

const zone = 'Asia/Singapore';
const tutor = { _id: '01987a55-0000-7000-8000-000000000001', name: 'Goh Shi Min' };

const tuitionClass: Class = {
  _id: '01987a55-0000-7000-8000-000000000002',
  name: 'P6 Maths',
  subject: 'Mathematics',
  country: 'SG',
  class_type: 'Regular Classes',
  level: ['primary-6'],
  // Seconds that the form does not show.
  start_date: '2027-01-09T02:00:30.000Z',
  end_date: '2027-03-27T04:00:00.000Z',
  schedule: { date_of_week: 'Sat', start_time: '10:00', end_time: '12:00' },
  rate: 25,
  currency: 'SGD',
  max_cap: 20,
  is_active: true,
  is_free: false,
  is_trial: false,
  is_featured: false,
  is_listed: true,
  is_sold_out: false,
  force_full_purchase: false,
  tutor: [tutor],
  ta: [],
  desc: '<p>Surds</p>',
  lesson_count: 0,
  created: '2026-12-01T02:00:00.000Z',
  updated: '2026-12-01T02:00:00.000Z',
  version: 3,
  abilities: { manage: true },
};

const filled: ClassValues = classValuesOf(tuitionClass, zone);
const bodyWith = (changes: Partial<ClassValues>) =>
  classBodyOf(tuitionClass, { ...filled, ...changes }, zone);

test('a form that was not touched sends nothing but the version', () => {
  expect(bodyWith({})).toEqual({ version: 3 });
});

test('start and end combine a day and a time of the business', () => {
  expect(filled).toMatchObject({ start_day: '2027-01-09', start_time: '10:00', end_time: '12:00' });
  expect(bodyWith({ start_time: '09:30' })).toEqual({
    version: 3,
    start_date: '2027-01-09T01:30:00Z',
  });
  expect(bodyWith({ end_day: '2027-04-03' })).toEqual({
    version: 3,
    end_date: '2027-04-03T04:00:00Z',
  });
});

test('only what was changed is sent: texts trimmed, each level once, people by id', () => {
  expect(
    bodyWith({
      name: ' P6 Maths A ',
      level: ['primary-6', 'primary-5', 'primary-6'],
      lesson_to: '12:30',
      max_cap: '30',
      ta: [tutor],
    }),
  ).toEqual({
    version: 3,
    name: 'P6 Maths A',
    level: ['primary-6', 'primary-5'],
    schedule: { date_of_week: 'Sat', start_time: '10:00', end_time: '12:30' },
    max_cap: 30,
    ta: [tutor._id],
  });
  expect(bodyWith({ name: ' P6 Maths ', level: ['primary-6', 'primary-6'] })).toEqual({
    version: 3,
  });
});

test('a new class has the specification’s defaults and waits for all but description and TAs', () => {
  expect(missingOf(newClass)).toEqual([
    'name',
    'subject',
    'level',
    'start date',
    'start time',
    'end date',
    'end time',
    'day of week',
    'lessons from',
    'lessons to',
    'tutors',
  ]);
  expect(missingOf({ ...filled, name: '  ', rate: '', max_cap: '' })).toEqual([
    'name',
    'seats',
    'rate per lesson',
  ]);
  expect(missingOf({ ...filled, desc: '', ta: [] })).toEqual([]);
  expect(classProblems(newClass, zone)).toEqual({});
  expect(newClassBodyOf({ ...filled, ...defaults() }, zone)).toMatchObject({
    country: 'SG',
    class_type: 'Workshop',
    max_cap: 20,
    rate: 18,
    currency: 'SGD',
    is_listed: true,
    is_active: true,
    is_sold_out: false,
  });
});

const defaults = () => {
  const { country, class_type, max_cap, rate, currency } = newClass;
  return { country, class_type, max_cap, rate, currency };
};

test('what cannot be is said in words at its field', () => {
  const problemsOf = (changes: Partial<ClassValues>) =>
    classProblems({ ...filled, ...changes }, zone);
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ end_day: '2027-01-09', end_time: '10:00' })).toEqual({
    end_date: 'The end is not after the start',
  });
  expect(problemsOf({ rate: 18.005 })).toEqual({ rate: 'At most two decimals' });
  expect(problemsOf({ rate: 20_000 })).toEqual({ rate: 'At most 10,000 SGD a lesson' });
  expect(problemsOf({ rate: 20_000, currency: 'IDR' })).toEqual({});
  expect(problemsOf({ max_cap: 0 })).toEqual({ max_cap: 'At least 1' });
  expect(problemsOf({ level: ['primary-9'] })).toEqual({ level: 'This level does not exist' });
});

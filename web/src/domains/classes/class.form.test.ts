import { expect, test } from 'vitest';
import {
  createClass,
  updateClass,
  type Class,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import {
  changedBodyOf,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
} from '../../kit/form/define-form.ts';
import { classForm } from './class.form.ts';

const context = { zone: 'Asia/Singapore', today: '2027-01-01' };
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
  students: { active: 0, ever: 0 },
  created: '2026-12-01T02:00:00.000Z',
  updated: '2026-12-01T02:00:00.000Z',
  version: 3,
  abilities: { manage: true },
};

const filled = valuesOf(classForm, tuitionClass, context);
const newClass = initialValues(classForm);
type Changes = Partial<typeof filled>;
const bodyWith = (changes: Changes) =>
  changedBodyOf(classForm, tuitionClass, { ...filled, ...changes }, context);

test('an untouched form sends only the version', () => {
  expect(bodyWith({})).toEqual({ version: 3 });
});

test('start and end combine a day and a time in the business time zone', () => {
  expect(filled).toMatchObject({
    start: { day: '2027-01-09', time: '10:00' },
    end: { day: '2027-03-27', time: '12:00' },
  });
  expect(bodyWith({ start: { day: '2027-01-09', time: '09:30' } })).toEqual({
    version: 3,
    start_date: '2027-01-09T01:30:00Z',
  });
  expect(bodyWith({ end: { ...filled.end, day: '2027-04-03' } })).toEqual({
    version: 3,
    end_date: '2027-04-03T04:00:00Z',
  });
});

test('sends only changes: trimmed texts, each level once, people as ids', () => {
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

test('a new class has the specification’s defaults and requires all but description and TAs', () => {
  expect(missingOf(classForm, newClass)).toEqual([
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
  expect(missingOf(classForm, { ...filled, name: '  ', rate: '', max_cap: '' })).toEqual([
    'name',
    'rate per lesson',
    'seats',
  ]);
  expect(missingOf(classForm, { ...filled, desc: '', ta: [] })).toEqual([]);
  expect(problemsWith(undefined, newClass)).toEqual({});
  expect(newBodyOf(classForm, { ...filled, ...defaults() }, context)).toMatchObject({
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

const problemsWith = (record: Class | undefined, values: typeof filled) =>
  problemsOf(classForm, values, {
    schema: (record ? updateClass : createClass).body,
    record,
    context,
    withMissing: false,
  });

test('reports invalid values at their fields', () => {
  const problems = (changes: Changes) => problemsWith(tuitionClass, { ...filled, ...changes });
  expect(problems({})).toEqual({});
  expect(problems({ end: { day: '2027-01-09', time: '10:00' } })).toEqual({
    end: 'The end is not after the start',
  });
  expect(problems({ rate: 18.005 })).toEqual({ rate: 'At most two decimals' });
  expect(problems({ rate: 20_000 })).toEqual({ rate: 'At most 10,000 SGD a lesson' });
  expect(problems({ rate: 20_000, currency: 'IDR' })).toEqual({});
  expect(problems({ max_cap: 0 })).toEqual({ max_cap: 'At least 1' });
  expect(problems({ level: ['primary-9'] })).toEqual({ level: 'This level does not exist' });
  expect(problems({ start: { day: '31/11', time: '10:00' } })).toEqual({
    start: '“31/11” is not a day of the calendar. Write it like 7 Apr 2011.',
  });
});

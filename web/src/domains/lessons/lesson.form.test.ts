import { expect, test } from 'vitest';
import { updateLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  changedBodyOf,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
} from '../../kit/form/define-form.ts';
import { lessonForm, newLesson, nextDayOf, timesOf, type LessonTime } from './lesson.form.ts';
import { aLessonRecord, goh, lim } from './lesson.test-helper.ts';

const zone = 'Asia/Singapore';
const context = { zone, today: '2026-03-01' };
const lesson = aLessonRecord();

const valuesOfLesson = (record = lesson) => valuesOf(lessonForm, record, context);
type Changes = Partial<Omit<ReturnType<typeof valuesOfLesson>, 'time'>> & Partial<LessonTime>;

const valuesWith = ({ day, start, end, ...changes }: Changes, record = lesson) => {
  const values = valuesOfLesson(record);
  const time = {
    ...values.time,
    ...(day !== undefined && { day }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
  return { ...values, ...changes, time };
};
const changesWith = (changes: Changes, record = lesson) =>
  changedBodyOf(lessonForm, record, valuesWith(changes, record), context);
const problemsWith = (changes: Changes, record: typeof lesson | undefined = lesson) =>
  problemsOf(lessonForm, valuesWith(changes, record), {
    schema: updateLesson.body,
    record,
    context,
    withMissing: false,
  });
const newProblemsWith = (changes: Changes) =>
  problemsOf(lessonForm, valuesWith(changes), {
    schema: updateLesson.body,
    record: undefined,
    context,
    withMissing: false,
  });

test('an untouched form sends only the version', () => {
  expect(changesWith({})).toEqual({ version: 3 });
  const odd = aLessonRecord({
    scheduled_on: '2026-03-14T06:00:31.500Z',
    ended_on: '2026-03-15T06:00:00.000Z',
  });
  expect(changesWith({}, odd)).toEqual({ version: 3 });
  expect(problemsWith({}, odd)).toEqual({});
  expect(changesWith({ end: '15:00' }, odd)).toEqual({
    version: 3,
    ended_on: '2026-03-14T07:00:00Z',
  });
});

test('sends only changed fields, with the name trimmed', () => {
  expect(changesWith({ name: ' Ratio ', index: 11, is_released: false, ta: [] })).toEqual({
    version: 3,
    name: 'Ratio',
    meta: { index: 11, term: 1 },
    is_released: false,
    ta: [],
  });
  expect(changesWith({ name: 'Percentage ' })).toEqual({ version: 3 });
});

test('sends only the changed time', () => {
  expect(changesWith({ end: '16:00' })).toEqual({ version: 3, ended_on: '2026-03-14T08:00:00Z' });
  expect(changesWith({ start: '13:00' })).toEqual({
    version: 3,
    scheduled_on: '2026-03-14T05:00:00Z',
  });
  expect(changesWith({ day: '2026-03-15' })).toEqual({
    version: 3,
    scheduled_on: '2026-03-15T06:00:00Z',
    ended_on: '2026-03-15T07:30:00Z',
  });
});

test('an end that is not after the start is on the next day', () => {
  const late = valuesWith({ start: '23:00', end: '00:30' });
  expect(timesOf(late.time, zone)).toEqual({
    scheduled_on: '2026-03-14T15:00:00Z',
    ended_on: '2026-03-14T16:30:00Z',
  });
  expect(nextDayOf(late.time, zone)).toBe('2026-03-15');
  expect(nextDayOf(valuesWith({}).time, zone)).toBeNull();
  expect(nextDayOf(valuesWith({ day: '' }).time, zone)).toBeNull();
});

test('refuses a lesson of more than 12 hours at its end', () => {
  const refusal = { time: 'A lesson is at most 12 hours long' };
  expect(problemsWith({ end: '13:00' })).toEqual(refusal);
  expect(problemsWith({ start: '16:00' })).toEqual(refusal);
  expect(newProblemsWith({ end: '13:00' })).toEqual(refusal);
  expect(problemsWith({ end: '02:00' })).toEqual({});
});

test('names missing fields without other problems', () => {
  const missing = { name: ' ', day: '', start: '', end: '', index: '', term: '' };
  expect(missingOf(lessonForm, valuesWith(missing))).toEqual([
    'name',
    'start date',
    'start time',
    'end time',
    'lesson order',
    'lesson term',
  ]);
  expect(problemsWith(missing)).toEqual({});
  expect(newProblemsWith(missing)).toEqual({});
  expect(missingOf(lessonForm, valuesWith({}))).toEqual([]);
});

test('reports invalid input at its field', () => {
  expect(problemsWith({ day: '31 Feb' }).time).toBe(
    '“31 Feb” is not a day of the calendar. Write it like 7 Apr 2011.',
  );
  expect(problemsWith({ index: 0 }).index).toBe('At least 1');
  expect(problemsWith({ term: 1001 }).term).toBeDefined();
  expect(newProblemsWith({ name: 'x'.repeat(201) }).name).toBe('At most 200 characters');
});

test('a new lesson sends every filled field', () => {
  const values = valuesWith({ name: 'Ratio ', tutor: [goh, lim], ta: [] });
  expect(newBodyOf(lessonForm, values, context)).toEqual({
    name: 'Ratio',
    desc: '<p>Bring a ruler.</p>',
    meta: { index: 10, term: 1 },
    scheduled_on: '2026-03-14T06:00:00Z',
    ended_on: '2026-03-14T07:30:00Z',
    hosting_platform: 'Staffroom Classroom',
    hosting_type: 'webinar',
    tutor: [goh._id, lim._id],
    is_active: true,
    is_released: true,
  });
});

const tuitionClass = {
  tutor: [goh],
  ta: [lim],
  schedule: { date_of_week: 'Sat', start_time: '14:00', end_time: '15:30' },
  // Thu 1 Jan 2026 in Singapore.
  start_date: '2025-12-31T16:00:00.000Z',
};
const newValues = (values: Partial<Parameters<typeof newLesson>[0]> = {}) =>
  newLesson({
    class: tuitionClass,
    last: undefined,
    zone,
    now: '2026-01-01T02:00:00Z',
    productName: 'Staffroom',
    ...values,
  });

test.each([
  ['2026-01-03', '2026-01-03'],
  ['2026-01-04', '2026-01-10'],
  ['2026-01-10', '2026-01-10'],
  ['2026-02-18', '2026-02-21'],
])('a new lesson of a started class is not before %s: %s', (today, day) => {
  expect(newValues({ now: `${today}T02:00:00Z` }).time.day).toBe(day);
});

test.each([
  ['2026-01-03T07:29:59Z', '2026-01-03'],
  ['2026-01-03T07:30:00Z', '2026-01-10'],
])('a new lesson on the weekday of its class has not ended yet at %s: %s', (now, day) => {
  expect(newValues({ now }).time.day).toBe(day);
});

test('a saved lesson shows its times in the business time zone', () => {
  expect(valuesOfLesson()).toMatchObject({
    time: { day: '2026-03-14', start: '14:00', end: '15:30' },
    index: 10,
    term: 1,
  });
});

test('a new lesson begins with the class’s teachers and times and the defaults', () => {
  expect({ ...initialValues(lessonForm), ...newValues() }).toEqual({
    name: '',
    desc: '',
    time: { day: '2026-01-03', start: '14:00', end: '15:30' },
    index: 1,
    term: 1,
    tutor: [goh],
    ta: [lim],
    hosting_platform: 'Staffroom Classroom',
    hosting_type: 'webinar',
    is_active: true,
    is_released: true,
  });
});

test.each([
  ['Thu', '2026-01-01'],
  ['Sat', '2026-01-03'],
  ['Mon', '2026-01-05'],
])('the first lesson of a class on %s is on that weekday, from its start', (weekday, day) => {
  const schedule = { ...tuitionClass.schedule, date_of_week: weekday };
  expect(newValues({ class: { ...tuitionClass, schedule } }).time.day).toBe(day);
});

test('a lesson begun in the week has that time and the class’s usual length', () => {
  const last = { scheduled_on: '2026-03-14T06:00:00.000Z', meta: { index: 10, term: 2 } };
  const begun = (at: { day: string; start?: string; tutor?: typeof lim }) =>
    newValues({ last, at });
  expect(begun({ day: '2026-03-19', start: '09:30', tutor: lim })).toMatchObject({
    time: { day: '2026-03-19', start: '09:30', end: '11:00' },
    index: 11,
    tutor: [lim],
  });
  expect(begun({ day: '2026-03-19' })).toMatchObject({
    time: { day: '2026-03-19', start: '14:00', end: '15:30' },
    tutor: [goh],
  });
  const schedule = { date_of_week: '', start_time: '', end_time: '' };
  expect(
    newValues({ class: { ...tuitionClass, schedule }, at: { day: '2026-03-19', start: '09:30' } })
      .time,
  ).toEqual({ day: '2026-03-19', start: '09:30', end: '' });
});

test('the next lesson is a week after the last one with the next number', () => {
  // Sun 15 Mar 2026, 0:30 am in Singapore.
  const last = { scheduled_on: '2026-03-14T16:30:00.000Z', meta: { index: 10, term: 2 } };
  expect(newValues({ last })).toMatchObject({ time: { day: '2026-03-22' }, index: 11, term: 2 });
});

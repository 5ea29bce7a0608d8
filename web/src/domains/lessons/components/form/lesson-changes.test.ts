import { expect, test } from 'vitest';
import {
  lessonChangesOf,
  lessonMissing,
  lessonProblems,
  newLessonBodyOf,
  nextDayOf,
  timesOf,
} from './lesson-changes.ts';
import { lessonValuesOf, type LessonValues } from './lesson-values.ts';
import { aLessonRecord, goh, lim } from './lesson.test-helper.ts';

const timeZone = 'Asia/Singapore';
const lesson = aLessonRecord();
const valuesWith = (changes: Partial<LessonValues>, record = lesson) => ({
  ...lessonValuesOf(record, timeZone),
  ...changes,
});
const changesWith = (changes: Partial<LessonValues>, record = lesson) =>
  lessonChangesOf(record, valuesWith(changes, record), timeZone);
const problemsWith = (changes: Partial<LessonValues>, base: typeof lesson | null = lesson) =>
  lessonProblems(valuesWith(changes, base ?? lesson), { base, timeZone });

test('a form that was not touched sends nothing but the version', () => {
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

test('only what was changed is sent, the name trimmed', () => {
  expect(changesWith({ name: ' Ratio ', index: 11, is_released: false, ta: [] })).toEqual({
    version: 3,
    name: 'Ratio',
    meta: { index: 11, term: 1 },
    is_released: false,
    ta: [],
  });
  expect(changesWith({ name: 'Percentage ' })).toEqual({ version: 3 });
});

test('only the time that moved is sent', () => {
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

test('an end that is not after the start is of the next day', () => {
  const late = valuesWith({ start: '23:00', end: '00:30' });
  const times = timesOf(late, { base: lesson, timeZone });
  expect(times).toEqual({ scheduled_on: '2026-03-14T15:00:00Z', ended_on: '2026-03-14T16:30:00Z' });
  expect(nextDayOf(times, timeZone)).toBe('2026-03-15');
  expect(nextDayOf(timesOf(valuesWith({}), { base: lesson, timeZone }), timeZone)).toBeNull();
  expect(nextDayOf(null, timeZone)).toBeNull();
});

test('a lesson of more than 12 hours is refused at its end', () => {
  const refusal = { ended_on: 'A lesson is at most 12 hours long' };
  expect(problemsWith({ end: '13:00' })).toEqual(refusal);
  expect(problemsWith({ start: '16:00' })).toEqual(refusal);
  expect(problemsWith({ end: '13:00' }, null)).toEqual(refusal);
  expect(problemsWith({ end: '02:00' })).toEqual({});
});

test('what is missing is named, and is no problem besides', () => {
  const missing = { name: ' ', day: null, start: '', end: '', index: '', term: '' };
  expect(lessonMissing(valuesWith(missing))).toEqual([
    'name',
    'start date',
    'start time',
    'end time',
    'lesson order',
    'lesson term',
  ]);
  expect(problemsWith(missing)).toEqual({});
  expect(problemsWith(missing, null)).toEqual({});
  expect(lessonMissing(valuesWith({}))).toEqual([]);
});

test('bad input is told at its field', () => {
  expect(problemsWith({ unreadable_day: '31 Feb' }).scheduled_on).toBe(
    '“31 Feb” is no day of the calendar. Write it like 7 Apr 2011.',
  );
  expect(problemsWith({ index: 0 })['meta.index']).toBe('At least 1');
  expect(problemsWith({ term: 1001 })['meta.term']).toBeDefined();
  expect(problemsWith({ name: 'x'.repeat(201) }, null).name).toBe('At most 200 characters');
});

test('a new lesson sends everything', () => {
  const values = valuesWith({ name: 'Ratio ', tutor: [goh, lim], ta: [] });
  expect(newLessonBodyOf(lesson.class, values, timeZone)).toEqual({
    class: lesson.class,
    name: 'Ratio',
    desc: '<p>Bring a ruler.</p>',
    meta: { index: 10, term: 1 },
    scheduled_on: '2026-03-14T06:00:00Z',
    ended_on: '2026-03-14T07:30:00Z',
    hosting_platform: 'Staffroom Classroom',
    hosting_type: 'webinar',
    tutor: [goh._id, lim._id],
    ta: [],
    is_active: true,
    is_released: true,
  });
  expect(newLessonBodyOf(lesson.class, valuesWith({ start: '' }), timeZone)).toBeNull();
});

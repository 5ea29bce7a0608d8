import { describe, expect, test } from 'vitest';
import { createLessonSchema } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { noSuchDay } from '../../../ui/parse-day.ts';
import { newBatch, planLessons, readLesson, type Batch, type BatchRow } from './batch-rows.ts';

const zone = 'Asia/Singapore';
const [classId, tutorId, taId] = [1, 2, 3].map((n) => `0190f3b4-0000-7000-8000-00000000000${n}`);
const tuitionClass = {
  _id: classId ?? '',
  name: 'P6 Mathematics',
  schedule: { date_of_week: 'Sat', start_time: '14:00', end_time: '15:30' },
  start_date: '2027-03-31T16:00:00Z',
  tutor: [{ _id: tutorId ?? '', name: 'Ong Jun Jie' }],
  ta: [{ _id: taId ?? '', name: 'Wong Kar Wai' }],
};
const read = (changes: Partial<BatchRow> = {}, choice: Partial<Batch> = {}) => {
  const begun = newBatch(tuitionClass, { today: '2026-11-21', zone, platform: 'Zoom' });
  const batch = { ...begun, ...choice };
  const rows = batch.rows.map((row, at) => (at === 0 ? { ...row, ...changes } : row));
  const [first] = planLessons({ ...batch, rows }, tuitionClass.name);
  if (!first) throw new Error('No row was planned.');
  return readLesson(batch, first, tuitionClass, zone);
};

describe('the request of a row', () => {
  test('has times in the business time zone and the class’s tutors and TAs', () => {
    expect(read()).toMatchObject({
      problems: {},
      body: {
        class: classId,
        name: 'P6 Mathematics L1',
        meta: { index: 1, term: 1 },
        scheduled_on: '2027-04-03T06:00:00Z',
        ended_on: '2027-04-03T07:30:00Z',
        tutor: [tutorId],
        ta: [taId],
        hosting_platform: 'Zoom',
        hosting_type: 'webinar',
        allow_overlap: false,
      },
    });
  });

  test('uses the row’s tutors when they differ from the class’s', () => {
    expect(read({ tutor: [{ _id: taId ?? '', name: 'Lim' }] }).body?.tutor).toEqual([taId]);
  });

  test('ends on the next day when the end is not after the start', () => {
    const { body } = read({ start: '23:00', end: '00:30' });
    expect(body?.ended_on).toBe('2027-04-03T16:30:00Z');
  });

  test('allows a double booking only if lessons that clash are saved anyway', () => {
    for (const clashes of ['change', 'leave', 'save'] as const)
      expect(read({}, { clashes }).body?.allow_overlap).toBe(clashes === 'save');
  });

  test('is resent unchanged even when the class has changed', () => {
    const sent = createLessonSchema.parse({ ...read().body, name: 'As it was' });
    expect(read({ sent }).body).toBe(sent);
  });

  test('is missing when a field is invalid, with an error per field', () => {
    expect(read({ name: ' ', start: '', index: 0 })).toEqual({
      problems: {
        name: 'Please enter a name',
        start: 'Please enter the start',
        index: 'At least 1',
      },
    });
    expect(read({ index: '1.5', term: '-1', day: '31 Nov 2026' }).problems).toEqual({
      index: 'Please enter a whole number',
      term: 'Please enter a whole number',
      day: noSuchDay('31 Nov 2026'),
    });
    expect(read({ end: '14:00' }).problems).toEqual({ end: 'A lesson is at most 12 hours long' });
  });
});

import { expect, test } from 'vitest';
import { lessonValuesOf, newLessonValues } from './lesson-values.ts';
import { aLessonRecord, goh, lim } from './lesson.test-helper.ts';

const timeZone = 'Asia/Singapore';
const tuitionClass = {
  tutor: [goh],
  ta: [lim],
  schedule: { date_of_week: 'Sat', start_time: '14:00', end_time: '15:30' },
  // Thu 1 Jan 2026 in Singapore.
  start_date: '2025-12-31T16:00:00.000Z',
};
const newValues = (values: Partial<Parameters<typeof newLessonValues>[0]> = {}) =>
  newLessonValues({
    class: tuitionClass,
    last: undefined,
    timeZone,
    productName: 'Staffroom',
    ...values,
  });

test('a saved lesson shows its times in the business time zone', () => {
  expect(lessonValuesOf(aLessonRecord(), timeZone)).toMatchObject({
    day: '2026-03-14',
    start: '14:00',
    end: '15:30',
    index: 10,
    term: 1,
  });
});

test('a new lesson begins with the class’s teachers and times and the defaults', () => {
  expect(newValues()).toEqual({
    name: '',
    desc: '',
    day: '2026-01-03',
    unreadable_day: '',
    start: '14:00',
    end: '15:30',
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
])(
  'the first lesson of a class on %s stands on that weekday, from its start on',
  (weekday, day) => {
    const schedule = { ...tuitionClass.schedule, date_of_week: weekday };
    expect(newValues({ class: { ...tuitionClass, schedule } }).day).toBe(day);
  },
);

test('a further lesson is a week after the last one and counts on', () => {
  // Sun 15 Mar 2026, 0:30 am in Singapore.
  const last = { scheduled_on: '2026-03-14T16:30:00.000Z', meta: { index: 10, term: 2 } };
  expect(newValues({ last })).toMatchObject({ day: '2026-03-22', index: 11, term: 2 });
});

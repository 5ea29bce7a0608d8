import { expect, test } from 'vitest';
import { holidaysOn } from 'staffroom-contract/domains/lessons/holidays.ts';
import {
  clashingRows,
  holidaysFor,
  holidayWords,
  isBeyondHolidays,
  skipHolidays,
  undoSkip,
  unusualRows,
} from './batch-checks.ts';
import {
  changeRow,
  newBatch,
  planLessons,
  readLesson,
  type Batch,
  type BatchRow,
} from './batch-rows.ts';

const name = 'Sec 3 A Maths';
const zone = 'Asia/Singapore';
const batchFrom = (day: string, weekday: string): Batch =>
  newBatch(
    {
      name,
      schedule: { date_of_week: weekday, start_time: '19:00', end_time: '21:00' },
      start_date: `${day}T00:00:00+08:00`,
    },
    { today: day, zone, platform: 'Zoom' },
  );
const daysOf = (batch: Batch) => planLessons(batch, name).map(({ day }) => day);
const publicOnly = { countsSchoolHolidays: false };

test('skipping a holiday moves the lesson and all later ones', () => {
  const batch = batchFrom('2027-04-17', 'Sat');
  const key = batch.rows[2]?.key;
  expect(daysOf(batch)[2]).toBe('2027-05-01');
  const skipped = skipHolidays(batch, name, key);
  expect(daysOf(skipped)).toEqual([
    '2027-04-17',
    '2027-04-24',
    '2027-05-08',
    '2027-05-15',
    '2027-05-22',
  ]);
  expect(daysOf(undoSkip(skipped))).toEqual(daysOf(batch));
});

test('skips all holidays at once, including a whole vacation', () => {
  const batch = batchFrom('2027-05-15', 'Sat');
  expect(daysOf(skipHolidays(batch, name))).toEqual([
    '2027-05-15',
    '2027-05-22',
    '2027-07-03',
    '2027-07-10',
    '2027-07-17',
  ]);
});

test('skips school holidays only when they are counted', () => {
  const batch = { ...batchFrom('2026-12-11', 'Fri'), ...publicOnly };
  expect(holidaysFor(batch, '2026-12-11')).toEqual([]);
  expect(daysOf(skipHolidays(batch, name))).toEqual([
    '2026-12-11',
    '2026-12-18',
    '2027-01-08',
    '2027-01-15',
    '2027-01-22',
  ]);
});

test('moves a later day chosen by hand by the same number of days', () => {
  const batch = batchFrom('2027-04-24', 'Sat');
  const chosen = changeRow(batch, batch.rows[3]?.key ?? '', { day: '2027-05-12' });
  expect(daysOf(skipHolidays(chosen, name))[3]).toBe('2027-05-19');
  const undone = undoSkip(skipHolidays(chosen, name));
  expect(daysOf(undone)).toEqual(daysOf(chosen));
});

test('changes nothing and offers no undo when no lesson falls on a holiday', () => {
  const batch = batchFrom('2026-07-11', 'Sat');
  expect(skipHolidays(batch, name)).toBe(batch);
  expect(undoSkip(batch)).toBe(batch);
});

test('does not move a lesson whose answer was lost', () => {
  const batch = batchFrom('2027-05-01', 'Sat');
  const sent = {
    ...batch,
    rows: batch.rows.map((row, at) =>
      at === 0 ? { ...row, sent: {} as NonNullable<typeof row.sent> } : row,
    ),
  };
  expect(daysOf(skipHolidays(sent, name))[0]).toBe('2027-05-01');
});

test('names the kind of holiday and marks forecasts', () => {
  const words = (day: string) => holidaysOn(day).map(holidayWords);
  expect(words('2026-12-25')).toEqual([
    'Christmas Day (public holiday)',
    'Year-end school holidays',
  ]);
  expect(words('2027-10-28')).toEqual(['Deepavali (public holiday, forecast)']);
  expect(words('2026-10-02')).toEqual(['Children’s Day (school holiday)']);
  expect(isBeyondHolidays('2027-12-31')).toBe(false);
  expect(isBeyondHolidays('2028-01-01')).toBe(true);
});

const tutor = { _id: '0190f3b4-0000-7000-8000-000000000002', name: 'Ong Jun Jie' };
const rowsOf = (changes: readonly Partial<BatchRow>[]) => {
  const begun = batchFrom('2027-04-17', 'Sat');
  const batch = changes.reduce<Batch>(
    (last, change, at) => changeRow(last, last.rows[at]?.key ?? '', change),
    begun,
  );
  const tuitionClass = { _id: '0190f3b4-0000-7000-8000-000000000001', tutor: [tutor], ta: [] };
  return planLessons(batch, name).map((row) => ({
    ...row,
    ...readLesson(batch, row, tuitionClass, zone),
  }));
};

test('warns about rows that conflict with the class, its lessons or other rows', () => {
  const planned = rowsOf([{}, {}, { index: 1 }, { day: '2026-01-03', index: 4 }]);
  const unusual = unusualRows(planned, {
    tuitionClass: { end_date: '2027-04-23T10:00:00Z' },
    lessons: [{ name: 'Surds', meta: { term: 1, index: 2 } }],
    now: '2026-11-21T00:00:00Z',
    zone,
  });
  expect([...unusual.values()]).toEqual([
    ['T1 L1 appears twice.'],
    ['After the class’s end, 23 Apr 2027.', 'T1 L2 is also Surds.'],
    ['After the class’s end, 23 Apr 2027.', 'T1 L1 appears twice.'],
    ['In the past.'],
    ['In the past.'],
  ]);
});

test('overlapping rows clash only when they share a tutor', () => {
  const clashes = (change: Partial<BatchRow>) => [
    ...clashingRows(rowsOf([{}, { day: '2027-04-17', ...change }])).values(),
  ];
  expect(clashes({})).toEqual([1, 0]);
  expect(clashes({ start: '20:59' })).toEqual([1, 0]);
  expect(clashes({ start: '21:00', end: '22:00' })).toEqual([]);
  expect(clashes({ tutor: [] })).toEqual([]);
});

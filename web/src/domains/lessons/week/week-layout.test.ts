import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysOfWeek } from './week-search.ts';
import { aLessonRecord, goh, lim } from '../lesson.test-helper.ts';
import {
  clashesOf,
  holidayOf,
  hoursOf,
  isFree,
  layOutWeek,
  placeOf,
  shortestDrawn,
  timetableOf,
  totalsOf,
  type Block,
} from './week-layout.ts';

const zone = 'Asia/Singapore';
const days = daysOfWeek('2026-03-09');
const monday = Date.parse('2026-03-08T16:00:00Z');
const minute = 60_000;

type Made = { _id: string; scheduled_on: string; ended_on: string };

const made = (id: string, from: number, length: number): Made => ({
  _id: id,
  scheduled_on: new Date(monday + from * minute).toISOString(),
  ended_on: new Date(monday + (from + length) * minute).toISOString(),
});
const blocksOf = (lessons: Made[]) => [...layOutWeek(lessons, days, zone).values()].flat();

const weeks = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }),
      length: fc.integer({ min: 1, max: 12 * 60 }),
    }),
    { maxLength: 60 },
  )
  .map((lessons) => lessons.map(({ from, length }, index) => made(`${index}`, from, length)));

/** A block's drawn area, with columns one unit wide. */
const areaOf = ({ day, from, to, lane, lanes }: Block<Made>) => {
  const column = days.indexOf(day);
  return {
    left: column + lane / lanes,
    right: column + (lane + 1) / lanes,
    top: from,
    bottom: Math.max(to, from + shortestDrawn),
  };
};

describe('the lessons of a week', () => {
  test('are all shown, each once, within its day', () => {
    fc.assert(
      fc.property(weeks, (lessons) => {
        const blocks = blocksOf(lessons);
        expect(blocks.map(({ lesson }) => lesson._id).toSorted()).toEqual(
          lessons.map(({ _id }) => _id).toSorted(),
        );
        for (const block of blocks) {
          expect(block.lane).toBeLessThan(block.lanes);
          expect({ day: block.day, from: block.from, to: block.to }).toEqual(
            placeOf(block.lesson, zone),
          );
        }
      }),
    );
  });

  test('never share space', () => {
    const slack = 1e-9;
    fc.assert(
      fc.property(weeks, (lessons) => {
        const areas = blocksOf(lessons).map(areaOf);
        for (const [index, one] of areas.entries())
          for (const other of areas.slice(index + 1)) {
            const apart =
              one.right <= other.left + slack ||
              other.right <= one.left + slack ||
              one.bottom <= other.top ||
              other.bottom <= one.top;
            expect(apart).toBe(true);
          }
      }),
    );
  });

  test('fill their day where nothing is beside them', () => {
    const blocks = blocksOf([
      made('a', 600, 60),
      made('b', 630, 60),
      made('c', 660, 60),
      made('d', 720, 60),
    ]);
    expect(blocks.map(({ lesson, lane, lanes }) => [lesson._id, lane, lanes])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
      ['d', 0, 1],
    ]);
  });

  test('belong to the business day on which they begin, also past midnight', () => {
    expect(placeOf(made('a', 23 * 60 + 30, 90), zone)).toEqual({
      day: '2026-03-09',
      from: 23 * 60 + 30,
      to: 25 * 60,
    });
  });
});

describe('the hours', () => {
  test('contain every lesson with an hour to spare', () => {
    fc.assert(
      fc.property(weeks, (lessons) => {
        const hours = hoursOf(blocksOf(lessons));
        expect(hours.from % 60).toBe(0);
        for (const { from, to } of blocksOf(lessons)) {
          expect(from).toBeGreaterThanOrEqual(hours.from);
          expect(to).toBeLessThan(hours.to);
        }
      }),
    );
    expect(hoursOf([])).toEqual({ from: 9 * 60, to: 21 * 60 });
    expect(hoursOf([{ from: 490, to: 22 * 60 }])).toEqual({ from: 7 * 60, to: 23 * 60 });
  });
});

describe('the timetable', () => {
  const lesson = (id: string, from: number, values: Parameters<typeof aLessonRecord>[0] = {}) =>
    aLessonRecord({ ...made(id, from, 90), tutor: [goh], ...values });
  const tuesday = 24 * 60;

  test('has a row for each tutor by name, lessons without one first', () => {
    const rows = timetableOf(
      [
        lesson('b', 960, { tutor: [lim] }),
        lesson('a', 600, { tutor: [goh, lim] }),
        lesson('c', tuesday, { tutor: [] }),
      ],
      days,
      zone,
    );
    expect(
      rows.map(({ tutor, count, days: byDay }) => [
        tutor?.name ?? null,
        count,
        byDay.get('2026-03-09')?.map((spot) => spot.lesson?._id ?? null),
        byDay.get('2026-03-10')?.map((spot) => spot.lesson?._id ?? null),
      ]),
    ).toEqual([
      [null, 1, [null], ['c']],
      [goh.name, 1, ['a'], [null]],
      [lim.name, 2, ['a', 'b'], [null]],
    ]);
    const keys = rows.flatMap((row) => [...row.days.values()].flat()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('has no "No tutor" row when every lesson has a tutor', () => {
    expect(timetableOf([lesson('a', 600)], days, zone).map(({ tutor }) => tutor)).toEqual([goh]);
    expect(timetableOf([], days, zone)).toEqual([]);
  });

  test('has one row for each given tutor without lessons, sorted by name', () => {
    const ang = { _id: '01987a55-0000-7000-8000-000000000013', name: 'Ang Li Na' };
    const rows = timetableOf([lesson('a', 600, { tutor: [lim] })], days, zone, [lim, goh, ang]);
    expect(rows.map(({ tutor, count }) => [tutor?.name, count])).toEqual([
      ['Ang Li Na', 0],
      [goh.name, 0],
      [lim.name, 1],
    ]);
    expect(rows[0]?.days.size).toBe(7);
  });

  test('marks overlapping lessons of a tutor, and no lessons without a tutor', () => {
    const [unassigned, first] = timetableOf(
      [
        lesson('a', 600),
        lesson('b', 660),
        lesson('c', 750),
        lesson('d', 660, { is_active: false }),
        lesson('e', 600, { tutor: [] }),
        lesson('f', 600, { tutor: [] }),
      ],
      days,
      zone,
    );
    expect([...(first?.clashing ?? [])]).toEqual(['a', 'b']);
    expect(unassigned?.clashing.size).toBe(0);
    const [pair] = clashesOf([lesson('b', 660), lesson('a', 600), lesson('c', 750)]);
    expect(pair?.map(({ _id }) => _id)).toEqual(['a', 'b']);
  });

  test('returns whether a tutor is free, ignoring the lesson itself', () => {
    const lessons = [lesson('a', 600), lesson('b', 900, { is_active: false })];
    expect(isFree(lessons, goh._id, made('x', 660, 60))).toBe(false);
    expect(isFree(lessons, goh._id, made('x', 690, 60))).toBe(true);
    expect(isFree(lessons, goh._id, made('x', 510, 90))).toBe(true);
    expect(isFree(lessons, goh._id, made('a', 660, 60))).toBe(true);
    expect(isFree(lessons, goh._id, made('x', 900, 60))).toBe(true);
    expect(isFree(lessons, lim._id, made('x', 660, 60))).toBe(true);
  });
});

test('totals a week’s full lessons and teaching time', () => {
  const lessons = [
    aLessonRecord({ ...made('a', 600, 90), seats: 20, max_cap: 20 }),
    aLessonRecord({ ...made('b', 900, 60), seats: 19, max_cap: 20 }),
  ];
  expect(totalsOf(lessons)).toEqual({ full: 1, minutes: 150 });
});

test('names a public holiday and marks a school holiday as such', () => {
  expect(holidayOf('2026-12-25')).toEqual({ name: 'Christmas Day', isPublic: true });
  expect(holidayOf('2026-12-24')).toEqual({ name: 'School holiday', isPublic: false });
  expect(holidayOf('2026-10-05')).toBeNull();
});

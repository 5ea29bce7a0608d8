import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysOfWeek } from './week-search.ts';
import { hoursOf, lanesOf, layOutWeek, placeOf, shortestDrawn, type Block } from './week-layout.ts';

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

/** Where a block is drawn: the days' columns are one wide. */
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
    expect(lanesOf(blocks)).toBe(2);
    expect(lanesOf([])).toBe(1);
  });

  test('stand on the day they begin by the clocks of the business, also past midnight', () => {
    expect(placeOf(made('a', 23 * 60 + 30, 90), zone)).toEqual({
      day: '2026-03-09',
      from: 23 * 60 + 30,
      to: 25 * 60,
    });
  });
});

describe('the hours', () => {
  test('hold every lesson with an hour to spare', () => {
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

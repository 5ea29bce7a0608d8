import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attendanceOf,
  isAroundLesson,
  mergeStays,
  presenceOf,
  type Presence,
  type Stay,
} from './attendance.rules.ts';

const lesson = { scheduled_on: '2026-03-14T06:00:00Z', ended_on: '2026-03-14T08:00:00Z' };
const after = { now: '2026-03-15T00:00:00Z', hasRows: true };
const at = (minutes: number) =>
  new Date(Date.parse(lesson.scheduled_on) + minutes * 60_000).toISOString();
const stay = (from: number, to: number | null): Presence => ({
  joined_at: at(from),
  left_at: to === null ? null : at(to),
});

const statuses = (students: Record<string, Presence | null>, when = after) =>
  Object.fromEntries(attendanceOf(new Map(Object.entries(students)), lesson, when));

describe('a person who joins and leaves', () => {
  test('has one stay: the earliest join and the latest leave', () => {
    const rows = [stay(50, 70), stay(-3, 20), stay(25, 45)];
    expect(mergeStays(rows)).toEqual(stay(-3, 70));
  });

  test('is still in after a last join without a leave', () => {
    const rows = [stay(0, 20), { joined_at: at(30), left_at: null }];
    expect(mergeStays(rows)).toEqual({ joined_at: at(0), left_at: null });
  });

  test('has a stay from a leave whose join was lost', () => {
    expect(mergeStays([{ joined_at: null, left_at: at(40) }])).toEqual(stay(40, 40));
    expect(mergeStays([])).toBeNull();
  });

  test('has the same stay in any order of the rows and with repeated rows', () => {
    const minutes = fc.integer({ min: -30, max: 200 });
    const rows = fc.array(
      fc.record({
        joined_at: fc.option(minutes.map(at), { nil: null }),
        left_at: fc.option(minutes.map(at), { nil: null }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, fc.array(fc.nat(), { minLength: 16, maxLength: 16 }), (given, order) => {
        const twice = [...given, ...given]
          .map((row, index) => ({ row, key: order[index] ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ row }) => row);
        expect(mergeStays(twice)).toEqual(mergeStays(given));
      }),
    );
  });
});

describe('the minutes of a person', () => {
  const minutesOf = (rows: readonly Stay[], now = after.now) =>
    presenceOf(rows, lesson, now)?.minutes;

  test('are the union of the stays, clipped to the lesson', () => {
    expect(minutesOf([stay(0, 20), stay(50, 70)])).toBe(40);
    expect(minutesOf([stay(0, 60), stay(30, 90)])).toBe(90);
    expect(minutesOf([stay(-15, 150)])).toBe(120);
    expect(minutesOf([stay(-20, -5)])).toBe(0);
    expect(minutesOf([stay(125, 140)])).toBe(0);
  });

  test('count until now while the person is in, and at most until the end', () => {
    const open = [stay(10, null)];
    expect(minutesOf(open, at(40))).toBe(30);
    expect(minutesOf(open, at(500))).toBe(110);
  });

  test('pair single joins and leaves, also on two devices at once', () => {
    const join = (minute: number): Stay => ({ joined_at: at(minute), left_at: null });
    const leave = (minute: number): Stay => ({ joined_at: null, left_at: at(minute) });
    expect(minutesOf([leave(20), join(0), join(40), leave(60)])).toBe(40);
    expect(minutesOf([join(0), join(10), leave(50), leave(100)])).toBe(100);
    expect(minutesOf([leave(30)])).toBe(0);
    expect(minutesOf([join(0), join(40), leave(60)])).toBe(60);
  });

  test('are the minutes of the lesson with any open stay, in any order of the rows and with repeats', () => {
    const minute = fc.integer({ min: -60, max: 200 });
    const stays = fc.array(fc.tuple(minute, minute), { maxLength: 8 });
    fc.assert(
      fc.property(stays, fc.nat(), (pairs, turn) => {
        const ordered = pairs.map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
        const rows = ordered.map(([from = 0, to = 0]) => stay(from, to));
        const inside = Array.from({ length: 120 }, (_, each) => each).filter((each) =>
          ordered.some(([from = 0, to = 0]) => from <= each && each < to),
        );
        const cut = rows.length === 0 ? 0 : turn % rows.length;
        const turned = [...rows.slice(cut), ...rows.slice(0, cut), ...rows.slice(0, 1)];
        expect(minutesOf(rows) ?? 0).toBe(inside.length);
        expect(minutesOf(turned) ?? 0).toBe(inside.length);
      }),
    );
  });
});

test('a stay belongs to the lesson from 2 hours before its start to 2 hours after its end', () => {
  const isAround = ([from, to]: readonly [number, number]) =>
    isAroundLesson({ joined_at: at(from), left_at: at(to) }, lesson);
  const stays = [
    [-180, -121],
    [-180, -120],
    [240, 300],
    [241, 300],
  ] as const;
  expect(stays.map(isAround)).toEqual([false, true, true, false]);
});

test('no one is in more than 30 minutes after the end', () => {
  const isIn = (now: string) => presenceOf([stay(0, null)], lesson, now)?.is_in;
  expect([at(60), at(150), at(151)].map(isIn)).toEqual([true, true, false]);
  expect(presenceOf([stay(0, 60)], lesson, at(70))?.is_in).toBe(false);
});

describe('how a student attended', () => {
  test('is half attended after leaving more than 30 minutes before the last student', () => {
    expect(statuses({ last: stay(0, 120), late: stay(0, 90), early: stay(0, 89) })).toEqual({
      last: 'attended',
      late: 'attended',
      early: 'half attended',
    });
  });

  test('lasts until the end, or now while the lesson runs, for a student not seen leaving', () => {
    expect(statuses({ here: stay(0, null), gone: stay(0, 80) })).toEqual({
      here: 'attended',
      gone: 'half attended',
    });
    const running = { now: at(85), hasRows: true };
    expect(statuses({ here: stay(0, null), gone: stay(0, 80) }, running).gone).toBe('attended');
  });

  test('is absent without a join, once the lesson has begun and has attendance data', () => {
    expect(statuses({ here: stay(0, 120), away: null }).away).toBe('absent');
    expect(statuses({ away: null }, { ...after, hasRows: false }).away).toBeNull();
    expect(statuses({ here: stay(-5, null), away: null }, { now: at(-1), hasRows: true })).toEqual({
      here: 'attended',
      away: null,
    });
  });

  test('the last student attended, whatever others did; leaving earlier never gives a better status', () => {
    const minutes = fc.integer({ min: 0, max: 240 });
    const many = fc.array(minutes, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(many, minutes, (lefts, more) => {
        const of = (ends: number[]) =>
          attendanceOf(new Map(ends.map((end, id) => [id, stay(0, end)])), lesson, after);
        const found = of(lefts);
        const last = Math.max(...lefts);
        lefts.forEach((end, id) =>
          expect(found.get(id)).toBe(last - end > 30 ? 'half attended' : 'attended'),
        );
        const longer = of(lefts.map((end, id) => (id === 0 ? end + more : end)));
        expect(longer.get(0)).toBe(
          Math.max(last, lefts[0]! + more) - (lefts[0]! + more) > 30 ? 'half attended' : 'attended',
        );
        // A student who half attended does not get a better status when another one stays longer.
        lefts.slice(1).forEach((_end, index) => {
          if (found.get(index + 1) === 'half attended')
            expect(longer.get(index + 1)).toBe('half attended');
        });
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attendanceOf, mergeStays, type Presence } from './attendance.rules.ts';

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

describe('a person who comes and goes', () => {
  test('has one stay: the earliest coming and the latest going', () => {
    const rows = [stay(50, 70), stay(-3, 20), stay(25, 45)];
    expect(mergeStays(rows)).toEqual(stay(-3, 70));
  });

  test('is there still after coming last and not going', () => {
    const rows = [stay(0, 20), { joined_at: at(30), left_at: null }];
    expect(mergeStays(rows)).toEqual({ joined_at: at(0), left_at: null });
  });

  test('is known by a going alone, whose coming was lost', () => {
    expect(mergeStays([{ joined_at: null, left_at: at(40) }])).toEqual(stay(40, 40));
    expect(mergeStays([])).toBeNull();
  });

  test('has the same stay in whatever order the rows come, and however often', () => {
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

describe('how a student attended', () => {
  test('half, who left more than 30 minutes before the last student', () => {
    expect(statuses({ last: stay(0, 120), late: stay(0, 90), early: stay(0, 89) })).toEqual({
      last: 'attended',
      late: 'attended',
      early: 'half attended',
    });
  });

  test('who was not seen leaving stayed until the end, in a lesson that runs until now', () => {
    expect(statuses({ here: stay(0, null), gone: stay(0, 80) })).toEqual({
      here: 'attended',
      gone: 'half attended',
    });
    const running = { now: at(85), hasRows: true };
    expect(statuses({ here: stay(0, null), gone: stay(0, 80) }, running).gone).toBe('attended');
  });

  test('absent, who never came, once the lesson has begun and something is known of it', () => {
    expect(statuses({ here: stay(0, 120), away: null }).away).toBe('absent');
    expect(statuses({ away: null }, { ...after, hasRows: false }).away).toBeNull();
    expect(statuses({ here: stay(-5, null), away: null }, { now: at(-1), hasRows: true })).toEqual({
      here: 'attended',
      away: null,
    });
  });

  test('the last student has attended, whoever else was there; nobody is better for leaving earlier', () => {
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
        // Who had attended half is no better off when another stays longer.
        lefts.slice(1).forEach((_end, index) => {
          if (found.get(index + 1) === 'half attended')
            expect(longer.get(index + 1)).toBe('half attended');
        });
      }),
    );
  });
});

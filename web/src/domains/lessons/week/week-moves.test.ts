import { describe, expect, test } from 'vitest';
import { daysOfWeek } from './week-search.ts';
import { neighbourOf, snapped, stepTarget, timesAt } from './week-moves.ts';

const zone = 'Asia/Singapore';
const days = daysOfWeek('2026-03-09');
const target = { day: '2026-03-14', from: 14 * 60 };

describe('moving a lesson by keys', () => {
  test('goes by quarters of an hour and days', () => {
    expect(stepTarget(target, 'ArrowUp', days)).toEqual({ ...target, from: 13 * 60 + 45 });
    expect(stepTarget(target, 'ArrowDown', days)).toEqual({ ...target, from: 14 * 60 + 15 });
    expect(stepTarget(target, 'ArrowLeft', days)).toEqual({ ...target, day: '2026-03-13' });
    expect(stepTarget(target, 'ArrowRight', days)).toEqual({ ...target, day: '2026-03-15' });
    expect(stepTarget(target, 'Tab', days)).toBeNull();
  });

  test('meets the quarters from a time between them', () => {
    const odd = { ...target, from: 14 * 60 + 10 };
    expect(stepTarget(odd, 'ArrowUp', days)?.from).toBe(14 * 60);
    expect(stepTarget(odd, 'ArrowDown', days)?.from).toBe(14 * 60 + 15);
  });

  test('stays within the day and the week', () => {
    expect(stepTarget({ ...target, from: 0 }, 'ArrowUp', days)?.from).toBe(0);
    expect(stepTarget({ ...target, from: 23 * 60 + 45 }, 'ArrowDown', days)?.from).toBe(1425);
    expect(stepTarget({ ...target, day: '2026-03-15' }, 'ArrowRight', days)?.day).toBe(
      '2026-03-15',
    );
    expect(stepTarget({ ...target, day: '2026-03-09' }, 'ArrowLeft', days)?.day).toBe('2026-03-09');
  });
});

describe('a dropped lesson', () => {
  test('begins at the nearest quarter that is shown', () => {
    const hours = { from: 9 * 60, to: 21 * 60 };
    expect(snapped(14 * 60 + 7, hours)).toBe(14 * 60);
    expect(snapped(14 * 60 + 8, hours)).toBe(14 * 60 + 15);
    expect(snapped(100, hours)).toBe(9 * 60);
    expect(snapped(2000, hours)).toBe(20 * 60 + 45);
    expect(snapped(1500, { from: 0, to: 26 * 60 })).toBe(23 * 60 + 45);
  });

  test('stays as long as it was', () => {
    const lesson = {
      scheduled_on: '2026-03-14T06:00:00.000Z',
      ended_on: '2026-03-14T07:25:00.000Z',
    };
    expect(timesAt(lesson, { day: '2026-03-15', from: 23 * 60 + 45 }, zone)).toEqual({
      scheduled_on: '2026-03-15T15:45:00Z',
      ended_on: '2026-03-15T17:10:00.000Z',
    });
  });
});

describe('the arrow keys between lessons', () => {
  const block = (_id: string, day: string, from: number) => ({ lesson: { _id }, day, from });
  const blocks = [
    block('a', '2026-03-09', 600),
    block('b', '2026-03-09', 900),
    block('c', '2026-03-12', 500),
    block('d', '2026-03-12', 880),
  ];

  test('lead along the day and to the nearest time of another', () => {
    expect(neighbourOf(blocks, 'a', 'ArrowDown')).toBe('b');
    expect(neighbourOf(blocks, 'b', 'ArrowDown')).toBeUndefined();
    expect(neighbourOf(blocks, 'b', 'ArrowUp')).toBe('a');
    expect(neighbourOf(blocks, 'b', 'ArrowRight')).toBe('d');
    expect(neighbourOf(blocks, 'c', 'ArrowLeft')).toBe('a');
    expect(neighbourOf(blocks, 'd', 'ArrowRight')).toBeUndefined();
    expect(neighbourOf(blocks, 'a', 'Enter')).toBeUndefined();
    expect(neighbourOf(blocks, 'gone', 'ArrowDown')).toBeUndefined();
  });
});

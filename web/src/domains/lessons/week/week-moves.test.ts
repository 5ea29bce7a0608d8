import { describe, expect, test } from 'vitest';
import { daysOfWeek } from './week-search.ts';
import { neighbourOf, snapped, stepRow, stepTarget, timesAt, tutorsAfter } from './week-moves.ts';

const zone = 'Asia/Singapore';
const days = daysOfWeek('2026-03-09');
const target = { day: '2026-03-14', from: 14 * 60 };

describe('moving a lesson by keys', () => {
  test('steps by quarter-hours and days', () => {
    expect(stepTarget(target, 'ArrowUp', days)).toEqual({ ...target, from: 13 * 60 + 45 });
    expect(stepTarget(target, 'ArrowDown', days)).toEqual({ ...target, from: 14 * 60 + 15 });
    expect(stepTarget(target, 'ArrowLeft', days)).toEqual({ ...target, day: '2026-03-13' });
    expect(stepTarget(target, 'ArrowRight', days)).toEqual({ ...target, day: '2026-03-15' });
    expect(stepTarget(target, 'Tab', days)).toBeNull();
  });

  test('snaps to quarter-hours from a time between them', () => {
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
  test('begins at the nearest visible quarter-hour', () => {
    const hours = { from: 9 * 60, to: 21 * 60 };
    expect(snapped(14 * 60 + 7, hours)).toBe(14 * 60);
    expect(snapped(14 * 60 + 8, hours)).toBe(14 * 60 + 15);
    expect(snapped(100, hours)).toBe(9 * 60);
    expect(snapped(2000, hours)).toBe(20 * 60 + 45);
    expect(snapped(1500, { from: 0, to: 26 * 60 })).toBe(23 * 60 + 45);
  });

  test('keeps its length', () => {
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

describe('moving a lesson in the timetable', () => {
  const tutors = [null, 'goh', 'lim'];
  const there = { ...target, tutor: 'goh' };

  test('steps by days and tutors and keeps its time', () => {
    expect(stepRow(there, 'ArrowUp', days, tutors)).toEqual({ ...there, tutor: null });
    expect(stepRow(there, 'ArrowDown', days, tutors)).toEqual({ ...there, tutor: 'lim' });
    expect(stepRow({ ...there, tutor: null }, 'ArrowUp', days, tutors)?.tutor).toBeNull();
    expect(stepRow({ ...there, tutor: 'lim' }, 'ArrowDown', days, tutors)?.tutor).toBe('lim');
    expect(stepRow(there, 'ArrowLeft', days, tutors)).toEqual({ ...there, day: '2026-03-13' });
    expect(stepRow(there, 'Tab', days, tutors)).toBeNull();
  });

  test('replaces the old row’s tutor with the new row’s', () => {
    expect(tutorsAfter(['goh', 'ong'], 'goh', 'lim')).toEqual(['lim', 'ong']);
    expect(tutorsAfter(['goh', 'lim'], 'goh', 'lim')).toEqual(['lim']);
    expect(tutorsAfter(['goh'], 'goh', null)).toEqual([]);
    expect(tutorsAfter([], null, 'lim')).toEqual(['lim']);
    expect(tutorsAfter(['goh'], 'goh', 'goh')).toBeUndefined();
    expect(tutorsAfter(['goh'], undefined, undefined)).toBeUndefined();
  });
});

describe('the arrow keys between lessons', () => {
  const spot = (key: string, day: string, from: number, row = 0) => ({ key, row, day, from });
  const spots = [
    spot('a', '2026-03-09', 600),
    spot('b', '2026-03-09', 900),
    spot('c', '2026-03-12', 500),
    spot('d', '2026-03-12', 880),
  ];
  const next = (key: string, arrow: string) => neighbourOf(spots, key, arrow)?.key;

  test('move along the day and to the nearest time of another day', () => {
    expect(next('a', 'ArrowDown')).toBe('b');
    expect(next('b', 'ArrowDown')).toBeUndefined();
    expect(next('b', 'ArrowUp')).toBe('a');
    expect(next('b', 'ArrowRight')).toBe('d');
    expect(next('c', 'ArrowLeft')).toBe('a');
    expect(next('d', 'ArrowRight')).toBeUndefined();
    expect(next('a', 'Enter')).toBeUndefined();
    expect(next('gone', 'ArrowDown')).toBeUndefined();
  });

  test('stay in the tutor’s row, regardless of time', () => {
    const rows = [
      spot('goh mon', '2026-03-09', 600, 1),
      spot('goh wed', '2026-03-11', 1140, 1),
      spot('lim tue', '2026-03-10', 0, 2),
      spot('lim wed', '2026-03-11', 1300, 2),
    ];
    expect(neighbourOf(rows, 'goh mon', 'ArrowRight')?.key).toBe('lim tue');
    expect(neighbourOf(rows, 'lim tue', 'ArrowRight')?.key).toBe('lim wed');
    expect(neighbourOf(rows, 'lim wed', 'ArrowUp')?.key).toBe('goh wed');
  });
});

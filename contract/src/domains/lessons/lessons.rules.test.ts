import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endOfLesson,
  hostingPlatforms,
  lessonStateAt,
  lessonTimesProblem,
} from './lessons.rules.ts';

const zone = 'Asia/Singapore';

test('a lesson is coming, live from its start and ended from its end', () => {
  const one = { scheduled_on: '2026-03-23T09:12:00.000Z', ended_on: '2026-03-23T10:00:00.000Z' };
  expect(lessonStateAt(one, '2026-03-23T09:11:59Z')).toBe('coming');
  expect(lessonStateAt(one, '2026-03-23T09:12:00Z')).toBe('live');
  expect(lessonStateAt(one, '2026-03-23T10:00:00Z')).toBe('ended');
});

describe('the end of a lesson', () => {
  test('is on the day of its start', () => {
    expect(endOfLesson('2026-03-14T06:00:00Z', '16:00', zone)).toBe('2026-03-14T08:00:00Z');
  });

  test('is the next day when its time is not after the start', () => {
    expect(endOfLesson('2026-03-14T15:00:00Z', '00:30', zone)).toBe('2026-03-14T16:30:00Z');
    expect(endOfLesson('2026-03-14T06:00:00Z', '14:00', zone)).toBe('2026-03-15T06:00:00Z');
  });

  test('is always after the start, by at most a day', () => {
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), minutes, (start, end) => {
        const starts = new Date(Date.UTC(2026, 0, 1) + start * 60_000).toISOString();
        const time = `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
        const length = Date.parse(endOfLesson(starts, time, zone)) - Date.parse(starts);
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThanOrEqual(24 * 60 * 60_000);
      }),
    );
  });
});

describe('the times of a lesson', () => {
  const at = (time: string) => `2026-03-14T${time}:00Z`;

  test('end after the start, at most 12 hours later', () => {
    expect(lessonTimesProblem({ scheduled_on: at('06:00'), ended_on: at('06:00') })).toBe(
      'The end is not after the start',
    );
    expect(
      lessonTimesProblem({ scheduled_on: at('06:00'), ended_on: at('18:00') }),
    ).toBeUndefined();
    expect(lessonTimesProblem({ scheduled_on: at('06:00'), ended_on: at('18:01') })).toBe(
      'A lesson is at most 12 hours long',
    );
  });
});

test('the first platform has the product’s name', () => {
  expect(hostingPlatforms('Staffroom')).toEqual(['Staffroom Classroom', 'Zoom', 'ClassIn']);
});

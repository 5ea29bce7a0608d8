import { expect, test } from 'vitest';
import {
  daysOfWeek,
  mondayOf,
  shownDayOf,
  weekSearchSchema,
  withDay,
  withNewLesson,
  withoutDialog,
  withWeek,
} from './week-search.ts';

const today = '2026-03-14';

test('a week begins on the Monday of the URL’s day, or of today', () => {
  expect(mondayOf({}, today)).toBe('2026-03-09');
  expect(mondayOf({ week: '2026-03-22' }, today)).toBe('2026-03-16');
  expect(daysOfWeek('2026-03-09').at(-1)).toBe('2026-03-15');
  expect(weekSearchSchema.parse({ week: 'soon', tutor: 'Goh', view: 'list' })).toEqual({});
});

test('another week keeps tutor and class; this week is left out of the URL', () => {
  const search = { tutor: 'a', class: 'b', day: '2026-03-10' };
  expect(withWeek(search, '2026-03-16', today)).toEqual({
    view: 'week',
    tutor: 'a',
    class: 'b',
    week: '2026-03-16',
    day: undefined,
  });
  expect(withWeek(search, '2026-03-09', today).week).toBeUndefined();
});

test('a phone shows the chosen day, else today, else Monday', () => {
  expect(shownDayOf({ day: '2026-03-10' }, today)).toBe('2026-03-10');
  expect(shownDayOf({ day: '2026-04-10' }, today)).toBe(today);
  expect(shownDayOf({ week: '2026-03-16' }, today)).toBe('2026-03-16');
  expect(withDay({}, '2026-03-16', today)).toMatchObject({ week: '2026-03-16', day: '2026-03-16' });
  expect(withDay({}, '2026-03-15', today)).toMatchObject({ week: undefined, day: '2026-03-15' });
});

test('opening and closing a new lesson keeps the week’s URL', () => {
  const search = { view: 'week' as const, class: 'b', week: '2026-03-16' };
  const opened = withNewLesson(search, { on: '2026-03-17', at: '14:00' });
  expect(opened).toMatchObject({ ...search, dialog: 'lesson', on: '2026-03-17', at: '14:00' });
  expect(withoutDialog(opened)).toEqual({ ...search, dialog: undefined });
  expect(weekSearchSchema.parse({ dialog: 'lesson', on: 'soon', at: '25:00' })).toEqual({
    dialog: 'lesson',
  });
});

test('tutors without lessons stay shown in another week', () => {
  const search = weekSearchSchema.parse({ tutors: 'all' });
  expect(search).toEqual({ tutors: 'all' });
  expect(withWeek(search, '2026-03-16', today).tutors).toBe('all');
  expect(weekSearchSchema.parse({ tutors: 'some' })).toEqual({});
});

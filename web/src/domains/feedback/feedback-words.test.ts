import { expect, test } from 'vitest';
import { dueWords, standingOf } from './feedback-words.ts';

const today = '2026-11-20';
const open = (due_date: string | null) => ({ state: 'open' as const, due_date });

test('an open follow-up is overdue the day after its due date, never without a date', () => {
  expect(standingOf(open('2026-11-19'), today).words).toBe('Overdue');
  expect(standingOf(open(today), today).words).toBe('Open');
  expect(standingOf(open(null), today).words).toBe('Open');
});

test('a finished follow-up is neither overdue nor due', () => {
  const done = { state: 'done' as const, due_date: '2026-11-01' };
  expect(standingOf(done, today).words).toBe('Done');
  expect(dueWords(done, today)).toBe('');
});

test('words a due date, with “today” for the current day', () => {
  expect(dueWords(open(today), today)).toBe('due today');
  expect(dueWords(open('2026-11-24'), today)).toBe('due 24 Nov 2026');
  expect(dueWords(open(null), today)).toBe('');
});

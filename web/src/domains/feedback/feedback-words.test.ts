import { expect, test } from 'vitest';
import { dueWords, standingOf } from './feedback-words.ts';

const today = '2026-11-20';
const open = (due_date: string | null) => ({ state: 'open' as const, due_date });

test('an open follow-up is late the day after its due date, one without a date never', () => {
  expect(standingOf(open('2026-11-19'), today).words).toBe('Overdue');
  expect(standingOf(open(today), today).words).toBe('Open');
  expect(standingOf(open(null), today).words).toBe('Open');
});

test('what is done is neither late nor due', () => {
  const done = { state: 'done' as const, due_date: '2026-11-01' };
  expect(standingOf(done, today).words).toBe('Done');
  expect(dueWords(done, today)).toBe('');
});

test('a due date is said, and today by its name', () => {
  expect(dueWords(open(today), today)).toBe('due today');
  expect(dueWords(open('2026-11-24'), today)).toBe('due 24 Nov 2026');
  expect(dueWords(open(null), today)).toBe('');
});

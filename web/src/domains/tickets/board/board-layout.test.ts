import { describe, expect, test } from 'vitest';
import { boardColumns, settableIn } from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import { isFoldedAtFirst, isShown, moreIn, neighbourOf } from './board-layout.ts';
import { daysSince, isLong, medianWords, shortDays, totalWords } from './board-words.ts';

describe('arrow keys on the board', () => {
  const columns = [['a', 'b', 'c'], [], ['d'], ['e', 'f']];

  test('move up and down a column and stop at its ends', () => {
    expect(neighbourOf(columns, 'b', 'ArrowUp')).toBe('a');
    expect(neighbourOf(columns, 'b', 'ArrowDown')).toBe('c');
    expect(neighbourOf(columns, 'a', 'ArrowUp')).toBeUndefined();
    expect(neighbourOf(columns, 'c', 'ArrowDown')).toBeUndefined();
  });

  test('move sideways to the same height in the next column with cards, or to its last card', () => {
    expect(neighbourOf(columns, 'c', 'ArrowRight')).toBe('d');
    expect(neighbourOf(columns, 'f', 'ArrowLeft')).toBe('d');
    expect(neighbourOf(columns, 'd', 'ArrowLeft')).toBe('a');
    expect(neighbourOf(columns, 'a', 'ArrowLeft')).toBeUndefined();
    expect(neighbourOf(columns, 'a', 'Tab')).toBeUndefined();
    expect(neighbourOf(columns, 'gone', 'ArrowUp')).toBeUndefined();
  });
});

test('only columns of statuses that staff may set accept a card', () => {
  const taking = (type: 'TrialConversion' | 'ClassRenewal') =>
    boardColumns[type].filter((column) => settableIn(type, column).length > 0);
  expect(taking('TrialConversion')).toEqual([
    'PRE TRIAL FOLLOWED UP',
    'POST TRIAL FOLLOWED UP',
    'PENDING DECISION',
    'PENDING PAYMENT',
    'closed',
  ]);
  expect(taking('ClassRenewal')).toEqual([
    'FOLLOWED UP',
    'PENDING DECISION',
    'PENDING PAYMENT',
    'closed',
  ]);
  expect(settableIn('ClassRenewal', 'closed')).toEqual(['RENEWED', 'DROPPED', 'CANCELED']);
});

test('counts tickets without a card, including tickets that another user moved away', () => {
  const tickets = [{ status: 'PENDING DECISION' }, { status: 'CLOSED WON' }] as const;
  expect(moreIn({ column: 'PENDING DECISION', count: 1, tickets })).toBe(0);
  expect(moreIn({ column: 'PENDING DECISION', count: 9, tickets })).toBe(8);
  expect(moreIn({ column: 'closed', count: 0, tickets })).toBe(0);
});

test('folds the last columns: closed, and payments without tickets or space', () => {
  const empty = { count: 0, median_days: null, tickets: [] };
  const one = { count: 1, median_days: 0, tickets: [{} as never] };
  expect(isFoldedAtFirst('ClassRenewal', { column: 'closed', ...one })).toBe(true);
  expect(isFoldedAtFirst('ClassRenewal', { column: 'PENDING PAYMENT', ...one })).toBe(false);
  expect(isFoldedAtFirst('ClassRenewal', { column: 'PENDING PAYMENT', ...empty })).toBe(true);
  expect(isFoldedAtFirst('TrialConversion', { column: 'PENDING PAYMENT', ...one })).toBe(true);
  expect(isFoldedAtFirst('TrialConversion', { column: 'TRIAL ABSENT', ...empty })).toBe(false);
  expect(isShown('TrialConversion', { column: 'INIT', ...empty })).toBe(false);
  expect(isShown('TrialConversion', { column: 'INIT', ...one })).toBe(true);
});

describe('time in a status', () => {
  const since = (at: string) => daysSince(at, '2026-03-23', 'Asia/Singapore');

  test('is counted in business days and is long after three', () => {
    expect(since('2026-03-22T16:00:00Z')).toBe(0);
    expect(since('2026-03-22T15:59:00Z')).toBe(1);
    expect(since('2026-03-24T00:00:00Z')).toBe(0);
    expect([3, 4].map(isLong)).toEqual([false, true]);
    expect([0, 4].map(shortDays)).toEqual(['today', '4 d']);
  });

  test('has a median if there are tickets', () => {
    const words = [null, 0, 1, 3].map((median_days) => medianWords({ median_days }));
    expect(words).toEqual(['', 'median today', 'median 1 day', 'median 3 days']);
  });
});

test('the footer counts open tickets and those closed this month', () => {
  const columns = [
    { column: 'INIT', count: 1204 },
    { column: 'PENDING DECISION', count: 2 },
    { column: 'closed', count: 3 },
  ] as const;
  expect(totalWords(columns)).toBe('1,206 open, 3 closed this month');
});

import { describe, expect, test } from 'vitest';
import { entryBodyOf, entryProblems, isTyped, newEntry, remainingAfter } from './credit-entry.ts';

const why = 'Lesson ended early';

describe('an entry as it is typed', () => {
  test('is fine from 1 to 100 with a reason', () => {
    for (const qty of [1, '7', 100])
      expect(entryProblems('ADD', { qty, remark: why }, 0)).toEqual({});
  });

  test.each([
    ['', 'Please enter a whole number'],
    ['-', 'Please enter a whole number'],
    [1.5, 'Please enter a whole number'],
    [0, 'At least 1'],
    [101, 'At most 100'],
  ])('with %j as quantity says so', (qty, words) => {
    expect(entryProblems('ADD', { qty, remark: why }, 5)).toEqual({ qty: words });
  });

  test('needs a reason that is more than spaces', () => {
    expect(entryProblems('ADD', { qty: 1, remark: '  \n' }, 5)).toEqual({
      remark: 'Please enter a reason',
    });
  });

  test('redeems no more than remains; adding has no such end', () => {
    const entry = { qty: 6, remark: why };
    expect(entryProblems('REDEEM', entry, 5)).toEqual({ qty: 'The remaining credit is 5.' });
    expect(entryProblems('REDEEM', entry, 0)).toEqual({ qty: 'The remaining credit is 0.' });
    expect(entryProblems('REDEEM', entry, 6)).toEqual({});
    expect(entryProblems('REDEEM', entry, undefined)).toEqual({});
    expect(entryProblems('ADD', entry, 5)).toEqual({});
  });

  test('says what would remain, once that is known', () => {
    const entry = { qty: 3, remark: '' };
    expect(remainingAfter('ADD', entry, 5)).toBe(8);
    expect(remainingAfter('REDEEM', entry, 5)).toBe(2);
    expect(remainingAfter('ADD', entry, undefined)).toBeUndefined();
    expect(remainingAfter('ADD', { qty: '', remark: '' }, 5)).toBeUndefined();
  });

  test('is sent trimmed, with a number', () => {
    expect(entryBodyOf('REDEEM', 'student', { qty: '4', remark: ` ${why}\n` })).toEqual({
      target_id: 'student',
      action: 'REDEEM',
      qty: 4,
      remark: why,
    });
  });

  test('would be lost by closing only when something was typed', () => {
    expect(isTyped(newEntry)).toBe(false);
    expect(isTyped({ ...newEntry, remark: '  ' })).toBe(false);
    expect(isTyped({ ...newEntry, qty: 2 })).toBe(true);
    expect(isTyped({ ...newEntry, remark: why })).toBe(true);
  });
});

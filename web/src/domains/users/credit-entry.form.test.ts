import { describe, expect, test } from 'vitest';
import { addCreditSchema } from 'staffroom-contract/domains/users/credit.contract.ts';
import { initialValues, missingOf, newBodyOf, problemsOf } from '../../kit/form/define-form.ts';
import { creditEntryForm, remainingAfter, type EntryAction } from './credit-entry.form.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-21' };
const why = 'Lesson ended early';

type Entry = { qty: number | string; remark: string };
const problemsOfEntry = (action: EntryAction, entry: Entry, remaining: number | undefined) => {
  const form = creditEntryForm(action, remaining);
  return problemsOf(form, entry, {
    schema: addCreditSchema,
    record: undefined,
    context,
    withMissing: missingOf(form, entry).length > 0,
  });
};

describe('a credit entry', () => {
  test('begins with quantity 1 and requires a reason', () => {
    const form = creditEntryForm('ADD', 0);
    expect(initialValues(form)).toEqual({ qty: 1, remark: '' });
    expect(missingOf(form, initialValues(form))).toEqual(['reason']);
  });

  test('is valid from 1 to 100 with a reason', () => {
    for (const qty of [1, '7', 100])
      expect(problemsOfEntry('ADD', { qty, remark: why }, 0)).toEqual({});
  });

  test.each([
    ['', 'Please enter a whole number'],
    ['-', 'Please enter a whole number'],
    [1.5, 'Please enter a whole number'],
    [0, 'At least 1'],
    [101, 'At most 100'],
  ])('quantity %j shows "%s"', (qty, words) => {
    expect(problemsOfEntry('ADD', { qty, remark: why }, 5)).toEqual({ qty: words });
  });

  test('requires a reason that is not blank', () => {
    expect(problemsOfEntry('ADD', { qty: 1, remark: '  \n' }, 5)).toEqual({
      remark: 'Please enter a reason',
    });
  });

  test('redeems at most the remaining credit; adding has no such limit', () => {
    const entry = { qty: 6, remark: why };
    expect(problemsOfEntry('REDEEM', entry, 5)).toEqual({ qty: 'The remaining credit is 5.' });
    expect(problemsOfEntry('REDEEM', entry, 0)).toEqual({ qty: 'The remaining credit is 0.' });
    expect(problemsOfEntry('REDEEM', entry, 6)).toEqual({});
    expect(problemsOfEntry('REDEEM', entry, undefined)).toEqual({});
    expect(problemsOfEntry('ADD', entry, 5)).toEqual({});
  });

  test('shows the new balance once the current one is known', () => {
    expect(remainingAfter('ADD', 3, 5)).toBe(8);
    expect(remainingAfter('REDEEM', '3', 5)).toBe(2);
    expect(remainingAfter('ADD', 3, undefined)).toBeUndefined();
    expect(remainingAfter('ADD', '', 5)).toBeUndefined();
  });

  test('is sent with a trimmed reason and a number', () => {
    const entry = { qty: '4', remark: ` ${why}\n` };
    expect(newBodyOf(creditEntryForm('REDEEM', 5), entry, context)).toEqual({
      qty: 4,
      remark: why,
    });
  });
});

// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { editDraftId, keptDrafts, type Draft } from './drafts.ts';
import { newUnit } from './unit-value.ts';

beforeEach(() => localStorage.clear());

const draft = (id: string, at: string, changed: Draft['changed'] = { instruction: id }): Draft => ({
  id,
  at: `2026-03-23T${at}:00Z`,
  words: id,
  changed,
});

test('drafts belong to one user, are listed newest first, and are removed one by one', () => {
  const mei = keptDrafts('mei');
  mei.write(draft('one', '09:00', { unit: [newUnit(0)] }));
  mei.write(draft('two', '10:00'));
  keptDrafts('tan').write(draft('hers', '11:00'));
  expect(mei.list().map(({ id }) => id)).toEqual(['two', 'one']);
  expect(mei.read('one')?.changed.unit).toHaveLength(1);
  mei.clear('two');
  expect(mei.list().map(({ id }) => id)).toEqual(['one']);
});

test('a draft of a saved question is not listed with new ones', () => {
  const mei = keptDrafts('mei');
  mei.write(draft(editDraftId('42'), '09:00'));
  expect(mei.list()).toEqual([]);
  expect(mei.read(editDraftId('42'))?.words).toBe('edit 42');
});

test('drops fields that no longer fit the form, and restores the others', () => {
  const changed = { school: 'Nan Hua', level: 'primary-6', unit: [{ label: 1 }], other: 'x' };
  keptDrafts('mei').write(draft('one', '09:00', changed as unknown as Draft['changed']));
  expect(keptDrafts('mei').read('one')?.changed).toEqual({ school: 'Nan Hua' });
  localStorage.setItem('question-draft mei broken', '{');
  expect(keptDrafts('mei').list()).toHaveLength(1);
});

test('write returns false if the storage is full', () => {
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  } as unknown as Storage;
  expect(keptDrafts('mei', full).write(draft('one', '09:00'))).toBe(false);
});

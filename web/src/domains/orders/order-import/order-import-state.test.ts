import { describe, expect, test } from 'vitest';
import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { countRows, statusTextOf } from './order-import-labels.ts';
import { aRow } from './order-import-row.test-helper.ts';
import {
  emptyImport,
  hasUnsavedCorrections,
  nextOpenRow,
  reduceImport,
  type ImportAction,
  type ImportState,
} from './order-import-state.ts';

const after = (state: ImportState, ...actions: ImportAction[]) =>
  actions.reduce(reduceImport, state);

const previewed = (rows: ImportState['rows']): ImportAction => ({
  type: 'previewed',
  fileName: 'orders.csv',
  importId: 'import-1',
  rows,
  classes: [],
});
const rejected = aRow(1, { state: 'rejected' });
const threeOpen = after(emptyImport, previewed([rejected, aRow(2), aRow(3), aRow(4)]));

describe('stepping through the rows', () => {
  test('starts at the first open row', () => {
    expect(threeOpen).toMatchObject({ step: 'Rows', current: 2 });
  });

  test('a file without open rows opens at its summary', () => {
    expect(after(emptyImport, previewed([rejected])).step).toBe('Summary');
  });

  test('moves on to the next open row, wraps around after the last, then shows the summary', () => {
    const settle = (row: number): ImportAction => ({
      type: 'row settled',
      row: aRow(row, { state: 'processed' }),
    });
    const third = after(threeOpen, { type: 'row selected', row: 3 }, settle(3));
    expect(third.current).toBe(4);
    const fourth = after(third, settle(4));
    expect(fourth).toMatchObject({ step: 'Rows', current: 2 });
    expect(after(fourth, settle(2)).step).toBe('Summary');
  });

  test('a failure stays on the row until the row is edited', () => {
    const failed = after(threeOpen, { type: 'row failed', row: 2, reason: 'Full.' });
    expect(failed).toMatchObject({ current: 2, failures: { 2: 'Full.' } });
    const edited = after(failed, { type: 'row edited', row: 2, edit: { email: 'a@example.com' } });
    expect(edited.failures).toEqual({});
  });

  test('after a lost answer the row’s state is unknown until the server reports another state', () => {
    const lost = after(threeOpen, {
      type: 'row failed',
      row: 2,
      reason: 'No answer.',
      isUnanswered: true,
    });
    const known = (state: ImportState) =>
      state.rows.filter((row) => !row.isUnanswered).map((row) => row.row);
    const read = (change: Partial<ImportRow>): ImportAction => ({
      type: 'rows read',
      rows: [rejected, aRow(2, change), aRow(3), aRow(4)],
      classes: [],
    });
    expect(known(lost)).toEqual([1, 3, 4]);
    const edited = after(lost, { type: 'row edited', row: 2, edit: { email: 'a@example.com' } });
    expect(edited.failures).toEqual({ 2: 'No answer.' });
    // A call in flight may order it after this read.
    const stillOpen = after(edited, read({}), { type: 'row failed', row: 2, reason: 'No skip.' });
    expect(known(stillOpen)).toEqual([1, 3, 4]);
    expect(statusTextOf(stillOpen.rows[1]!)).toBe('Not known');
    expect(countRows(stillOpen.rows)).toMatchObject({ ready: 2, person: 1 });
    const ordered = after(stillOpen, read({ state: 'processed' }));
    expect([known(ordered), ordered.failures]).toEqual([[1, 2, 3, 4], {}]);
    const refused = after(stillOpen, {
      type: 'row failed',
      row: 2,
      reason: 'Full.',
      isUnanswered: false,
    });
    expect(known(refused)).toEqual([1, 2, 3, 4]);
  });

  test('the next open row wraps around and is never the row itself', () => {
    expect(nextOpenRow(threeOpen.rows, 4)?.row).toBe(2);
    expect(nextOpenRow([aRow(1)], 1)).toBeUndefined();
  });
});

describe('corrections', () => {
  const edit = (change: object): ImportAction => ({ type: 'row edited', row: 2, edit: change });

  test('another class, month or date resets the chosen lessons', () => {
    const chosen = after(threeOpen, edit({ lessons: ['l-14'] }));
    expect(after(chosen, edit({ class: 'class-2' })).edits[2]).toEqual({ class: 'class-2' });
    expect(after(chosen, edit({ month: '2026-04' })).edits[2]).toEqual({ month: '2026-04' });
    expect(after(chosen, edit({ email: 'a@example.com' })).edits[2]).toEqual({
      lessons: ['l-14'],
      email: 'a@example.com',
    });
  });

  test('closing asks only if typed corrections would be lost', () => {
    expect(hasUnsavedCorrections(threeOpen)).toBe(false);
    expect(hasUnsavedCorrections(after(threeOpen, edit({ email: 's2@example.com' })))).toBe(false);
    const corrected = after(threeOpen, edit({ email: 'other@example.com' }));
    expect(hasUnsavedCorrections(corrected)).toBe(true);
    const ordered = after(corrected, { type: 'row settled', row: aRow(2, { state: 'processed' }) });
    expect(hasUnsavedCorrections(ordered)).toBe(false);
  });

  test('survive a second preview of the same file, but not another file', () => {
    const corrected = after(threeOpen, edit({ class: 'class-2' }));
    expect(after(corrected, previewed(threeOpen.rows)).edits[2]).toEqual({ class: 'class-2' });
    const other = after(corrected, {
      type: 'file read',
      name: 'b.csv',
      table: { columns: [], rows: [] },
    });
    expect(other.edits).toEqual({});
  });
});

test('a student created by the run is still shown as new', () => {
  const rows = [aRow(2, { state: 'processed', student: { _id: 'user-1', name: 'Student 2' } })];
  expect(after(threeOpen, { type: 'rows read', rows, classes: [] }).rows[0]?.student).toBeNull();
});

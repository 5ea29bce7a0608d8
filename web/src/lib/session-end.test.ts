// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import {
  announceSessionExpired,
  hasEndedSession,
  keepPlace,
  onSessionExpired,
  placeToReturn,
  takeAct,
  takeDraft,
} from './session-end.ts';

const draft = (form: string, name: string) => ({ form, changed: { name }, version: 3 });

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/user?edit=7');
});

test('the same user returns to the address once', () => {
  expect(hasEndedSession()).toBe(false);
  keepPlace('mei');
  expect(hasEndedSession()).toBe(true);
  expect(placeToReturn('mei')).toBe('/user?edit=7');
  expect(hasEndedSession()).toBe(false);
  expect(placeToReturn('mei')).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('typed values are returned once, to the same user and form, with their version', () => {
  keepPlace('mei', { draft: draft('edit 7', 'Chua') });
  keepPlace('mei', { draft: draft('edit 7', 'Chua Si Ying') });
  placeToReturn('mei');
  expect(takeDraft('mei', 'edit 8')).toBeUndefined();
  expect(takeDraft('mei', 'edit 7')).toEqual(draft('edit 7', 'Chua Si Ying'));
  expect(takeDraft('mei', 'edit 7')).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('an open dialog is returned once, beside the values typed in it', () => {
  keepPlace('mei', { act: { act: 'cancelled order', about: { _id: '7' } } });
  keepPlace('mei', { draft: draft('cancel 7', 'Moves to Penang') });
  placeToReturn('mei');
  expect(takeAct('mei', 'updated order')).toBeNull();
  expect(takeAct('mei', 'cancelled order')).toEqual({ _id: '7' });
  expect(takeAct('mei', 'cancelled order')).toBeNull();
  expect(takeDraft('mei', 'cancel 7')).toEqual(draft('cancel 7', 'Moves to Penang'));
});

test('another user gets nothing, and what the first one left is discarded', () => {
  const typed = { draft: draft('edit 7', 'Chua'), act: { act: 'cancelled order', about: '7' } };
  keepPlace('mei', typed);
  expect(takeDraft('tan', 'edit 7')).toBeUndefined();
  expect(takeAct('tan', 'cancelled order')).toBeNull();
  expect(placeToReturn('tan')).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);

  keepPlace('mei', typed);
  keepPlace('tan', { draft: draft('edit 8', 'Lim') });
  expect(sessionStorage.getItem('session-ended')).not.toContain('Chua');
});

test('the end of a session is announced until the listener leaves', () => {
  const listener = vi.fn<() => void>();
  const leave = onSessionExpired(listener);
  announceSessionExpired();
  leave();
  announceSessionExpired();
  expect(listener).toHaveBeenCalledTimes(1);
});

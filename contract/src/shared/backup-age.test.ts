import { expect, test } from 'vitest';
import { backupState } from './backup-age.ts';

test('a backup is late after 24 hours and failing after 48', () => {
  const now = '2026-03-23T09:00:00Z';
  expect(backupState(null, now)).toBe('unknown');
  expect(backupState('2026-03-22T09:00:00Z', now)).toBe('fine');
  expect(backupState('2026-03-22T08:59:59Z', now)).toBe('late');
  expect(backupState('2026-03-21T08:59:59Z', now)).toBe('failing');
});

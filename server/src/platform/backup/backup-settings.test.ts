import { describe, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';

describe('the nightly backup', () => {
  test('has a folder and a number of its own', () => {
    expect(readSettings({}).backup).toBeUndefined();
    expect(readSettings({ BACKUP_AT: '02:00', BACKUP_TO: '/srv/backups' }).backup).toEqual({
      at: '02:00',
      to: '/srv/backups',
      keep: 14,
      keyFile: undefined,
    });
  });

  test.each(['2am', '24:00', '2:00', '02:60'])('is refused at %s', (BACKUP_AT) => {
    expect(() => readSettings({ BACKUP_AT })).toThrow(
      'BACKUP_AT must be a time of the day with 24 hours, for example BACKUP_AT=02:00.',
    );
  });

  test.each(['0', '-1', 'all'])('keeps no %s backups', (BACKUP_KEEP) => {
    expect(() => readSettings({ BACKUP_AT: '02:00', BACKUP_KEEP })).toThrow(
      'BACKUP_KEEP must be a whole number from 1 to 10000',
    );
  });
});

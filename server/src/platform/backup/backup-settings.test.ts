import { describe, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';

describe('the nightly backup', () => {
  test('has a folder and a number of its own', () => {
    expect(readSettings({}).backup).toBeUndefined();
    expect(readSettings({ BACKUP_AT: '02:00', BACKUP_TO: '/srv/backups' }).backup).toEqual({
      at: '02:00',
      to: '/srv/backups',
      bucket: undefined,
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

  const keys = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' };
  const toBucket = (BACKUP_TO: string, env = keys) =>
    readSettings({ BACKUP_AT: '02:00', BACKUP_TO, ...env }).backup;

  test.each([
    ['s3://staffroom-backups', ''],
    ['s3://staffroom-backups/', ''],
    ['s3://staffroom-backups/nightly', 'nightly/'],
    ['s3://staffroom-backups//company/staffroom nightly/', 'company/staffroom nightly/'],
  ])('has a place in a bucket: %s', (to, prefix) => {
    expect(toBucket(to)).toMatchObject({
      to,
      bucket: { name: 'staffroom-backups', prefix, region: 'ap-southeast-1', endpoint: undefined },
    });
  });

  test.each([
    's3://Staffroom/nightly',
    's3:/staffroom-backups',
    's3://',
    's3://staffroom-backups/../other',
    's3://an-id:a-secret@staffroom-backups/nightly',
    'https://staffroom-backups.s3.amazonaws.com',
    'gs://staffroom-backups',
  ])('is refused in %s, without repeating it', (to) => {
    expect(() => toBucket(to)).toThrow(
      /^BACKUP_TO must be a folder, or s3:\/\/ with the name of a bucket and a place in it, for example BACKUP_TO=s3:\/\/staffroom-backups\/nightly\.$/,
    );
  });

  test('needs the key of the account for a bucket', () => {
    expect(() => toBucket('s3://staffroom-backups', {} as typeof keys)).toThrow(
      'AWS_ACCESS_KEY_ID must be set if BACKUP_TO is set',
    );
  });
});

import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/build-test-app.ts';
import type { Manifest } from './backup-folder.ts';
import { findLastBackup } from './last-backup.ts';
import { recordBackup } from './record-backup.ts';

const app = useTestApp();

const manifest: Manifest = {
  format: 1,
  made: '2026-11-20T02:00:00.000Z',
  kind: 'dump',
  postgres: '18.4',
  migrations: [],
  folders: [],
  files: [],
};

test('a backup is recorded with its size, so that Admins see the last one', async () => {
  const lines: string[] = [];
  const place = { dataDir: '', databaseUrl: app.databaseUrl };
  expect(await recordBackup(place, { manifest, bytes: 12 }, (line) => lines.push(line))).toBe(true);
  expect(lines).toEqual([]);
  expect(await findLastBackup(app.database.db)).toMatchObject({ bytes: 12 });
});

test('a backup that cannot be recorded is complete, and says so', async () => {
  const lines: string[] = [];
  const away = { dataDir: '', databaseUrl: 'postgres://away:away@127.0.0.1:9/staffroom' };
  expect(await recordBackup(away, { manifest, bytes: 12 }, (line) => lines.push(line))).toBe(false);
  expect(lines).toEqual([
    expect.stringMatching(/^The backup is complete but could not be recorded for System health: /),
  ]);
});

import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aBucket } from '../../../test/s3-bucket.ts';
import { aFolder } from '../embedded-postgres/test-helpers.ts';
import type { Manifest } from './backup-folder.ts';
import type { Settings } from '../settings.ts';
import { recordBackup } from './record-backup.ts';
import { backUpIfDue, keepBackingUp } from './scheduled-backups.ts';

const app = useOwnTestApp();

/** A pg_dump that writes one line, or fails while its folder contains `fails`. */
const aDumpProgram = () => {
  const folder = aFolder();
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) 18.4"; exit 0; fi
if [ -e "${folder}/fails" ]; then echo "no space left" >&2; exit 1; fi
echo dump
`;
  writeFileSync(join(folder, 'pg_dump'), script, { mode: 0o755 });
  return folder;
};

const stage = ({ databaseUrl = app.databaseUrl } = {}) => {
  const to = join(aFolder(), 'backups');
  const programs = aDumpProgram();
  const lines: string[] = [];
  const stop = new AbortController();
  const dataDir = aFolder();
  type Host = Partial<NonNullable<Settings['backup']>>;
  const run = (now: string, host: Host = {}) =>
    backUpIfDue({
      settings: {
        dataDir,
        databaseUrl,
        businessTimeZone: 'Asia/Singapore',
        backup: { at: '02:00', to, bucket: undefined, keep: 2, keyFile: undefined, ...host },
      },
      databaseUrl,
      log: (line) => lines.push(line),
      stop: stop.signal,
      now: () => new Date(now),
      programDirs: [programs],
    });
  return {
    dataDir,
    to,
    programs,
    lines,
    stop,
    run,
    files: () => (existsSync(to) ? readdirSync(to) : []),
  };
};

const recorded = async () => {
  const { rows } = await app.database.pool.query<{ at: Date; bytes: number }>(
    `select at, (after ->> 'bytes')::int as bytes from audit_log where action = 'backup.made' order by at`,
  );
  return rows;
};

describe('the nightly backup', () => {
  test('is made once a day, at its time in the business time zone', async () => {
    const { run, files, to } = stage();
    // 01:59 and 02:00 in Singapore.
    expect(await run('2026-11-19T17:59:00Z')).toBe(false);
    expect(await run('2026-11-19T18:00:00Z')).toBe(true);
    expect(await run('2026-11-20T02:00:00Z')).toBe(false);
    expect(await run('2026-11-20T17:59:00Z')).toBe(false);
    expect(await run('2026-11-20T23:00:00Z')).toBe(true);
    expect(files()).toHaveLength(2);
    expect(files().every((name) => name.endsWith('.tar.gz'))).toBe(true);
    const rows = await recorded();
    expect(rows.map(({ at }) => at.toISOString())).toEqual([
      '2026-11-19T18:00:00.000Z',
      '2026-11-20T23:00:00.000Z',
    ]);
    const sizes = files()
      .toSorted()
      .map((name) => statSync(join(to, name)).size);
    expect(rows.map(({ bytes }) => bytes)).toEqual(sizes);
  });

  test('uses the host of DATABASE_URL that answers', async () => {
    const databaseUrl = app.databaseUrl.replace('@', '@127.0.0.1:1,');
    const { run, files } = stage({ databaseUrl });
    expect(await run('2026-11-29T18:00:00Z')).toBe(true);
    expect(files()).toHaveLength(1);
  });

  test('keeps as many as set', async () => {
    const { run, files } = stage();
    for (const day of [1, 2, 3]) await run(`2026-12-0${day}T18:00:00Z`);
    expect(files()).toHaveLength(2);
  });

  test('is made by one of several processes', async () => {
    const { run, files } = stage();
    const made = await Promise.all([1, 2, 3].map(() => run('2026-12-10T18:00:00Z')));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(files()).toHaveLength(1);
  });

  test('that failed leaves nothing, and is made once the cause is gone', async () => {
    const { run, files, programs } = stage();
    writeFileSync(join(programs, 'fails'), '');
    await expect(run('2026-12-20T18:00:00Z')).rejects.toThrow('no space left');
    expect(files()).toEqual([]);
    rmSync(join(programs, 'fails'));
    expect(await run('2026-12-20T19:00:00Z')).toBe(true);
    expect(files()).toHaveLength(1);
  });

  test('is not made after one by hand since its time', async () => {
    const { run } = stage();
    const by = { dataDir: '', databaseUrl: app.databaseUrl };
    const manifest = { kind: 'dump', made: '2026-12-24T18:05:00.000Z' } as Manifest;
    const now = new Date('2026-12-24T18:05:00Z');
    expect(await recordBackup(by, { manifest, bytes: 1, now }, () => undefined)).toBe(true);
    expect(await run('2026-12-24T18:10:00Z')).toBe(false);
    expect(await run('2026-12-25T18:00:00Z')).toBe(true);
  });

  test('is copied into a bucket, with as many as set, and not recorded if that fails', async () => {
    const { run, files, dataDir } = stage();
    const { bucket, objects, failures } = await aBucket();
    const others = { 'nightly/notes.txt': 'not ours', 'other/staffroom-old.tar.gz': 'another' };
    Object.assign(objects, others);
    const backup = { bucket, to: 's3://staffroom-backups/nightly' };
    const before = (await recorded()).length;
    failures.push(403);
    await expect(run('2027-01-01T18:00:00Z', backup)).rejects.toThrow(
      'The bucket of the backups refused with SlowDown.',
    );
    expect(await recorded()).toHaveLength(before);
    for (const day of [1, 2, 3]) expect(await run(`2027-01-0${day}T18:30:00Z`, backup)).toBe(true);
    expect(await recorded()).toHaveLength(before + 3);
    const names = Object.keys(objects).filter((key) => !(key in others));
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^nightly\/staffroom-.*\.tar\.gz$/);
    expect(objects).toMatchObject(others);
    expect([files(), readdirSync(dataDir)]).toEqual([[], []]);
  });

  test('ends with Staffroom, while it waits too', async () => {
    const { stop, lines } = stage();
    const ended = keepBackingUp({
      settings: {
        dataDir: '',
        databaseUrl: undefined,
        businessTimeZone: 'Asia/Singapore',
        backup: undefined,
      },
      databaseUrl: app.databaseUrl,
      log: (line) => lines.push(line),
      stop: stop.signal,
    });
    stop.abort();
    await ended;
    expect(lines).toEqual([]);
  });
});

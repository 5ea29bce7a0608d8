import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { aFolder, anArchive, ask, postmasterPid, start, useUsedFolders } from './test-helpers.ts';
import { archivingTo, restoreCommand } from './wal-archive.ts';

const aUsedFolder = useUsedFolders();
const segment = '000000010000000000000002';

/** A folder with a name of the kinds of characters that a shell or PostgreSQL replaces, and a segment beside it. */
const stage = () => {
  const home = aFolder();
  const archive = join(home, `it's 100% $HOME "archive" %p`);
  mkdirSync(archive);
  mkdirSync(join(home, 'pg_wal'));
  const content = randomBytes(200_000);
  const write = (bytes: Buffer) => writeFileSync(join(home, 'pg_wal', segment), bytes);
  write(content);
  // As PostgreSQL runs it, in the folder of the cluster.
  const run = (command: string, before = '') =>
    spawnSync('/bin/sh', ['-c', before + replaced(command)], { cwd: home }).status;
  return {
    home,
    archive,
    content,
    write,
    archiveIt: (before?: string) => run(archivingTo(archive)['archive_command'] ?? '', before),
    restoreIt: (name: string) => run(restoreCommand(archive).replaceAll('%f', name)),
    files: () => readdirSync(archive),
  };
};

const replaced = (command: string) =>
  command.replaceAll(/%(.)/g, (_, letter: string) =>
    letter === 'p' ? `pg_wal/${segment}` : letter === 'f' ? segment : letter,
  );

describe('the archive command', () => {
  test('stores a segment once, accepts an equal one, and never replaces another one', () => {
    const { archive, content, write, archiveIt, files } = stage();
    expect(archiveIt()).toBe(0);
    expect(archiveIt()).toBe(0);
    write(randomBytes(200_000));
    expect(archiveIt()).toBe(1);
    expect(files()).toEqual([`${segment}.gz`]);
    expect(gunzipSync(readFileSync(join(archive, `${segment}.gz`))).equals(content)).toBe(true);
  });

  test('fails on a full disk without leaving half a file, and stores the segment when there is space', () => {
    const { archiveIt, files } = stage();
    // Files of at most 50 kB, as on a disk with that much space.
    expect(archiveIt('ulimit -f 100; ')).toBe(1);
    expect(files()).toEqual([]);
    expect(archiveIt()).toBe(0);
    expect(files()).toEqual([`${segment}.gz`]);
  });

  test('replaces the half file that a crash left, which has another name', () => {
    const { archive, content, archiveIt, files } = stage();
    writeFileSync(join(archive, `unfinished-${segment}-17`), content.subarray(0, 1000));
    expect(archiveIt()).toBe(0);
    expect(files()).toEqual([`${segment}.gz`]);
  });

  test('fails, with a code that PostgreSQL counts, without the program or the folder', () => {
    const { home, archiveIt } = stage();
    expect(archiveIt('PATH=/nowhere; ')).toBe(1);
    const { archive_command: command = '' } = archivingTo(join(home, 'unmounted'));
    const ended = spawnSync('/bin/sh', ['-c', replaced(command)], { cwd: home });
    expect(ended.status).toBe(1);
  });
});

test('the restore command distinguishes a missing segment from a damaged one', () => {
  const { home, archive, content, archiveIt, restoreIt } = stage();
  archiveIt();
  writeFileSync(join(home, 'pg_wal', segment), '');
  expect(restoreIt(segment)).toBe(0);
  expect(readFileSync(join(home, 'pg_wal', segment)).equals(content)).toBe(true);
  expect(restoreIt('000000010000000000000003')).toBe(1);
  const packed = readFileSync(join(archive, `${segment}.gz`));
  writeFileSync(join(archive, `${segment}.gz`), packed.subarray(0, packed.length - 100));
  expect(restoreIt(segment)).toBeGreaterThan(125);
});

describe('a server with WAL_ARCHIVE', () => {
  test('archives its log, also after a crash, and again when the archive is there again', async () => {
    const dataDir = aUsedFolder();
    const walArchive = anArchive(dataDir);
    const { url, stop } = await start(dataDir, { walArchive });
    expect(await ask(url, `select current_setting('archive_timeout')`)).toBe('1min');
    chmodSync(walArchive, 0o500);
    const name = String(await ask(url, 'select pg_walfile_name(pg_switch_wal())'));
    await expect
      .poll(() => ask(url, 'select last_failed_wal from pg_stat_archiver'), { timeout: 20_000 })
      .toBe(name);
    chmodSync(walArchive, 0o700);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => readdirSync(walArchive), { timeout: 20_000 }).toContain(`${name}.gz`);
    await stop();
  });

  test('archives a segment that is not full after its time, from the start on', async () => {
    const dataDir = aUsedFolder();
    const walArchive = anArchive(dataDir);
    const settings = { fsync: 'off', archive_timeout: '1' };
    const { url } = await start(dataDir, { walArchive, settings });
    await ask(url, 'create table notes ()');
    const name = String(await ask(url, 'select pg_walfile_name(pg_current_wal_lsn())'));
    await expect.poll(() => readdirSync(walArchive), { timeout: 20_000 }).toContain(`${name}.gz`);
  });

  test('does not start with a folder that is missing, not writable, or part of its data', async () => {
    const dataDir = aUsedFolder();
    const refusal = (walArchive: string) => start(dataDir, { walArchive }).catch(String);
    const archive = anArchive(dataDir);
    expect(await refusal(join(archive, 'unmounted'))).toMatch(
      /^Error: WAL_ARCHIVE must be a folder that .* may write, and .*unmounted is not one/,
    );
    chmodSync(archive, 0o500);
    expect(await refusal(archive)).toMatch(/^Error: WAL_ARCHIVE must be a folder/);
    const link = join(aFolder(), 'link');
    symlinkSync(join(dataDir, 'postgres/cluster'), link);
    for (const inside of [join(dataDir, 'postgres'), link])
      expect(await refusal(inside)).toMatch(/^Error: WAL_ARCHIVE must be outside .*postgres,/);
  });

  test('is refused beside DATABASE_URL', () => {
    expect(readSettings({ WAL_ARCHIVE: '/mnt/archive' }).walArchive).toBe('/mnt/archive');
    expect(() =>
      readSettings({ WAL_ARCHIVE: '/mnt/archive', DATABASE_URL: 'postgres://db/staffroom' }),
    ).toThrow('WAL_ARCHIVE must be left out with DATABASE_URL');
  });
});

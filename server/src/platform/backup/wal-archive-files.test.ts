import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aFolder } from '../embedded-postgres/test-helpers.ts';
import { deleteOld } from './delete-old.ts';
import {
  countBetween,
  listTimelines,
  segmentName,
  sinceLine,
  trimArchive,
} from './wal-archive-files.ts';

/** An archive with segments of two timelines, and a backup in segment 300 and one in 255. */
const stage = () => {
  const archive = aFolder();
  const put = (name: string, text = '') => writeFileSync(join(archive, name), gzipSync(text));
  for (const number of [254, 255, 256, 300, 301]) put(`${segmentName(1, number)}.gz`);
  for (const number of [254, 299, 300]) put(`${segmentName(2, number)}.gz`);
  put(`${segmentName(1, 254)}.partial.gz`);
  put(
    '00000002.history.gz',
    `1\t0/FE000000\tbefore\n${sinceLine(2, new Date('2026-11-27T06:40:00Z'))}`,
  );
  const backup = (number: number, label: string) =>
    put(
      `${segmentName(1, number)}.00000028.backup.gz`,
      `LABEL: ${label}\nSTOP TIME: 2026-11-27 06:05:13 UTC\n`,
    );
  backup(255, 'staffroom-2026-11-26T18-00-00.000Z');
  backup(300, 'staffroom-2026-11-27T18-00-00.000Z');
  return { archive, names: () => readdirSync(archive).toSorted() };
};

test('keeps the log since the oldest kept backup, of all timelines, and every history', async () => {
  const { archive, names } = stage();
  const all = names();
  const both = ['staffroom-2026-11-26T18-00-00.000Z.tar.gz', 'staffroom-2026-11-27T18-00-00.000Z'];
  expect(await trimArchive(archive, both)).toBe(3);
  expect(names()).toEqual(all.filter((name) => !name.includes('00000000000000FE')));
  expect(await trimArchive(archive, ['staffroom-2026-11-27T18-00-00.000Z.tar.gz.enc'])).toBe(4);
  expect(names()).toEqual([
    '00000001000000010000002C.00000028.backup.gz',
    '00000001000000010000002C.gz',
    '00000001000000010000002D.gz',
    '00000002.history.gz',
    '00000002000000010000002C.gz',
  ]);
});

test('deletes nothing for backups of another server', async () => {
  const { archive, names } = stage();
  const all = names();
  expect(await trimArchive(archive, ['staffroom-2026-11-28T18-00-00.000Z.tar.gz'])).toBe(0);
  expect(await trimArchive(archive, [])).toBe(0);
  expect(names()).toEqual(all);
});

test('deletes what a crash left more than a day ago, and no other file', async () => {
  const { archive, names } = stage();
  for (const name of ['unfinished-old-1', 'unfinished-new-2', 'notes.txt'])
    writeFileSync(join(archive, name), '');
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(archive, 'unfinished-old-1'), dayAgo, dayAgo);
  utimesSync(join(archive, 'notes.txt'), dayAgo, dayAgo);
  await trimArchive(archive, ['staffroom-2026-11-26T18-00-00.000Z']);
  expect(names()).toEqual(expect.arrayContaining(['notes.txt', 'unfinished-new-2']));
  expect(names()).not.toContain('unfinished-old-1');
});

test('goes with the backups that are deleted', async () => {
  const { archive, names } = stage();
  const to = aFolder();
  for (const day of ['26', '27'])
    writeFileSync(join(to, `staffroom-2026-11-${day}T18-00-00.000Z.tar.gz`), '');
  const place = { to, bucket: undefined, keep: 1 };
  expect(await deleteOld(place)).toMatchObject({ names: [expect.any(String)], logFiles: 0 });
  expect(await deleteOld(place, archive)).toEqual({ names: [], logFiles: 7 });
  expect(names()).toHaveLength(5);
});

test('knows when a timeline began, and where it left the others', async () => {
  expect(await listTimelines(stage().archive)).toEqual([
    { id: 2, since: new Date('2026-11-27T06:40:00Z'), ancestors: [{ id: 1, end: 0xfe000000n }] },
  ]);
});

test('counts the segments that wait', () => {
  expect(countBetween(segmentName(1, 254), segmentName(1, 258))).toBe(3);
  expect(countBetween(`${segmentName(1, 254)}.00000028.backup`, segmentName(2, 255))).toBe(0);
  expect(countBetween('00000002.history', segmentName(1, 258))).toBe(0);
});

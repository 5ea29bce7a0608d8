import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aBucket } from '../../../test/s3-bucket.ts';
import { aFolder } from '../embedded-postgres/test-helpers.ts';
import {
  deleteOldArchives,
  downloadArchive,
  listArchives,
  uploadArchive,
  withUnsentFolder,
} from './backup-bucket.ts';

const nameOf = (day: number) => `staffroom-2026-11-0${day}T18-00-00.000Z.tar.gz`;

const anArchive = (bytes: number, day = 1) => {
  const file = join(aFolder(), nameOf(day));
  const content = randomBytes(bytes);
  writeFileSync(file, content);
  return { file, content };
};

describe('an archive', () => {
  test.each([
    ['in one piece', 1000, 1000],
    ['in parts', 2500, 1000],
    ['in whole parts', 2000, 1000],
  ])('is copied into the bucket %s, and back', async (_how, bytes, partBytes) => {
    const { bucket, objects, uploads, failures } = await aBucket();
    const { file, content } = anArchive(bytes);
    failures.push(503);
    await uploadArchive(bucket, file, { partBytes });
    expect(objects[`nightly/${nameOf(1)}`]).toEqual(content);
    expect(uploads.size).toBe(0);
    const into = aFolder();
    const copy = await downloadArchive(bucket, nameOf(1), into);
    expect(readFileSync(copy)).toEqual(content);
  });

  test('that cannot be sent whole leaves nothing in the bucket', async () => {
    const { bucket, objects, uploads, failures } = await aBucket();
    const { file } = anArchive(2500);
    // The upload begins, and its first part is refused.
    const sending = uploadArchive(bucket, file, { partBytes: 1000 });
    failures.push(...([undefined, 403] as number[]));
    await expect(sending).rejects.toThrow('The bucket of the backups refused with SlowDown.');
    expect([objects, uploads.size]).toEqual([{}, 0]);
  });

  test('is not sent further after a stop', async () => {
    const { bucket, objects, uploads } = await aBucket();
    const stop = new AbortController();
    stop.abort(new Error('Stopped.'));
    const { file } = anArchive(2500);
    await expect(
      uploadArchive(bucket, file, { partBytes: 1000, stop: stop.signal }),
    ).rejects.toThrow('Stopped.');
    expect([objects, uploads.size]).toEqual([{}, 0]);
  });

  test('that the bucket does not have is refused with those that it has', async () => {
    const { bucket, objects } = await aBucket();
    const download = () => downloadArchive(bucket, nameOf(9), aFolder());
    await expect(download()).rejects.toThrow('It has no backups.');
    objects[`nightly/${nameOf(1)}`] = 'one';
    objects[`nightly/${nameOf(2)}`] = 'two';
    await expect(download()).rejects.toThrow(
      `The bucket has no backup ${nameOf(9)}. The newest are ${nameOf(2)}, ${nameOf(1)}.`,
    );
  });
});

test('old archives are deleted beyond the newest, over all pages, and nothing else', async () => {
  const { bucket, objects } = await aBucket({ pageSize: 2 });
  for (const day of [3, 1, 5, 2, 4]) objects[`nightly/${nameOf(day)}`] = 'backup';
  const others = {
    'nightly/notes.txt': 'x',
    [`nightly/deep/${nameOf(1)}`]: 'x',
    [nameOf(1)]: 'x',
    'nightly/staffroom-2026.tar.gz': 'x',
  };
  Object.assign(objects, others);
  expect(await deleteOldArchives(bucket, 2)).toEqual([1, 2, 3].map(nameOf));
  expect(await listArchives(bucket)).toEqual([4, 5].map(nameOf));
  expect(objects).toMatchObject(others);
  expect(await deleteOldArchives(bucket, 2)).toEqual([]);
});

test('a backup on its way is removed when it was sent, failed, or left by a kill a day ago', async () => {
  const dataDir = join(aFolder(), 'data');
  const folders: string[] = [];
  await withUnsentFolder(dataDir, async (folder) => folders.push(folder));
  const failing = withUnsentFolder(dataDir, async () => Promise.reject(new Error('full')));
  await expect(failing).rejects.toThrow('full');
  const [old, young] = ['backup-to-send-old', 'backup-to-send-young'].map((name) =>
    join(dataDir, name),
  );
  mkdirSync(old ?? '');
  mkdirSync(young ?? '');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(old ?? '', twoDaysAgo, twoDaysAgo);
  await withUnsentFolder(dataDir, async () => undefined);
  expect(readdirSync(dataDir)).toEqual(['backup-to-send-young']);
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder } from '../embedded-postgres/test-helpers.ts';
import { deleteOldBackups, packBackup, unpackBackup } from './backup-archive.ts';
import { writeBackup, writeCounted } from './backup-folder.ts';

const content = Buffer.alloc(3_000_000, 'a family and its orders ');

/** A backup with one file, in a folder of its own. */
const aBackup = async () => {
  const to = aFolder();
  const { folder } = await writeBackup(to, async (into) => {
    const source = (async function* () {
      yield content;
    })();
    const written = await writeCounted(source, join(into, 'dump'));
    const files = [{ path: 'dump', ...written }];
    return { kind: 'dump', postgres: '18.4', migrations: [], folders: [], files };
  });
  return { to, folder };
};

const aKey = (text = 'an own key of the operator, with 45 characters') => {
  const file = join(aFolder(), 'backup.key');
  writeFileSync(file, `${text}\n`);
  return file;
};

test('a packed backup is one compressed file for its owner, and unpacks to the same files', async () => {
  const { to, folder } = await aBackup();
  const { file, bytes } = await packBackup(folder);

  expect(readdirSync(to)).toEqual([file.slice(to.length + 1)]);
  expect(file).toMatch(/\.tar\.gz$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(bytes).toBeLessThan(content.length / 10);
  const unpacked = await unpackBackup(file, aFolder());
  expect(readFileSync(join(unpacked, 'dump')).equals(content)).toBe(true);
});

test('an encrypted backup is read with its key alone, also by openssl and tar', async () => {
  const { folder } = await aBackup();
  const keyFile = aKey();
  const { file } = await packBackup(folder, { keyFile });

  expect(readFileSync(file).includes('dump')).toBe(false);
  const unpacked = await unpackBackup(file, aFolder(), { keyFile });
  expect(readFileSync(join(unpacked, 'dump')).equals(content)).toBe(true);
  await expect(unpackBackup(file, aFolder())).rejects.toThrow('is encrypted. Name its key');
  await expect(unpackBackup(file, aFolder(), { keyFile: aKey('x'.repeat(40)) })).rejects.toThrow(
    'is damaged, or the key is of another archive. Nothing was restored.',
  );
  if (spawnSync('openssl', ['version']).status !== 0) return;
  const decrypt = 'enc -d -aes-256-cbc -pbkdf2 -iter 600000 -md sha256'.split(' ');
  const tarFile = execFileSync('openssl', [...decrypt, '-pass', `file:${keyFile}`, '-in', file]);
  const listed = execFileSync('tar', ['-tzf', '-'], { input: tarFile, encoding: 'utf8' });
  expect(listed).toContain('/manifest.json');
});

test('a short key and a damaged archive are refused, and nothing is left of them', async () => {
  const { to, folder } = await aBackup();
  await expect(packBackup(folder, { keyFile: aKey('short') })).rejects.toThrow(
    'must have at least 32 characters',
  );
  const keyFile = aKey();
  for (const options of [{}, { keyFile }]) {
    const { file } = await packBackup((await aBackup()).folder, options);
    truncateSync(file, statSync(file).size - 1000);
    const into = aFolder();
    await expect(unpackBackup(file, into, options)).rejects.toThrow('is damaged');
    expect(readdirSync(into)).toEqual([]);
  }
  expect(readdirSync(to)).toEqual([folder.slice(to.length + 1)]);
});

test('only the newest backups are kept, and what is no backup stays', async () => {
  const to = aFolder();
  const day = (number: number) => `staffroom-2026-11-0${number}T02-00-00.000Z`;
  for (const name of [
    `${day(1)}.tar.gz`,
    `${day(3)}.tar.gz.enc`,
    'staffroom-notes.txt',
    'unfinished-new',
  ])
    writeFileSync(join(to, name), '');
  for (const name of [day(2), 'unfinished-old']) mkdirSync(join(to, name));
  const before = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(join(to, 'unfinished-old'), before, before);

  expect(await deleteOldBackups(to, 2)).toEqual([`${day(1)}.tar.gz`, 'unfinished-old']);
  expect(readdirSync(to).toSorted()).toEqual(
    [day(2), `${day(3)}.tar.gz.enc`, 'staffroom-notes.txt', 'unfinished-new'].toSorted(),
  );
  expect(await deleteOldBackups(to, 2)).toEqual([]);
});

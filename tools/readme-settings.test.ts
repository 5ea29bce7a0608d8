import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from 'staffroom-server/src/platform/setting-names.ts';
import { root } from './run-program.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map((match) => match[1]));

test('README and operations list the settings that the start reads, and no others', () => {
  const rows = ['README.md', 'docs/operations.md']
    .flatMap((page) => read(page).split('\n'))
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1])
    .join();
  const readByTheStart = namesIn(
    ['settings', 'carrier-settings', 'sign-in-providers', 'bucket-settings']
      .map((file) => read(`server/src/platform/${file}.ts`))
      .join('\n'),
    /\b(?:env\[|env,\s+|needed\()'([A-Z_]+)'/g,
  );

  expect(namesIn(rows, /`([A-Z_]+)`/g)).toEqual(readByTheStart);
  // Admins see the same list on System health.
  expect(new Set<string>(settingNames)).toEqual(readByTheStart);
});

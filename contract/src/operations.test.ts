import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('every contract with operations is in the list, so that the walkers test them', () => {
  const list = readFileSync(join(import.meta.dirname, 'operations.ts'), 'utf8');
  const contracts = globSync('domains/**/*.contract.ts', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) =>
      readFileSync(join(import.meta.dirname, file), 'utf8').includes('= operation({'),
    );
  expect(contracts.length).toBeGreaterThan(30);
  expect(contracts.filter((file) => !list.includes(`'./${file}'`))).toEqual([]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadDemoData } from './demo-data.ts';

test('demo data are refused by the name of their setting where they are not installed', async () => {
  const packages = mkdtempSync(join(tmpdir(), 'staffroom-packages-'));
  onTestFinished(() => rmSync(packages, { recursive: true }));
  await expect(loadDemoData(packages)).rejects.toThrow(
    'DEMO must be off in this installation, which has no demo data, for example DEMO=off.',
  );

  mkdirSync(join(packages, 'staffroom-demo'));
  writeFileSync(join(packages, 'staffroom-demo/package.json'), '{}');
  expect(await loadDemoData(packages)).toHaveProperty('fillDemoData');
});

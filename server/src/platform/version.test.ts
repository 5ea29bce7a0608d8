import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildVersion } from './version.ts';

test('reads the version from package.json, and answers "unknown" without one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'package.json');
  writeFileSync(file, '{"name":"staffroom","version":"1.2.3"}');
  expect(buildVersion(file)).toBe('1.2.3');
  writeFileSync(file, '{"name":"staffroom"}');
  expect(buildVersion(file)).toBe('unknown');
  expect(buildVersion()).toMatch(/^(\d+\.\d+\.\d+|unknown)/);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Creates a folder and puts it in place, repeatedly. */
const builds = (folder: string) => `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { putInPlace } from ${JSON.stringify(join(import.meta.dirname, 'build-web.ts'))};
  for (let nth = 0; nth < 200; nth += 1) {
    const built = '${folder}/unfinished-' + process.pid;
    mkdirSync(built);
    for (const name of ['assets', 'index.html']) writeFileSync(built + '/' + name, name);
    putInPlace(built, '${folder}/dist');
  }`;

test('concurrent builds do not break each other, and leave a complete one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const codes = await Promise.all(
    [1, 2, 3].map(() => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', builds(folder)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      return once(child, 'close').then(([code]) => code as number | null);
    }),
  );

  expect(codes).toEqual([0, 0, 0]);
  expect(readdirSync(folder)).toEqual(['dist']);
  expect(readdirSync(join(folder, 'dist'))).toEqual(['assets', 'index.html']);
});

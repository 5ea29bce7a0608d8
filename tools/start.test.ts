import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@staffroom/server/src/platform/embedded-postgres/embedded-postgres.ts';
import {
  ensureDatabase,
  ensureOwnDatabase,
} from '@staffroom/server/src/platform/embedded-postgres/ensure-database.ts';
import {
  aFolder,
  useUsedFolders,
} from '@staffroom/server/src/platform/embedded-postgres/test-helpers.ts';
import { servesCluster } from '@staffroom/server/src/platform/embedded-postgres/postmaster-file.ts';
import { installJobTables } from '@staffroom/server/src/platform/jobs.ts';
import { migrate } from '@staffroom/server/src/platform/migrate.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { root } from './run-program.ts';

const slow = 60_000;

/** As an earlier start has left it. */
const aUsedDataDir = useUsedFolders(async (url) => {
  const database = await ensureOwnDatabase(url, 'staffroom');
  await migrate(database);
  await installJobTables(database);
});

/** Starts Staffroom without its web app, which takes long to build and is not what these tests are about. */
const start = (dataDir: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(root, 'tools/start.ts'), '--without-web-app'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    exit,
    output: () => output,
    address: async () => {
      const found = () => /is at (http:\S+)/.exec(output)?.[1];
      const ended = exit.then((code) => Promise.reject(new Error(`Ended with ${code}: ${output}`)));
      return Promise.race([ended, vi.waitUntil(found, { timeout: slow, interval: 20 })]);
    },
  };
};

const clusterOf = (dataDir: string) => join(dataDir, 'postgres/cluster');
const serverPid = (dataDir: string): number =>
  Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);

test(
  'it says where it is, and a signal stops it and its database, also when it comes twice',
  { timeout: slow },
  async () => {
    const dataDir = aUsedDataDir();
    const app = start(dataDir);
    expect((await fetch(await app.address())).status).toBeLessThan(500);
    const database = serverPid(dataDir);

    app.child.kill('SIGINT');
    app.child.kill('SIGINT');

    expect(await app.exit).toBe(0);
    // A dead process that nobody has collected yet serves nobody.
    expect(servesCluster(database, clusterOf(dataDir))).toBe(false);
  },
);

test('after it was killed outright it starts again', { timeout: slow }, async () => {
  const dataDir = aUsedDataDir();
  const killed = start(dataDir);
  await killed.address();
  killed.child.kill('SIGKILL');

  const again = start(dataDir);

  expect((await fetch(await again.address())).status).toBeLessThan(500);
  again.child.kill('SIGTERM');
  expect(await again.exit).toBe(0);
});

test('a signal while it starts stops it too', { timeout: slow }, async () => {
  const dataDir = aFolder();
  const app = start(dataDir);
  await vi.waitUntil(() => app.output().includes('Preparing the database'), { timeout: slow });

  app.child.kill('SIGTERM');

  expect(await app.exit).toBe(0);
  expect(app.output()).not.toContain('is at');
});

test(
  'a wrong setting is named, with what it must be and an example',
  { timeout: slow },
  async () => {
    const app = start(aFolder(), { PORT: 'eighty' });

    expect(await app.exit).toBe(1);
    expect(app.output()).toMatch(/^\s*PORT must be .*, for example PORT=4000\.\s*$/);
  },
);

test('with DATABASE_URL it uses that PostgreSQL and starts none', { timeout: slow }, async () => {
  const database = await startEmbeddedPostgres({
    dataDir: aUsedDataDir(),
    log: () => undefined,
    settings: { fsync: 'off' },
  });
  onTestFinished(() => database.stop());
  const dataDir = aFolder();

  const app = start(dataDir, { DATABASE_URL: await ensureDatabase(database.url, 'empty') });

  expect((await fetch(await app.address())).status).toBeLessThan(500);
  app.child.kill('SIGTERM');
  expect(await app.exit).toBe(0);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a port that is taken is named', { timeout: slow }, async () => {
  const first = start(aUsedDataDir());
  const { port } = new URL(await first.address());

  const second = start(aUsedDataDir(), { PORT: port });

  expect(await second.exit).toBe(1);
  expect(second.output()).toContain(
    `PORT must be a port that no other program uses, and ${port} is taken.`,
  );
});

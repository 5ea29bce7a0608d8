import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'staffroom-server/src/platform/embedded-postgres/embedded-postgres.ts';
import {
  ensureDatabase,
  ensureOwnDatabase,
} from 'staffroom-server/src/platform/embedded-postgres/ensure-database.ts';
import {
  aFolder,
  useUsedFolders,
} from 'staffroom-server/src/platform/embedded-postgres/test-helpers.ts';
import { servesCluster } from 'staffroom-server/src/platform/embedded-postgres/postmaster-file.ts';
import { installJobTables } from 'staffroom-server/src/platform/jobs.ts';
import { migrate } from 'staffroom-server/src/platform/migrate.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isInstalled } from './install.mjs';
import { root } from './run-program.ts';

const slow = 60_000;

// Without the stamp the launcher would reinstall the packages while other tests use them.
beforeAll(() => {
  if (!isInstalled())
    throw new Error('Run this test with "npm test", which installs the packages first.');
});

/** A data directory that an earlier start has used. */
const aUsedDataDir = useUsedFolders(async (url) => {
  const database = await ensureOwnDatabase(url, 'staffroom');
  await migrate(database);
  await installJobTables(database);
});

/** Starts Staffroom as `npm start` does, without the web app: its build takes long and is tested elsewhere. */
const start = (dataDir: string, env: Record<string, string> = {}) => {
  const launcher = join(root, 'tools/launch.mjs');
  const child = spawn(process.execPath, [launcher, 'start', '--without-web-app'], {
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

type Process = { pid: number; parent: number; command: string };

const childrenOf = (parent: number | undefined): Process[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .map(([, pid, ppid, command = '']) => ({ pid: Number(pid), parent: Number(ppid), command }))
    .filter((each) => each.parent === parent);

const isProductProcess = ({ command }: Process) => command.includes('product-process.ts');

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  );

/** The process that the launcher started. */
const startPid = (launcher: number | undefined): number => {
  const [program] = childrenOf(launcher);
  if (program === undefined) throw new Error('The launcher runs no program.');
  return program.pid;
};

const clusterOf = (dataDir: string) => join(dataDir, 'postgres/cluster');
const serverPid = (dataDir: string): number =>
  Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);

test(
  'starts again on the same port after a kill, and a third start reports that port as in use',
  { timeout: slow },
  async () => {
    const dataDir = aUsedDataDir();
    const killed = start(dataDir);
    const { port } = new URL(await killed.address());
    process.kill(startPid(killed.child.pid), 'SIGKILL');
    expect(await killed.exit).toBe(137);

    const again = start(dataDir, { PORT: port });
    expect((await fetch(await again.address())).status).toBeLessThan(500);

    const third = start(aUsedDataDir(), { PORT: port });
    expect(await third.exit).toBe(1);
    expect(third.output()).toContain(
      `PORT must be a port that no other program uses, and ${port} is taken.`,
    );
    again.child.kill('SIGTERM');
    expect(await again.exit).toBe(0);
  },
);

test('stops when npm and the launcher were killed', { timeout: slow }, async () => {
  const dataDir = aUsedDataDir();
  const app = start(dataDir, { npm_lifecycle_event: 'start' });
  const address = await app.address();
  const database = serverPid(dataDir);

  app.child.kill('SIGKILL');

  await expect.poll(() => answers(address), { timeout: slow }).toBe(false);
  await expect
    .poll(() => servesCluster(database, clusterOf(dataDir)), { timeout: slow })
    .toBe(false);
});

test(
  'replaces a killed API and a killed worker, while PostgreSQL stays up until a signal stops all, also when it comes twice',
  { timeout: slow },
  async () => {
    const dataDir = aUsedDataDir();
    const app = start(dataDir);
    const address = await app.address();
    expect((await fetch(address)).status).toBeLessThan(500);
    const database = serverPid(dataDir);
    const killed = childrenOf(startPid(app.child.pid)).filter(isProductProcess);
    expect(killed).toHaveLength(2);

    for (const { pid } of killed) process.kill(pid, 'SIGKILL');

    const timeout = 30_000;
    for (const name of ['API', 'worker'])
      await vi.waitUntil(() => app.output().includes(`The ${name} process runs again.`), {
        timeout,
      });
    expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
    expect(serverPid(dataDir)).toBe(database);

    app.child.kill('SIGINT');
    app.child.kill('SIGINT');

    expect(await app.exit).toBe(0);
    // A zombie process serves no cluster.
    expect(servesCluster(database, clusterOf(dataDir))).toBe(false);
  },
);

test('a signal while it starts stops it too', { timeout: slow }, async () => {
  const dataDir = aFolder();
  const app = start(dataDir);
  await vi.waitUntil(() => app.output().includes('Preparing the database'), { timeout: slow });

  app.child.kill('SIGTERM');

  expect(await app.exit).toBe(0);
  expect(app.output()).not.toContain('is at');
});

test(
  'a wrong setting is reported with its requirement and an example',
  { timeout: slow },
  async () => {
    const app = start(aFolder(), { PORT: 'eighty' });

    expect(await app.exit).toBe(1);
    expect(app.output()).toMatch(/^\s*PORT must be .*, for example PORT=4000\.\s*$/);
  },
);

test(
  'with DATABASE_URL it uses that PostgreSQL and starts no other',
  { timeout: slow },
  async () => {
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
  },
);

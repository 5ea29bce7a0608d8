import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { installedBinaries } from './binaries.ts';
import { launchPostmaster, stopPostmaster } from './postmaster.ts';
import { servesCluster } from './postmaster-file.ts';
import { makePlace, prepareLaunch } from './prepare-launch.ts';
import {
  aFolder,
  ask,
  askUntilAnswered,
  postmasterFile,
  postmasterPid,
  spawnApplication,
  start,
  startInOwnProcess,
  useUsedFolders,
} from './test-helpers.ts';

const aUsedFolder = useUsedFolders();

/** A busy machine may need this long. */
const patience = { timeout: 20_000 };

const isServed = (dataDir: string, pid: number) =>
  servesCluster(pid, join(dataDir, 'postgres/cluster'));

/** Resolves once another connection runs such a statement. */
const isAtWork = (url: string, statement: string) => {
  const others = `from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()`;
  return vi.waitUntil(
    () => ask(url, `select 1 ${others} and query like '%${statement}%'`),
    patience,
  );
};

test('a killed server is restarted on its port while the application runs', async () => {
  const dataDir = aUsedFolder();
  const { url, lines } = await start(dataDir);
  await ask(url, 'create table kept as select 42 as answer');
  const killed = postmasterPid(dataDir);

  process.kill(killed, 'SIGKILL');

  expect(await askUntilAnswered(url, 'select answer from kept')).toBe(42);
  expect(postmasterPid(dataDir)).not.toBe(killed);
  expect(lines).toContain('The database has died and is being restarted.');
});

test('a killed server is restarted although one of its connections is still computing', async () => {
  const dataDir = aUsedFolder();
  const { url } = await start(dataDir);
  const computing = ask(url, 'select count(*) from generate_series(1, 100000000000)').catch(
    () => 'cut off',
  );
  await isAtWork(url, 'generate_series');

  process.kill(postmasterPid(dataDir), 'SIGKILL');

  expect(await askUntilAnswered(url, 'select 1')).toBe(1);
  expect(await computing).toBe('cut off');
});

test('a killed application takes its server with it, and the next start finds its data', async () => {
  const dataDir = aUsedFolder();
  const { url, application } = await startInOwnProcess(dataDir);
  await ask(url, 'create table kept as select 42 as answer');
  const server = postmasterPid(dataDir);

  application.kill('SIGKILL');
  await vi.waitUntil(() => !isServed(dataDir, server), patience);

  expect(await ask((await start(dataDir)).url, 'select answer from kept')).toBe(42);
});

test('a start right after the application was killed waits for its dying server', async () => {
  const dataDir = aUsedFolder();
  const { url, application } = await startInOwnProcess(dataDir);
  await ask(url, 'create table kept as select 42 as answer');

  application.kill('SIGKILL');

  expect(await ask((await start(dataDir)).url, 'select answer from kept')).toBe(42);
});

test('a server that outlived its application is used again', async () => {
  const dataDir = aUsedFolder();
  const orphan = await anOrphan(dataDir, { fsync: 'off' });

  const server = await start(dataDir, { settings: { fsync: 'off' } });

  expect(server.port).toBe(orphan.port);
  expect(postmasterPid(dataDir)).toBe(orphan.pid);
  expect(await ask(server.url, 'select 1')).toBe(1);
  await server.stop();
  expect(isServed(dataDir, orphan.pid)).toBe(false);
});

test('a server that outlived its application with other settings is replaced', async () => {
  const dataDir = aUsedFolder();
  const orphan = await anOrphan(dataDir, { fsync: 'off', work_mem: '1MB' });

  const { url } = await start(dataDir, { settings: { fsync: 'off' } });

  expect(isServed(dataDir, orphan.pid)).toBe(false);
  expect(await ask(url, `select current_setting('work_mem')`)).toBe('16MB');
});

test('a start waits for a server that is shutting down', async () => {
  const dataDir = aUsedFolder();
  const orphan = await anOrphan(dataDir, { fsync: 'off' });
  const held = ask(orphan.url, 'select pg_sleep(2)').catch(() => 'cut off');
  await isAtWork(orphan.url, 'pg_sleep');
  process.kill(orphan.pid, 'SIGTERM');
  await vi.waitUntil(
    () => readFileSync(postmasterFile(dataDir), 'utf8').includes('stopping'),
    patience,
  );

  const { url } = await start(dataDir);

  expect(await held).not.toBe('cut off');
  expect(await ask(url, 'select 1')).toBe(1);
});

test('a process id that now belongs to another program is not taken for the server', async () => {
  const dataDir = aUsedFolder();
  const first = await start(dataDir);
  const file = readFileSync(postmasterFile(dataDir), 'utf8').split('\n');
  await first.stop();
  writeFileSync(postmasterFile(dataDir), [process.pid, ...file.slice(1)].join('\n'));

  const { url } = await start(dataDir);

  expect(await ask(url, 'select 1')).toBe(1);
});

test('a start killed while it prepared the database does not affect the next', async () => {
  const dataDir = aFolder();
  const root = join(dataDir, 'postgres');
  const application = spawnApplication(dataDir);
  await vi.waitUntil(
    () => existsSync(root) && readdirSync(root).some((name) => name.startsWith('unfinished-')),
    {
      ...patience,
      interval: 5,
    },
  );
  application.kill('SIGKILL');

  const { url } = await start(dataDir);

  expect(await ask(url, 'select 1')).toBe(1);
});

test('leftovers of an interrupted preparation are removed', async () => {
  const dataDir = aFolder();
  const root = join(dataDir, 'postgres');
  mkdirSync(join(root, 'unfinished-1/base'), { recursive: true });
  writeFileSync(join(root, 'unfinished-1/PG_VERSION'), '18\n');

  const { url } = await start(dataDir);

  expect(await ask(url, 'select 1')).toBe(1);
  expect(readdirSync(root)).not.toContain('unfinished-1');
});

/** A server whose application and watcher were both killed. */
const anOrphan = async (dataDir: string, settings: Record<string, string>) => {
  const { url, stop } = await start(dataDir, { settings });
  await stop();
  const launch = prepareLaunch(makePlace(dataDir), installedBinaries(), settings);
  const orphan = await launchPostmaster(launch);
  return {
    ...orphan,
    url: url.replace(/:\d+\//, `:${orphan.port}/`),
    end: () => stopPostmaster(orphan.pid, launch.place.clusterDir),
  };
};

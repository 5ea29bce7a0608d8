import { createConnection } from 'node:net';
import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDatabase } from './ensure-database.ts';
import { aFolder, ask, copyOfBinaries, start, useUsedFolders } from './test-helpers.ts';

const aUsedFolder = useUsedFolders();

test('a new data directory gets a server with UTF-8, builtin sorting and trigram search', async () => {
  const { url } = await start(aFolder());

  expect(await ask(url, `select current_setting('server_encoding')`)).toBe('UTF8');
  expect(
    await ask(url, 'select datlocprovider from pg_database where datname = current_database()'),
  ).toBe('b');
  expect(
    await ask(url, 'select datlocale from pg_database where datname = current_database()'),
  ).toBe('C.UTF-8');
  await ask(url, 'create extension pg_trgm');
  expect(await ask(url, `select similarity('lesson', 'lesson')`)).toBe(1);
  expect(await ask(url, `select current_setting('max_connections')`)).toBe('200');
});

test('the server requires its password, has no socket file and is reached from this machine only', async () => {
  const { url, port } = await start(aUsedFolder());

  await expect(ask(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
  expect(await ask(url, `select current_setting('unix_socket_directories')`)).toBe('');
  expect(await ask(url, `select current_setting('listen_addresses')`)).toBe('127.0.0.1');
  for (const address of outsideAddresses())
    expect(await takesConnections(address, port)).toBe(false);
});

test('data is there after the next start, with the same password', async () => {
  const dataDir = aFolder();
  const first = await start(dataDir);
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();

  const second = await start(dataDir);

  expect(await ask(second.url, 'select answer from kept')).toBe(42);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test('settings of the start apply to the server', async () => {
  const { url } = await start(aUsedFolder(), {
    settings: { fsync: 'off', log_min_duration_statement: '250ms' },
  });

  expect(await ask(url, `select current_setting('fsync')`)).toBe('off');
  expect(await ask(url, `select current_setting('log_min_duration_statement')`)).toBe('250ms');
});

test('of two starts on one data directory one succeeds and the other fails with a reason', async () => {
  const dataDir = aUsedFolder();

  const [one, other] = await Promise.allSettled([
    start(dataDir, { waitMs: 0 }),
    start(dataDir, { waitMs: 0 }),
  ]);

  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = [one, other].find((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toContain(
    `Another Staffroom (process ${process.pid}) uses the data directory ${join(dataDir, 'postgres')}. Stop it first,`,
  );
});

test('a start waits for a server that is stopping', async () => {
  const dataDir = aUsedFolder();
  const first = await start(dataDir);

  const second = start(dataDir, { waitMs: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await first.stop();

  expect(await ask((await second).url, 'select 1')).toBe(1);
  expect((await second).lines).toContain(
    'Another Staffroom uses this data directory; waiting for it to stop.',
  );
});

test('a project in a folder that is closed to other accounts works', async () => {
  const closed = aFolder();
  const binariesDir = copyOfBinaries(closed);
  chmodSync(closed, 0o700);
  const first = await start(join(closed, 'data'), { binariesDir });
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();

  const second = await start(join(closed, 'data'), { binariesDir });

  expect(await ask(second.url, 'select answer from kept')).toBe(42);
});

test('library links that no install script created are restored', async () => {
  const folder = aFolder();
  chmodSync(folder, 0o755);
  const binariesDir = copyOfBinaries(folder);
  const links = readdirSync(join(binariesDir, 'lib'), { withFileTypes: true }).filter((entry) =>
    entry.isSymbolicLink(),
  );
  for (const { name } of links) rmSync(join(binariesDir, 'lib', name));

  const { url } = await start(join(folder, 'data'), { binariesDir });

  expect(await ask(url, 'select 1')).toBe(1);
  expect(links.length > 0 || process.platform !== 'linux').toBe(true);
  for (const { name } of links)
    expect(lstatSync(join(binariesDir, 'lib', name)).isSymbolicLink()).toBe(true);
});

test('data of another PostgreSQL version is left alone', async () => {
  const dataDir = aUsedFolder();
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '16\n');

  await expect(start(dataDir)).rejects.toThrow(
    /was made by PostgreSQL 16, and this is PostgreSQL 18/,
  );
  expect(existsSync(join(dataDir, 'postgres/cluster/PG_VERSION'))).toBe(true);
});

test('a database is created once, also by concurrent calls', async () => {
  const { url } = await start(aUsedFolder());

  const urls = await Promise.all([1, 2, 3].map(() => ensureDatabase(url, `staff"room`)));

  expect(new Set(urls).size).toBe(1);
  expect(await ask(urls[0] ?? '', 'select current_database()')).toBe('staff"room');
});

const outsideAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4' && !address.internal)
    .map((address) => address?.address ?? '');

const takesConnections = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 2000 });
    const answer = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false));
  });

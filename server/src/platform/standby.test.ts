import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { startTestApp } from '../../test/build-test-app.ts';
import { runServer } from '../main.ts';
import { installedBinaries } from './embedded-postgres/binaries.ts';
import { ensureDatabase } from './embedded-postgres/ensure-database.ts';
import { readPassword } from './embedded-postgres/cluster.ts';
import { launchPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts';
import { readPostmasterFile } from './embedded-postgres/postmaster-file.ts';
import { makePlace, prepareLaunch } from './embedded-postgres/prepare-launch.ts';
import { ask, askUntilAnswered, useUsedFolders } from './embedded-postgres/test-helpers.ts';
import { installJobTables } from './jobs.ts';
import { migrate } from './migrate.ts';
import { readSettings } from './settings.ts';

const aUsedDataDir = useUsedFolders(async (url) => {
  const database = await ensureDatabase(url, 'staffroom');
  await migrate(database);
  await installJobTables(database);
});

const aFreePort = async () => {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** A PostgreSQL that a test can turn into a standby, on the same port, and promote. */
const aServer = async () => {
  const place = makePlace(aUsedDataDir());
  const launch = prepareLaunch(place, installedBinaries(), { fsync: 'off' });
  const { port } = await launchPostmaster(launch, await aFreePort());
  const url = `postgres://postgres:${readPassword(place)}@127.0.0.1:${port}/staffroom`;
  const stop = async () => {
    const pid = readPostmasterFile(place.clusterDir)?.pid;
    if (pid !== undefined) await stopPostmaster(pid, place.clusterDir);
  };
  onTestFinished(stop);
  return {
    url,
    becomeStandby: async () => {
      await stop();
      writeFileSync(join(place.clusterDir, 'standby.signal'), '');
      // Resolves once it is promoted: a standby is not what an embedded server waits for.
      const promoted = launchPostmaster(launch, port);
      promoted.catch(() => undefined);
      expect(await askUntilAnswered(url, 'select pg_is_in_recovery()')).toBe(true);
      return { promote: () => ask(url, 'select pg_promote()').then(() => promoted) };
    },
  };
};

test('a standby answers 503 with Retry-After until it is promoted, and a start waits for that', async () => {
  const server = await aServer();
  const app = await startTestApp({
    database: { url: server.url, drop: async () => undefined },
  });
  onTestFinished(() => app.close());
  const admin = await app.as('Admin');
  const write = () =>
    admin.send(createServiceToken, { body: { name: 'Web shop', scopes: ['orders'] } });
  const ready = () => app.http.inject({ method: 'GET', url: '/api/readyz' });
  expect((await ready()).statusCode).toBe(200);

  const standby = await server.becomeStandby();

  await expect
    .poll(async () => (await ready()).json<{ database: string }>().database)
    .toBe('standby');
  const answer = await ready();
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  const refused = await write();
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });

  const lines: string[] = [];
  const note = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  const settings = readSettings({ DATABASE_URL: server.url, PORT: '0', ROLE: 'api' });
  const starting = runServer(
    { ...settings, databaseUrl: server.url },
    { logger: pino({ level: 'warn' }, { write: note }) },
  );
  starting.catch(() => undefined);
  onTestFinished(async () => (await starting).stop());
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
  expect(lines[0]).toBe(
    `The database of DATABASE_URL (${new URL(server.url).host}) is a standby and takes no writes. Waiting for its promotion.`,
  );

  await standby.promote();

  const { address } = await starting;
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  await expect.poll(async () => (await write()).status).toBe(201);
});

import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceToken } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { startTestApp } from '../../test/build-test-app.ts';
import { aServer } from '../../test/standby-server.ts';
import { runServer } from '../main.ts';
import { ensureDatabase } from './embedded-postgres/ensure-database.ts';
import { useUsedFolders } from './embedded-postgres/test-helpers.ts';
import { installJobTables } from './jobs.ts';
import { migrate } from './migrate.ts';
import { readSettings } from './settings.ts';

const aUsedDataDir = useUsedFolders(async (url) => {
  const database = await ensureDatabase(url, 'staffroom');
  await migrate(database);
  await installJobTables(database);
});

test('a standby answers 503 with Retry-After until it is promoted, and a start waits for that', async () => {
  const server = await aServer(aUsedDataDir());
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
    `The database of DATABASE_URL (${new URL(server.url).host}) is a standby and accepts no writes. Waiting for its promotion.`,
  );

  await standby.promote();

  const { address } = await starting;
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  await expect.poll(async () => (await write()).status).toBe(201);
});

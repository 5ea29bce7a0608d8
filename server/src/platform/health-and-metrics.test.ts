import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { startTestApp, useOwnTestApp, type TestApp } from '../../test/build-test-app.ts';
import { readMigrations } from './migrate.ts';

const app = useOwnTestApp();

const get = (
  one: TestApp,
  url: string,
  {
    address = '127.0.0.1',
    headers = {},
  }: { address?: string; headers?: Record<string, string> } = {},
) => one.http.inject({ method: 'GET', url, remoteAddress: address, headers });

test('healthz answers while the process runs', async () => {
  const answer = await get(app, '/api/healthz');
  expect({ status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
    status: 200,
    body: { status: 'ok' },
  });
});

test('health returns name and version without a sign-in', async () => {
  const file = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  const answer = await get(app, '/api/health');
  expect({ status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
    status: 200,
    body: { name: 'Staffroom', version },
  });
});

describe('readyz', () => {
  const anotherApp = async (statement: string) => {
    const other = await startTestApp();
    onTestFinished(() => other.close());
    await other.database.pool.query(statement);
    return other;
  };

  test('answers 200 when the database has our schema', async () => {
    const expected = (await readMigrations()).length;
    const answer = await get(app, '/api/readyz');
    expect({ status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
      status: 200,
      body: {
        status: 'ready',
        database: 'ok',
        migrations: { applied: expected, expected, missing: [] },
      },
    });
  });

  test('answers 503 and names the missing migration, also when the count is right', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    const other = await anotherApp(
      `update applied_migrations set name = '9999-of-another-build.sql' where name = (select max(name) from applied_migrations)`,
    );
    const answer = await get(other, '/api/readyz');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json<unknown>()).toEqual({
      status: 'not ready',
      database: 'ok',
      migrations: { applied: names.length - 1, expected: names.length, missing: names.slice(-1) },
    });
  });

  test('answers 200 after a newer version has upgraded the database', async () => {
    const other = await anotherApp(
      `insert into applied_migrations (name, checksum) values ('9999-newer.sql', 'newer')`,
    );
    expect((await get(other, '/api/readyz')).statusCode).toBe(200);
  });
});

describe('metrics', () => {
  test('count requests by operation and status, without personal data', async () => {
    const admin = await app.as('Admin');
    await admin.call(getMe);
    await get(app, '/api/me');
    const answer = await get(app, '/api/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{operation="getMe",status="200"\} 1/,
    );
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{operation="getMe",status="401"\} 1/,
    );
    expect(answer.body).toContain('process_resident_memory_bytes');
    expect(answer.body).not.toContain(admin.id);
  });

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'without a token are open to %s',
    async (address) => {
      expect((await get(app, '/api/metrics', { address })).statusCode).toBe(200);
    },
  );

  test.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1'])(
    'without a token are closed to %s',
    async (address) => {
      const answer = await get(app, '/api/metrics', { address });
      expect(answer.statusCode).toBe(403);
      expect(answer.json<unknown>()).toMatchObject({
        message: { errors: [{ code: 'forbidden' }] },
      });
    },
  );

  test('without a token are closed to requests of a proxy on this machine', async () => {
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
      expect(
        (await get(app, '/api/metrics', { headers: { [name]: '127.0.0.1' } })).statusCode,
      ).toBe(403);
  });

  test.each(['staffroom.example', 'localhost.example', '10.0.0.1:4000', '127.0.0.1.example'])(
    'without a token are closed to requests with the host %j',
    async (host) => {
      expect((await get(app, '/api/metrics', { headers: { host } })).statusCode).toBe(403);
    },
  );

  test.each(['localhost:4000', '127.0.0.1', '[::1]:4000'])(
    'without a token are open to requests with the host %s',
    async (host) => {
      expect((await get(app, '/api/metrics', { headers: { host } })).statusCode).toBe(200);
    },
  );

  test('with a token are open only to requests with this token', async () => {
    const other = await startTestApp({ settings: { metricsToken: 'only-for-prometheus' } });
    onTestFinished(() => other.close());
    const status = async (authorization?: string, address = '10.0.0.1') =>
      (
        await get(other, '/api/metrics', {
          address,
          headers: authorization === undefined ? {} : { authorization },
        })
      ).statusCode;
    expect(await status('Bearer only-for-prometheus')).toBe(200);
    expect(await status('Bearer only-for-prometheuS')).toBe(403);
    expect(await status('Bearer only')).toBe(403);
    expect(await status()).toBe(403);
    expect(await status(undefined, '127.0.0.1')).toBe(403);
    const admin = await other.as('Admin');
    expect(await status(`Bearer ${admin.token}`)).toBe(403);
  });
});

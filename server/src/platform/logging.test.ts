import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  forgotPassword,
  resetPassword,
} from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { changePassword, signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { startTestApp, type TestApp } from '../../test/build-test-app.ts';
import { unique } from '../../test/unique.ts';
import { apiWith } from '../../test/sign-in-as.ts';
import { createLogger } from '../main.ts';
import { users } from '../domains/identity/users.schema.ts';
import { newId } from './ids.ts';

let lines = '';
const logger = createLogger(
  'trace',
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines += chunk.toString();
      done();
    },
  }),
);

const secretEmail = `${unique('hidden')}@example.com`;
const secretPhone = '91234567';
const secretToken = 'secretTokenOfALink'.repeat(3);

/** Values that libraries throw or emit instead of an Error. */
const notErrors = {
  text: `No mail server for ${secretEmail}`,
  number: 42,
  nothing: null,
  // A job queue spreads its errors into plain objects.
  spread: {
    message: `Cannot reach ${secretEmail}`,
    code: 'ECONNREFUSED',
    stack: 'Error: Cannot reach\n    at connect (queue.js:1:1)',
    detail: secretPhone,
    cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
  },
  record: { phone: secretPhone, status: 7 },
  several: new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ logger });
  const { db } = app.database;
  const now = app.clock.now();
  const values = {
    email: secretEmail,
    phone: secretPhone,
    name: 'Tan Hui Ling',
    created: now,
    updated: now,
  };
  app.http.get('/api/broken', () => {
    throw new Error(`Could not write to ${secretEmail} now.`);
  });
  app.http.get('/api/duplicate', async () => {
    for (let time = 0; time < 2; time += 1)
      await db.insert(users).values({ id: newId(now), type: 'Student', ...values });
  });
  app.http.get('/api/throws/:what', async (request) => {
    const { what } = request.params as { what: keyof typeof notErrors };
    const { promise, reject } = Promise.withResolvers();
    reject(notErrors[what]);
    return promise;
  });
  app.http.get('/api/unreadable', () => db.execute(sql`select ${secretPhone}::text::uuid`));
  return () => app.close();
});

const linesOf = async (act: () => Promise<unknown>) => {
  lines = '';
  await act();
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

const requestLine = (written: Record<string, unknown>[]) =>
  written.find((line) => line['msg'] === 'request');

test('a request logs one line with operation, status, duration and id', async () => {
  const admin = await app.as('Admin');
  const written = await linesOf(() =>
    admin.call(listUsers, { query: { filter: { search: { regex: secretEmail } } } }),
  );
  expect(written).toHaveLength(1);
  expect(requestLine(written)).toMatchObject({
    operation: 'listUsers',
    method: 'GET',
    status: 200,
  });
  expect(requestLine(written)?.['reqId']).toMatch(/^[0-9a-f-]{36}$/);
});

test('personal data is never logged, on success or failure', async () => {
  const admin = await app.as('Admin', {
    name: 'Siti Nurhaliza',
    email: `${unique('siti')}@example.com`,
  });
  const anonymous = apiWith(app, { id: '', token: '' });
  const everything = JSON.stringify(
    await linesOf(async () => {
      await anonymous.send(signIn, { body: { email: secretEmail, password: 'Secret2026' } });
      await admin.send(changePassword, {
        body: { password: 'NewSecret2026', old_password: 'OldSecret2026' },
      });
      await anonymous.send(forgotPassword, { body: { email: secretEmail } });
      const body = { token: secretToken, password: 'LinkSecret2026' };
      await anonymous.send(resetPassword, { body });
      await admin.send(listUsers, { query: { filter: { phone: { regex: secretPhone } } } });
      await admin.send(listUsers, { query: { filter: { anonymous: secretEmail } } });
      for (const url of [
        '/api/broken',
        '/api/duplicate',
        '/api/unreadable',
        `/api/nowhere/${secretEmail}`,
      ])
        await app.http.inject({
          method: 'GET',
          url,
          headers: { authorization: `Bearer ${admin.token}` },
        });
      await app.http.inject({
        method: 'POST',
        url: '/api/auth',
        payload: `{"email":"${secretEmail}"`,
        headers: { 'content-type': 'application/json' },
      });
    }),
  );
  expect(everything).toContain('request failed');
  for (const secret of [
    secretEmail,
    secretToken,
    'OldSecret2026',
    'LinkSecret2026',
    secretPhone,
    admin.token,
    'Siti',
    'siti',
    'Hui Ling',
    'Secret2026',
    'authorization',
    '127.0.0.1',
  ])
    expect(everything).not.toContain(secret);
});

test('an internal error is logged with its details', async () => {
  const written = await linesOf(async () => {
    await app.http.inject({ method: 'GET', url: '/api/broken' });
    await app.http.inject({ method: 'GET', url: '/api/duplicate' });
    await app.http.inject({ method: 'GET', url: '/api/unreadable' });
  });
  const failures = written.filter((line) => line['msg'] === 'request failed');
  expect(failures).toMatchObject([
    { level: 50, err: { type: 'Error', message: 'Could not write to <e-mail> now.' } },
    { err: { cause: { code: '23505', constraint: 'users_email_key' } } },
    { err: { cause: { code: '22P02', message: 'A value was refused.' } } },
  ]);
  expect(JSON.stringify(failures[0])).toContain('logging.test.ts');
});

test('a 500 shows the id of its log line, and no detail', async () => {
  let id: string | undefined;
  const written = await linesOf(async () => {
    const answer = await app.http.inject({ method: 'GET', url: '/api/broken' });
    expect(answer.statusCode).toBe(500);
    const body = JSON.parse(answer.body) as { request_id: string };
    expect(body).toEqual({
      message: {
        errors: [
          { code: 'internal', message: 'Something went wrong on our side. Nothing was saved.' },
        ],
      },
      request_id: expect.any(String) as string,
    });
    id = body.request_id;
  });
  expect(written.map((line) => line['reqId'])).toEqual([id, id]);
});

test('a thrown value is described, also when it is not an Error', async () => {
  const written = await linesOf(async () => {
    for (const what of Object.keys(notErrors))
      await app.http.inject({ method: 'GET', url: `/api/throws/${what}` });
    logger.warn({ err: notErrors.spread }, 'job queue');
  });
  const failures = written.filter((line) => line['err'] !== undefined).map((line) => line['err']);
  expect(failures).toMatchObject([
    { type: 'string', message: 'Not an Error was thrown: No mail server for <e-mail>' },
    { type: 'number', message: 'Not an Error was thrown: 42' },
    { type: 'object', message: 'Not an Error was thrown: null' },
    {
      type: 'Object',
      message: 'Cannot reach <e-mail>',
      code: 'ECONNREFUSED',
      stack: '    at connect (queue.js:1:1)',
      cause: { message: 'connect ECONNREFUSED' },
    },
    { type: 'Object', message: 'Not an Error was thrown: an object with phone, status' },
    { type: 'AggregateError', message: 'connect ::1; connect 127.0.0.1' },
    { type: 'Object', message: 'Cannot reach <e-mail>' },
  ]);
  for (const secret of [secretEmail, secretPhone])
    expect(JSON.stringify(failures)).not.toContain(secret);
});

describe('the request id', () => {
  const answerTo = (url: string, id?: string | string[]) =>
    app.http.inject({
      method: 'GET',
      url,
      headers: id === undefined ? {} : { 'x-request-id': id },
    });

  test('is taken from X-Request-Id, returned, logged and shown with a 500', async () => {
    const written = await linesOf(async () => {
      const answer = await answerTo('/api/broken', 'proxy-1.2:AB_3');
      expect(answer.headers['x-request-id']).toBe('proxy-1.2:AB_3');
      expect(answer.json<unknown>()).toMatchObject({ request_id: 'proxy-1.2:AB_3' });
    });
    expect(written.map((line) => line['reqId'])).toEqual(['proxy-1.2:AB_3', 'proxy-1.2:AB_3']);
  });

  test.each([
    '/api/healthz',
    '/api/me',
    '/api/nowhere',
    '/api/images/%zz',
    `/api/classes/${'x'.repeat(300)}`,
    '/',
  ])('is returned with %s', async (url) => {
    expect((await answerTo(url, 'from-the-proxy')).headers['x-request-id']).toBe('from-the-proxy');
    expect((await answerTo(url)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['empty', ''],
    ['too long', 'a'.repeat(101)],
    ['with a space', 'a b'],
    ['with a quote', 'a","level":60,"msg":"forged'],
    ['with a line break', 'a\r\n{"level":60}'],
    ['with an e-mail', 'tan@example.com'],
    ['not ASCII', 'idé'],
    ['sent twice', ['first', 'second']],
  ])('is replaced when it is %s', async (_what, id) => {
    const written = await linesOf(async () => {
      const answer = await answerTo('/api/broken', id);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
    expect(written).toHaveLength(2);
    expect(written[0]?.['reqId']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('probes are logged at debug, other requests at info', async () => {
  const written = await linesOf(async () => {
    for (const url of ['/api/healthz', '/api/readyz', '/api/metrics', '/api/me'])
      await app.http.inject({ method: 'GET', url });
    await app.http.inject({ method: 'HEAD', url: '/api/healthz' });
  });
  expect(written.map((line) => [line['operation'], line['level']])).toEqual([
    ['/api/healthz', 20],
    ['/api/readyz', 20],
    ['/api/metrics', 20],
    ['getMe', 30],
    ['/api/healthz', 20],
  ]);
});

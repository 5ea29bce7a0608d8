import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { allOperations } from 'staffroom-contract/operations.ts';
import { errorAnswerSchema } from 'staffroom-contract/shared/errors.ts';
import { startTestApp, useOwnTestApp } from '../../test/build-test-app.ts';
import { pathOf } from '../../test/sign-in-as.ts';
import { csvAnswer } from './csv.ts';
import { handle, registerRoute } from './handle.ts';

const app = useOwnTestApp();

const get = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'GET', url, headers });

const codeOf = (body: string) => errorAnswerSchema.parse(JSON.parse(body)).message.errors[0]?.code;

describe('every answer', () => {
  test.each(['/api/settings', '/api/me', '/api/nowhere', '/api/docs/'])(
    'of %s forbids framing, sniffing and leaking the referrer',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
    },
  );

  test('allows scripts of its own origin only', async () => {
    const policy = String((await get('/api/settings')).headers['content-security-policy']);
    const directives = new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values];
      }),
    );
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('object-src')).toEqual(["'none'"]);
    expect(directives.get('base-uri')).toEqual(["'self'"]);
    expect(directives.get('form-action')).toEqual(["'self'"]);
    expect(policy).not.toContain('unsafe-eval');
  });

  test('is not readable from other origins', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const allowed = (answer: { headers: Record<string, unknown> }) =>
      Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
    expect(allowed(await get('/api/settings', headers))).toEqual([]);
    const preflight = await app.http.inject({
      method: 'OPTIONS',
      url: '/api/auth',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(404);
    expect(allowed(preflight)).toEqual([]);
  });

  test('requires TLS from then on only if the product is served by TLS', async () => {
    expect((await get('/api/settings')).headers['strict-transport-security']).toBeUndefined();
    const secure = await startTestApp({ settings: { publicUrl: 'https://staffroom.example' } });
    onTestFinished(() => secure.close());
    const answer = await secure.http.inject({ method: 'GET', url: '/api/settings' });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('unknown addresses', () => {
  test.each([
    '/api',
    '/api/',
    '/api?a=1',
    '/api/nowhere',
    '/api/%6eowhere',
    '/api/%ZZ',
    '/api/../api/x',
  ])('%s is a 404 in the common shape', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(codeOf(answer.body)).toBe('not_found');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s of a read operation is a 404',
    async (method) => {
      const answer = await app.http.inject({ method, url: '/api/me' });
      expect({ status: answer.statusCode, code: codeOf(answer.body) }).toEqual({
        status: 404,
        code: 'not_found',
      });
    },
  );

  test('no page is served below /api, whatever the browser accepts', async () => {
    const answer = await get('/api/orders', { accept: 'text/html' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});

describe('errors of the framework are a 4xx in the common shape', () => {
  const file = '/api/docs/static/swagger-ui.css';

  test.each([
    ['a range that is not there', file, { range: 'bytes=999999999-' }, 416],
    ['a state that the file is not in', file, { 'if-match': '"another"' }, 412],
    ['a bad escape in a path', '/api/admin/order/%E0%A4%A', {}, 404],
    ['a bad escape in a file name', '/api/image/%ZZ.png', {}, 404],
    ['a bad escape in a file of the documentation', '/api/docs/static/%ZZ', {}, 404],
    ['a bad escape in a page', '/orders/%', {}, 404],
    ['a file above its folder', '/api/docs/static/..%2f..%2fpackage.json', {}, 404],
    ['a zero byte in a file name', '/api/docs/static/a%00b', {}, 404],
  ] as const)('%s', async (_what, url, headers, status) => {
    const answer = await get(url, { ...headers });
    expect(answer.statusCode).toBe(status);
    expect(codeOf(answer.body)).toMatch(/^(range_not_satisfiable|precondition_failed|not_found)$/);
  });
});

describe('HEAD', () => {
  const head = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({ method: 'HEAD', url, headers });

  test('answers as GET does, without a body, for every GET', async () => {
    const { token } = await app.as('Admin');
    const authorization = `Bearer ${token}`;
    const urls = allOperations
      .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
      .map((operation) => pathOf(operation));
    for (const url of [...urls, '/api/healthz', '/api/readyz', '/api/metrics', '/api/docs/'])
      for (const headers of [{}, { authorization }] as Record<string, string>[]) {
        const answer = await head(url, headers);
        expect({ url, status: answer.statusCode }).toEqual({
          url,
          status: (await get(url, headers)).statusCode,
        });
        expect(answer.body).toBe('');
      }
  });

  test('of a page has the headers of the page', async () => {
    const [answer, page] = [await head('/orders'), await get('/orders')];
    expect(answer.statusCode).toBe(page.statusCode);
    expect(answer.headers['content-type']).toBe(page.headers['content-type']);
  });

  test('of a download reads no row', async () => {
    const small = Fastify();
    small.setValidatorCompiler(() => () => true);
    small.setSerializerCompiler(() => JSON.stringify);
    let rowsRead = 0;
    const rows = function* () {
      rowsRead += 1;
      yield 'a';
    };
    const column = { header: 'c', value: (row: string) => row };
    const actor = { id: '', name: '', email: '', role: 'Admin', extra_routes: [] } as const;
    const context = { actor, clock: app.clock, settings: app.settings, db: app.database.db };
    registerRoute(
      small,
      handle(
        { ...listUsers, access: 'signed-in' },
        async () => ({ data: [], count: 0 }),
        () => csvAnswer('list.csv', [column], rows()),
      ),
      {
        authenticate: async () => context.actor as never,
        contextOf: () => context as never,
      },
    );
    const url = pathOf(listUsers);
    const answer = await small.inject({ method: 'HEAD', url, headers: { accept: 'text/csv' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(rowsRead).toBe(0);
  });
});

test('personal data and errors about it are never cached', async () => {
  const { token } = await app.as('Admin');
  const authorization = `Bearer ${token}`;
  for (const operation of allOperations.filter(({ method }) => method === 'GET'))
    for (const headers of [{}, { authorization }, { authorization, accept: 'text/csv' }] as Record<
      string,
      string
    >[]) {
      const url = pathOf(operation, { id: crypto.randomUUID(), type: 'general', importId: 'x' });
      const answer = await get(url, headers);
      expect({ url, cache: answer.headers['cache-control'] }).toEqual({ url, cache: 'no-store' });
    }
});

describe('invalid HTTP', () => {
  const speak = async (request: string) => {
    const address = new URL(await listening());
    const socket = connect(Number(address.port), address.hostname);
    socket.end(request);
    return text(socket);
  };
  let listens: Promise<string> | undefined;
  const listening = () => (listens ??= app.listen());

  test.each([
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n', 400],
    ['nonsense', 'nonsense\r\n\r\n', 400],
    [
      'a body of two lengths',
      'GET /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [
      '100 kB of headers',
      `GET /api/me HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
  ])('%s is refused in the common shape', async (_what, request, status) => {
    const answer = await speak(request);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(['malformed_json', 'payload_too_large']).toContain(codeOf(body));
  });
});

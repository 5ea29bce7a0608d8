import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { errorAnswerSchema } from '@staffroom/contract/shared/errors.ts';
import { startTestApp, useOwnTestApp } from '../../test/build-test-app.ts';

const app = useOwnTestApp();

const get = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'GET', url, headers });

const codeOf = (body: string) => errorAnswerSchema.parse(JSON.parse(body)).message.errors[0]?.code;

describe('every answer', () => {
  test.each(['/api/settings', '/api/me', '/api/nowhere', '/api/docs/'])(
    'of %s forbids to be framed, sniffed or to leak where one came from',
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

  test('is for no other origin', async () => {
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

  test('asks for TLS from then on only where the product is reached by it', async () => {
    expect((await get('/api/settings')).headers['strict-transport-security']).toBeUndefined();
    const secure = await startTestApp({ settings: { publicUrl: 'https://staffroom.example' } });
    onTestFinished(() => secure.close());
    const answer = await secure.http.inject({ method: 'GET', url: '/api/settings' });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('what is not there', () => {
  test.each([
    '/api',
    '/api/',
    '/api?a=1',
    '/api/nowhere',
    '/api/%6eowhere',
    '/api/%ZZ',
    '/api/../api/x',
  ])('%s is a 404 in the one shape', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(codeOf(answer.body)).toBe('not_found');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s of a read is a 404',
    async (method) => {
      const answer = await app.http.inject({ method, url: '/api/me' });
      expect({ status: answer.statusCode, code: codeOf(answer.body) }).toEqual({
        status: 404,
        code: 'not_found',
      });
    },
  );

  test('a page is not looked for below /api, whatever the browser accepts', async () => {
    const answer = await get('/api/orders', { accept: 'text/html' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});

describe('what is no HTTP', () => {
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
  ])('%s is refused in the one shape', async (_what, request, status) => {
    const answer = await speak(request);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(['malformed_json', 'payload_too_large']).toContain(codeOf(body));
  });
});

import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { useOwnTestApp } from '../../test/build-test-app.ts';

const app = useOwnTestApp();
const url = '/api/openapi.json';

const read = (headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'GET', url, headers });

describe('openapi.json', () => {
  test('is built once', async () => {
    await read();
    const made = vi.spyOn(app.http, 'swagger');
    const written = vi.spyOn(JSON, 'stringify');
    const first = await read();
    const second = await read();
    const largest = Math.max(
      0,
      ...written.mock.results.map(({ value }) => String(value ?? '').length),
    );
    written.mockRestore();
    expect(made).not.toHaveBeenCalled();
    expect(largest).toBeLessThan(10_000);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first.json()).toMatchObject({ openapi: '3.1.0' });
  });

  test('is compressed for clients that accept gzip', async () => {
    const plain = await read();
    const answer = await read({ 'accept-encoding': 'br;q=1, gzip' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(gunzipSync(answer.rawPayload).equals(plain.rawPayload)).toBe(true);
    const refused = await read({ 'accept-encoding': 'gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  test('answers 304 to clients with the current version', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const { headers } = await read({ 'accept-encoding': encoding });
      expect(headers.etag).toMatch(/^"[\w-]+"$/);
      const again = await read({
        'accept-encoding': encoding,
        'if-none-match': `"old", W/${headers.etag}`,
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect((await read({ 'if-none-match': '"old"' })).statusCode).toBe(200);
  });
});

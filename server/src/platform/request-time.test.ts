import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadImage } from '@staffroom/contract/domains/users/images.contract.ts';
import { useOwnTestApp } from '../../test/build-test-app.ts';
import { answerClientError, answerError } from './http-errors.ts';
import { limitRequestTime } from './request-time.ts';

const app = useOwnTestApp();

test('the product gives headers 30 s, and no request more than 120 s', () => {
  expect(app.http.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 120_000 });
});

describe('a request that does not arrive whole in time', () => {
  let small: FastifyInstance;
  const reached: string[] = [];

  beforeAll(async () => {
    small = Fastify({
      forceCloseConnections: true,
      requestTimeout: 300,
      http: { headersTimeout: 300, connectionsCheckingInterval: 20 },
      clientErrorHandler: answerClientError,
    });
    small.setErrorHandler(answerError);
    limitRequestTime(small, { common: 100, upload: 200 });
    small.post('/act', async () => reached.push('act'));
    small.get('/read', async () => 'read');
    small.post('/upload', { config: { operation: uploadImage } }, async () => 'taken');
    await small.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => small.close());

  /** What is answered until the server hangs up, though the caller never does. */
  const answerTo = async (request: string) => {
    const { port } = small.server.address() as AddressInfo;
    const begun = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(request);
    const answer = await text(socket);
    socket.destroy();
    return { answer, after: performance.now() - begun };
  };
  const head = (line: string, length = 20) =>
    `${line} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;

  test('is answered with 408 in the one shape, is not acted upon, and its connection ends', async () => {
    const { answer } = await answerTo(head('POST /act'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('"code":"request_timeout"');
    expect(reached).toEqual([]);
  });

  test('so is one whose headers never end', async () => {
    const { answer } = await answerTo('POST /act HTTP/1.1\r\nHost: a\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });

  test('one that was answered before its end is cut off', async () => {
    const { answer } = await answerTo(head('GET /read'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('an upload has longer', async () => {
    expect((await answerTo(head('POST /upload'))).after).toBeGreaterThan(190);
  });

  test('one that arrives in time is answered, and the next on its connection too', async () => {
    const whole = 'POST /act HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const one = `${whole}Content-Length: 2\r\n\r\n{}`;
    const last = `${whole}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
    const { answer } = await answerTo(one + last);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });
});

import { EventEmitter } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { useOwnTestApp } from '../../test/build-test-app.ts';
import { answerClientError, answerError } from './http-errors.ts';
import { endSlowSender, limitRequestTime } from './request-time.ts';

const app = useOwnTestApp();

test('headers must arrive within 30 s, and a request within 120 s', () => {
  expect(app.http.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 120_000 });
});

describe('a request that does not arrive completely in time', () => {
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

  /** The response until the server closes the connection; the caller never does. */
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

  test('gets 408 in the common shape, is not executed, and its connection ends', async () => {
    const { answer } = await answerTo(head('POST /act'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('"code":"request_timeout"');
    expect(reached).toEqual([]);
  });

  test('gets 408 if its headers never end', async () => {
    const { answer } = await answerTo('POST /act HTTP/1.1\r\nHost: a\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });

  test('is cut off if it was answered before its end', async () => {
    const { answer } = await answerTo(head('GET /read'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('may take longer as an upload', async () => {
    expect((await answerTo(head('POST /upload'))).after).toBeGreaterThan(190);
  });

  test('is answered if it arrives in time, and so is the next one on its connection', async () => {
    const whole = 'POST /act HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const one = `${whole}Content-Length: 2\r\n\r\n{}`;
    const last = `${whole}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
    const { answer } = await answerTo(one + last);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });
});

describe('an upload that arrives too slowly', () => {
  let small: FastifyInstance;
  let ended = 0;

  beforeAll(async () => {
    small = Fastify({ forceCloseConnections: true });
    small.setErrorHandler(answerError);
    small.addContentTypeParser('application/octet-stream', (_request, body, done) =>
      done(null, body),
    );
    small.post(
      '/upload',
      {
        preHandler: async (request, reply) => {
          reply.raw.once('close', () => (ended += 1));
          endSlowSender(request, reply, { bytes: 1000, within: 200 });
        },
      },
      async (request) => ({ bytes: (await buffer(request.body as Readable)).length }),
    );
    await small.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => small.close());

  const begin = (length: number) => {
    const { port } = small.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\n` +
        `Connection: close\r\nContent-Length: ${length}\r\n\r\n`,
    );
    return socket;
  };

  test('gets 408, and its slot is released', async () => {
    const socket = begin(100_000);
    socket.write('a'.repeat(100));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    expect(ended).toBe(1);
  });

  /** An upload with this speed. */
  const uploadBringing = (bytesASecond: number) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const raw = Object.assign(new EventEmitter(), { socket: { bytesRead: 0 }, complete: false });
    const send = vi.fn<() => void>();
    const reply = { sent: false, header: () => ({ send }) };
    endSlowSender({ raw } as unknown as FastifyRequest, reply as unknown as FastifyReply);
    return {
      raw,
      isEndedAfter: (seconds: number) => {
        for (let second = 0; second < seconds; second += 1) {
          raw.socket.bytesRead += bytesASecond;
          vi.advanceTimersByTime(1000);
        }
        return send.mock.calls.length > 0;
      },
    };
  };

  test('is accepted at 4 kB a second, and ended after 15 s below that', () => {
    expect(uploadBringing(4000).isEndedAfter(110)).toBe(false);
    const slow = uploadBringing(3999);
    expect(slow.isEndedAfter(14)).toBe(false);
    expect(slow.isEndedAfter(2)).toBe(true);
  });

  test('is not ended once it has arrived completely', () => {
    const upload = uploadBringing(0);
    upload.raw.emit('end');
    expect(upload.isEndedAfter(60)).toBe(false);
  });
});

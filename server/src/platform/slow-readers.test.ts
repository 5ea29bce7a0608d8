import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyReply } from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endSlowReader } from './slow-readers.ts';

test('a reader who stops is cut off, and its response ends', async () => {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(64 * 1024, 'a');
    })(),
  );
  app.get('/endless', async (_request, reply) => {
    endSlowReader(reply, { bytes: 300_000, within: 300 });
    return reply.send(endless);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  await expect.poll(() => endless.destroyed, { timeout: 5000 }).toBe(true);
});

describe('over 30 s', () => {
  /** A response whose reader has this speed while there is data to read. */
  const answerTaken = (bytesASecond: number, isReaderLate = true) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const socket = { bytesWritten: 0, writableLength: 0, destroy: vi.fn<() => void>() };
    const raw = Object.assign(new EventEmitter(), { writableNeedDrain: isReaderLate });
    endSlowReader({ raw, request: { raw: { socket } } } as unknown as FastifyReply);
    return {
      socket,
      raw,
      isEndedAfter: (seconds: number) => {
        for (let second = 0; second < seconds; second += 1) {
          socket.bytesWritten += bytesASecond;
          vi.advanceTimersByTime(1000);
        }
        return socket.destroy.mock.calls.length > 0;
      },
    };
  };

  test('a reader with 4 kB a second is served', () => {
    expect(answerTaken(4100).isEndedAfter(300)).toBe(false);
  });

  test('a slower reader is cut off', () => {
    const answer = answerTaken(3900);
    expect(answer.isEndedAfter(29)).toBe(false);
    expect(answer.isEndedAfter(5)).toBe(true);
  });

  test('a reader who waits for the server is not cut off', () => {
    expect(answerTaken(0, false).isEndedAfter(300)).toBe(false);
  });

  test('a reader who has just fallen behind gets the full time', () => {
    const answer = answerTaken(0, false);
    expect(answer.isEndedAfter(60)).toBe(false);
    answer.raw.writableNeedDrain = true;
    expect(answer.isEndedAfter(29)).toBe(false);
    expect(answer.isEndedAfter(5)).toBe(true);
  });
});

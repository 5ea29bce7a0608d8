import { setImmediate as nextTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Characters that are encoded in one turn of the event loop. */
const part = 512 * 1024;

/** Encodes large responses in parts: 5 MB at once would block the event loop for a fifth of a second. */
export const sendLargeAnswersInParts = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length <= part) return payload;
    void reply.header('content-length', Buffer.byteLength(payload));
    return Readable.from(partsOf(payload));
  });
};

const partsOf = async function* (text: string): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length;) {
    await nextTurn();
    const end = endOfPart(text, start + part);
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
};

/** A character of two code units is not split. */
const endOfPart = (text: string, end: number) =>
  end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;

import type { FastifyInstance } from 'fastify';
import { refusal } from './errors.ts';

/** Milliseconds between two checks for idle connections. */
const pause = 100;
/** Milliseconds after which a stop closes all connections. */
const longest = 30_000;

/**
 * Stops the server with its last response, and refuses new requests with 503: Node would wait for kept connections. A
 * client that neither sends nor reads delays the stop by at most `atMost` milliseconds.
 */
export const closePromptly = (app: FastifyInstance, atMost = longest) => {
  let isStopping = false;
  app.addHook('onRequest', async () => {
    if (isStopping)
      throw refusal('unavailable', {
        message: 'The server is stopping. Please try again; nothing is done twice.',
        retryAfterSeconds: 5,
      });
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    const timer = setInterval(() => app.server.closeIdleConnections(), pause);
    const last = setTimeout(() => app.server.closeAllConnections(), atMost);
    app.server.once('close', () => {
      clearInterval(timer);
      clearTimeout(last);
    });
    timer.unref();
    last.unref();
  });
};

import type { FastifyInstance } from 'fastify';
import { refusal } from './errors.ts';

/** Milliseconds between two looks for connections that have fallen idle. */
const pause = 100;
/** Milliseconds after which a stop waits for no answer any more. */
const longest = 30_000;

/**
 * Lets the server stop as soon as its last answer is out, and refuses what comes meanwhile with 503: a connection that
 * was in use when the stop began stays open for the caller's next request, and Node waits for it. Who neither sends nor
 * reads on holds the stop up no longer than `atMost` milliseconds.
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

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Short, and without characters that could end a log line, close a JSON string or form an e-mail address. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** Returns the `X-Request-Id` of the caller or a proxy if it is well formed, otherwise a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();
};

/** Sends `X-Request-Id` with every response. Registered before all other hooks, since these may refuse a request. */
export const answerRequestId = (app: FastifyInstance) =>
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });

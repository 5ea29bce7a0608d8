import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './errors.ts';

/** Milliseconds within which a request must have arrived completely (quality.md). */
const within = { common: 30_000, upload: 120_000 };

/** Timeouts of the server itself: it ends connections with incomplete headers, and checks for them every second. */
export const requestTimeouts = {
  requestTimeout: within.upload,
  http: { headersTimeout: within.common, connectionsCheckingInterval: 1000 },
};

/** Returns true if a request has a body. */
export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Ends an incomplete request with 408 after the time limit, and its connection, also after an early response. */
export const limitRequestTime = (app: FastifyInstance, milliseconds = within) =>
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const isUpload = request.routeOptions.config.operation?.multipart !== undefined;
    const timer = setTimeout(
      () => endUnfinished(request, reply),
      isUpload ? milliseconds.upload : milliseconds.common,
    );
    timer.unref();
    for (const event of ['end', 'close']) request.raw.once(event, () => clearTimeout(timer));
  });

/** Lowest speed of an upload: 60 kB in 15 s. */
const leastBrought = { bytes: 60_000, within: 15_000 };

/** Ends an upload with 408 that is slower than this in any window from now on, to release its slot. */
export const endSlowSender = (
  request: FastifyRequest,
  reply: FastifyReply,
  least = leastBrought,
) => {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const brought = raw.socket.bytesRead - before;
    before += brought;
    if (brought < least.bytes) endUnfinished(request, reply);
  }, least.within);
  timer.unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer));
};

const endUnfinished = (request: FastifyRequest, reply: FastifyReply) => {
  if (request.raw.complete) return;
  if (reply.sent) request.raw.destroy();
  else void reply.header('connection', 'close').send(refusal('request_timeout'));
};

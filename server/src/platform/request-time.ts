import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './errors.ts';

/** Within how many milliseconds a request must have arrived whole (quality.md: Nothing lost, nobody in). */
const within = { common: 30_000, upload: 120_000 };

/** For the server itself: it ends what has not even all its headers, and looks for such every second. */
export const requestTimeouts = {
  requestTimeout: within.upload,
  http: { headersTimeout: within.common, connectionsCheckingInterval: 1000 },
};

/** Does a request bring more than its headers? */
export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Ends a request that does not arrive whole in time with 408, and its connection, also where it has an answer already. */
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

/** The least that a sender of a file brings: 60 kB in 15 s. */
const leastBrought = { bytes: 60_000, within: 15_000 };

/** Ends an upload with 408 that brings less than this in any window from now on, so that it leaves its slot to others. */
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

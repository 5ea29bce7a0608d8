import type { FastifyReply, FastifyRequest } from 'fastify';

/** Load balancers, supervisors and Prometheus send these every few seconds; at info they would hide all other lines. */
const probes = new Set(['/api/health', '/api/healthz', '/api/readyz', '/api/metrics']);

/** Writes one line per request, without personal data (no query strings, bodies or tokens). */
export const logRequest = (request: FastifyRequest, reply: FastifyReply) => {
  const { config, url = 'unknown' } = request.routeOptions;
  const level = probes.has(url) ? 'debug' : 'info';
  request.log[level](
    {
      operation: config.operation?.name ?? url,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
};

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { refusal } from './errors.ts';
import { registerProductMetrics, type ProductMetricsNeeds } from './product-metrics.ts';
import type { Settings } from './settings.ts';

/** Returns true for requests of this machine itself: not through a proxy on it, and not by another host name. */
const isLoopback = ({ ip, headers }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(ip) &&
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name));

const holdsToken = (request: FastifyRequest, token: string) => {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** `/api/metrics` for Prometheus: with METRICS_TOKEN as bearer, or only from loopback if no token is set. */
export const registerMetrics = (
  app: FastifyInstance,
  settings: Pick<Settings, 'metricsToken'>,
  needs: ProductMetricsNeeds,
) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerProductMetrics(registry, needs);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation?.name;
    if (operation)
      durations.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    const allowed = settings.metricsToken
      ? holdsToken(request, settings.metricsToken)
      : isLoopback(request);
    if (!allowed) throw refusal('forbidden');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

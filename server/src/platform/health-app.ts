import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { refusal } from './errors.ts';
import { registerHealth } from './health.ts';
import { answerError } from './http-errors.ts';
import { logRequest } from './log-request.ts';
import { registerMetrics } from './metrics.ts';
import type { ProductMetricsNeeds } from './product-metrics.ts';
import { answerRequestId, requestIdOf } from './request-id.ts';
import { requestTimeouts } from './request-time.ts';
import type { Settings } from './settings.ts';

export type HealthAppNeeds = ProductMetricsNeeds & {
  settings: Settings;
  logger: FastifyBaseLogger;
};

/** Builds a worker's server on HEALTH_PORT: healthz, readyz and metrics by the same rules as the API's. */
export const buildHealthApp = async (needs: HealthAppNeeds): Promise<FastifyInstance> => {
  const app: FastifyInstance = Fastify({
    loggerInstance: needs.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: 1024,
    forceCloseConnections: true,
    ...requestTimeouts,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  answerRequestId(app);
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw refusal('not_found');
  });
  await registerHealth(app, needs.database, needs.settings);
  registerMetrics(app, needs.settings, needs);
  return app;
};

import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { embedHosts } from 'staffroom-contract/shared/embeds.ts';
import { announcementRoutes } from './domains/announcements/announcements.routes.ts';
import { countMessages } from './domains/announcements/message-counts.ts';
import { attendanceRoutes } from './domains/attendance/attendance.routes.ts';
import { registerZoomWebhook } from './domains/attendance/zoom/zoom-webhook.ts';
import { classRoutes } from './domains/classes/classes.routes.ts';
import { discountCodeRoutes } from './domains/discount-codes/discount-codes.routes.ts';
import { feedbackRoutes } from './domains/feedback/feedback.routes.ts';
import { homeworkRoutes } from './domains/homework/homework.routes.ts';
import { materialForms, materialRoutes } from './domains/homework/materials/materials.routes.ts';
import { homeRoutes } from './domains/home/home.routes.ts';
import { authenticate, findLiveActor, requireLiveToken } from './domains/identity/authenticate.ts';
import { auditTrailRoutes } from './domains/system/audit-trail.routes.ts';
import { identityRoutes } from './domains/identity/identity.routes.ts';
import { passwordLinkRoutes } from './domains/identity/password-links.routes.ts';
import { passkeyRoutes } from './domains/identity/passkeys.routes.ts';
import { registerProviderPages } from './domains/identity/provider-pages.ts';
import { secondFactorRoutes } from './domains/identity/second-factor.routes.ts';
import { securityListeners } from './domains/identity/security-notices.ts';
import { isBarred } from './domains/identity/second-factor.service.ts';
import { serviceTokenRoutes } from './domains/identity/service-tokens.routes.ts';
import { tokenOf } from './domains/identity/sessions.service.ts';
import { integrationRoutes } from './domains/integrations/integrations.routes.ts';
import { lessonRoutes } from './domains/lessons/lessons.routes.ts';
import {
  liveSessionForms,
  liveSessionRoutes,
} from './domains/live-sessions/live-sessions.routes.ts';
import { orderImportRoutes } from './domains/orders/order-import.routes.ts';
import { orderRoutes } from './domains/orders/orders.routes.ts';
import { pictureCopierOf, type CopyPicture } from './domains/users/copy-picture.ts';
import { imageCopyRoutes, imageRoutes, registerImages } from './domains/users/images.routes.ts';
import { placeRoutes } from './domains/orders/places.routes.ts';
import { hearsPolls } from './domains/polls/polls.policy.ts';
import { pollRoutes } from './domains/polls/polls.routes.ts';
import { questionBankRoutes } from './domains/question-bank/question-bank.routes.ts';
import { worksheetRoutes } from './domains/question-bank/worksheets/worksheets.routes.ts';
import { systemRoutes } from './domains/system/system.routes.ts';
import { searchRoutes } from './domains/search/search.routes.ts';
import { dashboardRoutes } from './domains/reports/dashboard.routes.ts';
import { hearsReports } from './domains/reports/reports.policy.ts';
import { salesRoutes } from './domains/reports/sales.routes.ts';
import { hearsTicketLists, hearsTickets } from './domains/tickets/tickets.policy.ts';
import { ticketRoutes } from './domains/tickets/tickets.routes.ts';
import { opsRoutes } from './domains/reports/ops.routes.ts';
import { paymentRunRoutes } from './domains/tutor-payments/payment-runs.routes.ts';
import { tutorPaymentRoutes } from './domains/tutor-payments/tutor-payments.routes.ts';
import { userRoutes } from './domains/users/users.routes.ts';
import type { Clock } from './platform/clock.ts';
import type { Context, Listener } from './platform/context.ts';
import type { Database } from './platform/database.ts';
import { createFileFetcher, type FetchFile } from './platform/fetch-file.ts';
import { registerRoute, type Route } from './platform/handle.ts';
import { registerHealth } from './platform/health.ts';
import { answerClientError, answerError } from './platform/http-errors.ts';
import type { Jobs } from './platform/jobs.ts';
import { compileValidator, readJsonBodies } from './platform/json-bodies.ts';
import { openZoom, type Zoom } from './platform/zoom.ts';
import { registerLiveUpdates } from './platform/live-updates.ts';
import { logRequest } from './platform/log-request.ts';
import { registerMetrics } from './platform/metrics.ts';
import { registerOpenApi } from './platform/openapi.ts';
import { closePromptly } from './platform/prompt-close.ts';
import { answerRequestId, requestIdOf } from './platform/request-id.ts';
import { sendLargeAnswersInParts } from './platform/large-answers.ts';
import type { RequestMeter } from './platform/request-meter.ts';
import { limitRequestTime, requestTimeouts } from './platform/request-time.ts';
import type { Settings } from './platform/settings.ts';
import { registerUploads } from './platform/uploads.ts';
import type { Replica } from './platform/replica.ts';
import { registerWebApp } from './platform/web-app.ts';

export type AppNeeds = {
  settings: Settings;
  database: Database;
  /** For connections outside the pool. */
  databaseUrl: string;
  /** For reports and downloads. */
  replica?: Replica | undefined;
  clock: Clock;
  jobs: Jobs;
  /** Listeners for the events of acts. */
  listeners: readonly Listener[];
  logger: Logger;
  /** Replaced in tests; by default it reads public hosts only. */
  fetchFile?: FetchFile;
  /** Counts the requests of operations. */
  meter?: Pick<RequestMeter, 'observe'>;
  /** Gets every successful response before it is sent; tests check it against its schema. */
  inspectAnswer?: (request: FastifyRequest, answer: unknown) => void;
};

/** Routes by domain; the order does not matter. */
const allRoutes = (
  jobs: Jobs,
  zoom: Zoom | undefined,
  copyPicture: CopyPicture,
  settings: Settings,
): readonly Route[] => [
  ...identityRoutes,
  ...passwordLinkRoutes(jobs),
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...serviceTokenRoutes,
  ...auditTrailRoutes,
  ...userRoutes,
  ...imageCopyRoutes(copyPicture),
  ...classRoutes,
  ...lessonRoutes(jobs, zoom),
  ...discountCodeRoutes,
  ...announcementRoutes(jobs),
  ...attendanceRoutes(zoom),
  ...homeworkRoutes,
  ...materialRoutes(jobs),
  ...pollRoutes,
  ...liveSessionRoutes,
  ...orderRoutes,
  ...placeRoutes,
  ...orderImportRoutes(jobs),
  ...ticketRoutes,
  ...tutorPaymentRoutes,
  ...paymentRunRoutes,
  ...feedbackRoutes,
  ...dashboardRoutes,
  ...opsRoutes,
  ...salesRoutes,
  ...integrationRoutes(jobs),
  ...questionBankRoutes(jobs, copyPicture),
  ...worksheetRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...systemRoutes(jobs, settings),
];

/** Most bytes of a request body, unless the operation has its own limit. */
const commonBodyLimit = 1024 * 1024;

/** The actor of operations without a session. */
const noActor: Context['actor'] = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Not signed in',
  email: '',
  role: 'Typist',
  extra_routes: [],
  seesOrderId: false,
  orderAgents: [],
  leadSourceScope: null,
};

/** Builds the HTTP app from its dependencies; starts nothing. */
export const buildApp = async (needs: AppNeeds): Promise<FastifyInstance> => {
  const { settings, database, clock } = needs;
  const logger: FastifyBaseLogger = needs.logger;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    // Our own hook writes the line, without addresses, query strings or other personal data.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // `on` trusts the connected proxy, never an address that a caller wrote into the header.
    trustProxy: settings.trustProxy === true ? (_address, hop) => hop === 0 : settings.trustProxy,
    bodyLimit: commonBodyLimit,
    routerOptions: { maxParamLength: 200 },
    // closePromptly refuses with the common error shape.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...requestTimeouts,
    // A path that cannot be decoded reaches no route, and gets the common error shape.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
  });
  app.removeContentTypeParser('text/plain');
  answerRequestId(app);
  readJsonBodies(app);
  closePromptly(app);
  limitRequestTime(app);
  sendLargeAnswersInParts(app);

  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.setErrorHandler(answerError);
  app.addHook('onResponse', async (request, reply) => {
    logRequest(request, reply);
    if (request.routeOptions.config.operation) needs.meter?.observe(reply.elapsedTime);
  });
  if (needs.inspectAnswer) {
    const inspect = needs.inspectAnswer;
    app.addHook('preSerialization', async (request, reply, answer) => {
      if (reply.statusCode < 300) inspect(request, answer);
      return answer;
    });
  }

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'https:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-src': embedHosts.map((host) => `https://${host}`),
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: settings.publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  if (settings.corsOrigin)
    await app.register(cors, {
      origin: new URL(settings.corsOrigin).origin,
      methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-request-id'],
      exposedHeaders: ['retry-after', 'x-left-out', 'x-request-id'],
    });
  await registerOpenApi(app, settings);

  const listeners = [...needs.listeners, ...securityListeners(needs.jobs)];
  const contextOf = (request: FastifyRequest, actor: Context['actor'] | undefined): Context => {
    const token = tokenOf(request.headers.authorization);
    return {
      actor: actor ?? noActor,
      clock,
      db: database.db,
      settings,
      listeners,
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      origin: `${request.protocol}://${request.host}`,
      cookies: request.headers.cookie,
      token,
      requireSession:
        actor && ((tx) => requireLiveToken(tx, { clock, address: request.ip }, token)),
    };
  };
  const routeNeeds = {
    replica: needs.replica,
    authenticate: authenticate({ db: database.db, clock }),
    contextOf,
    isBarred: (actor: Context['actor'], operation: AnyOperation) =>
      isBarred(settings, actor, operation),
  };
  const zoom = settings.zoom && openZoom(settings.zoom, clock);
  const copyPicture = pictureCopierOf(needs.fetchFile ?? createFileFetcher());
  for (const route of allRoutes(needs.jobs, zoom, copyPicture, settings))
    registerRoute(app, route, routeNeeds);
  await registerHealth(app, database, settings);
  registerImages(app, database);
  registerMetrics(app, settings, { database, clock, countMessages });
  registerProviderPages(app, { settings, contextOf: (request) => contextOf(request, undefined) });
  await registerZoomWebhook(app, { db: database.db, clock, settings });
  registerLiveUpdates(app, {
    db: database.db,
    databaseUrl: needs.databaseUrl,
    logger: needs.logger,
    findActor: ({ headers, ip: address }) =>
      findLiveActor(database.db, { clock, address }, tokenOf(headers.authorization)),
    hears: {
      poll: hearsPolls,
      'ticket-list': hearsTicketLists,
      ticket: hearsTickets,
      report: hearsReports,
    },
  });
  await registerUploads(app, [...imageRoutes, ...liveSessionForms, ...materialForms], routeNeeds);
  await registerWebApp(app, settings);
  return app;
};

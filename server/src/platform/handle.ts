import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  AnyOperation,
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import {
  isScreenRoute,
  mayCall,
  tokenScopes,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { leftOutSentence } from 'staffroom-contract/shared/left-out.ts';
import { errorAnswerSchema } from 'staffroom-contract/shared/errors.ts';
import { z } from 'zod';
import { recordAudit } from './audit.ts';
import type { Context } from './context.ts';
import { streamCsv, type CsvAnswer } from './csv.ts';
import { refusal } from './errors.ts';
import { sendFile, type FileAnswer } from './files.ts';
import { hashBody } from './idempotency.ts';
import { newId } from './ids.ts';
import { gatherLeftOut } from './left-out.ts';
import { endSlowReader } from './slow-readers.ts';
import { streamText, type TextDownload } from './text-download.ts';
import { mayUseReplica, readFrom, type Replica } from './replica.ts';
import { hasBody } from './request-time.ts';

export type Input<O extends AnyOperation> = {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
};

type MaybePromise<T> = T | Promise<T>;

export type Route = {
  operation: AnyOperation;
  run: (context: Context, input: Input<AnyOperation>) => Promise<unknown>;
  csv?: ((context: Context, input: Input<AnyOperation>) => MaybePromise<CsvAnswer>) | undefined;
  /** Other files of a list, by media type. */
  downloads?:
    Record<string, (context: Context, input: Input<AnyOperation>) => TextDownload> | undefined;
};

/** Binds an operation to its one service call, and to its CSV form if it has one. */
export const handle = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  O extends AnyOperation & { params?: P; query?: Q; body?: B; response: R },
>(
  operation: O,
  run: (context: Context, input: Input<O>) => Promise<ResponseOf<O>>,
  csv?: (context: Context, input: Input<O>) => MaybePromise<CsvAnswer>,
): Route => ({
  operation,
  run,
  csv,
});

/** Binds an operation that returns a file; see `Operation.file`. */
export const handleFile = <P extends z.ZodType, O extends AnyOperation & { params?: P }>(
  operation: O,
  run: (context: Context, input: Input<O>) => Promise<FileAnswer>,
): Route => ({ operation, run });

/** `/admin/order/{id}` → `/api/admin/order/:id` */
export const urlOf = (operation: AnyOperation) =>
  `/api${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Returns the actor of a request's bearer token; throws 401. */
export type Authenticate = (request: FastifyRequest) => Promise<Context['actor']>;

/** Creates the context of a use case; without an actor for public operations. */
export type ContextOf = (request: FastifyRequest, actor: Context['actor'] | undefined) => Context;

/** Reads a body that is not JSON, after the caller is authenticated. */
export type ReadBody = (request: FastifyRequest, operation: AnyOperation) => Promise<unknown>;

/** The caller of a request. It is checked again in the handler if the body had not arrived completely. */
const actors = new WeakMap<FastifyRequest, { actor: Context['actor']; isDecided: boolean }>();

/** The caller of an operation that needs a session; set in its `onRequest`. */
export const callerOf = (request: FastifyRequest) => actors.get(request)?.actor;

const idempotencyOf = (
  operation: AnyOperation,
  request: FastifyRequest,
  { query, body }: Input<AnyOperation>,
): Context['idempotency'] => {
  const key = request.headers['idempotency-key'];
  if (!operation.idempotent || key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw refusal('invalid_value', {
      field: 'Idempotency-Key',
      message: 'An Idempotency-Key is 1 to 200 visible ASCII characters.',
    });
  }
  return {
    operation: operation.name,
    key,
    bodyHash: hashBody([request.params, body, ...(operation.query ? [query] : [])]),
    status: operation.status ?? 200,
  };
};

const wants = (request: FastifyRequest, mediaType: string) =>
  (request.headers.accept ?? '').split(',').some((type) => type.trim().startsWith(mediaType));

/** Sends a download of a list and records it in the audit trail (decisions: Users and credit). */
const sendDownload = async (
  reply: FastifyReply,
  context: Context,
  { operation, input, mediaType, answer }: Download,
) => {
  void reply
    .type(`${mediaType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${answer.fileName}"`);
  // HEAD gets no rows and is not recorded.
  if (reply.request.method === 'HEAD') return reply.send('');
  const ended = (given: object) =>
    recordAudit(context.db, context, {
      action: 'list.downloaded',
      entity: 'list',
      entityId: newId(context.clock.now()),
      ...('lines' in answer && answer.of),
      after: { list: operation.name, ...input, ...given },
    });
  const stream = await ('lines' in answer
    ? streamCsv(answer, context.settings.businessTimeZone, ended)
    : streamText(answer, ended));
  endSlowReader(reply);
  return reply.send(stream);
};

/** Sends a file and records its download in the audit trail. */
const sendRecordedFile = (reply: FastifyReply, context: Context, file: FileAnswer) =>
  sendFile(reply, file, (sent) =>
    recordAudit(context.db, context, {
      action: 'file.downloaded',
      ...file.of,
      after: { name: file.name, ...sent },
      isUncounted: true,
    }),
  );

type Download = {
  operation: AnyOperation;
  input: object;
  mediaType: string;
  answer: CsvAnswer | TextDownload;
};

/** The download that a request's Accept header selects; undefined for its page. */
const downloadOf = (request: FastifyRequest, { csv, downloads = {} }: Route) => {
  if (csv && wants(request, 'text/csv')) return { mediaType: 'text/csv', make: csv };
  const other = Object.entries(downloads).find(([mediaType]) => wants(request, mediaType));
  return other && { mediaType: other[0], make: other[1] };
};

/**
 * Registers an operation. The caller is authorised before any input is read, and an operation that is neither public
 * nor names a right is refused at start (denied by default).
 */
export const registerRoute = (
  app: FastifyInstance,
  route: Route,
  needs: {
    authenticate: Authenticate;
    contextOf: ContextOf;
    readBody?: ReadBody;
    replica?: Replica | undefined;
    /** True if the caller must first set up a second factor. */
    isBarred?: (actor: Context['actor'], operation: AnyOperation) => boolean;
  },
) => {
  const { operation } = route;
  refuseUnguarded(operation);
  const replicaFor = (isDownload: boolean) =>
    mayUseReplica(operation, isDownload) ? needs.replica : undefined;
  const decide = async (request: FastifyRequest) => {
    const actor = await needs.authenticate(request);
    if (!mayCall(actor, operation))
      throw refusal(actor.scopes ? 'service_scope_missing' : 'forbidden');
    if (needs.isBarred?.(actor, operation)) throw refusal('second_factor_needed');
    actors.set(request, { actor, isDecided: request.raw.complete || !hasBody(request) });
    return actor;
  };
  app.route({
    method: operation.method,
    url: urlOf(operation),
    config: { operation },
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    schema: schemaOf(operation),
    onRequest: async (request, reply) => {
      // Every response may contain personal data, also an error about a record.
      void reply.header('cache-control', 'no-store');
      if (operation.access !== 'public') await decide(request);
    },
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: needs.readBody ? await needs.readBody(request, operation) : request.body,
      } as Input<AnyOperation>;
      const known = actors.get(request);
      const actor = known?.isDecided === false ? await decide(request) : known?.actor;
      const context = needs.contextOf(request, actor);
      const download = downloadOf(request, route);
      if (download) {
        const { mediaType, make } = download;
        const answer = await readFrom(replicaFor(true), context, async (from) => make(from, input));
        const { params, query, body } = input;
        // The filter of a report is its body.
        const asked = { params, query, ...(operation.body && { filter: body }) };
        return sendDownload(reply, context, { operation, input: asked, mediaType, answer });
      }
      const idempotency = idempotencyOf(operation, request, input);
      const { answer, left } = await readFrom(replicaFor(false), context, async (from) => {
        const { answer: pending, left: leftOut } = gatherLeftOut(() =>
          route.run({ ...from, idempotency }, input),
        );
        return { answer: await pending, left: leftOut() };
      });
      const leftOutWords = leftOutSentence(left);
      if (leftOutWords) void reply.header('x-left-out', leftOutWords);
      if (operation.file) return sendRecordedFile(reply, context, answer as FileAnswer);
      return reply.status(operation.status ?? 200).send(answer);
    },
  });
};

const refuseUnguarded = ({ name, access }: AnyOperation) => {
  const named = Array.isArray(access)
    ? access.length > 0 && access.every(isScreenRoute)
    : z.object({ scope: z.enum(tokenScopes) }).safeParse(access).success;
  if (!named && access !== 'public' && access !== 'signed-in')
    throw new Error(`${name} is neither public nor restricted to callers.`);
};

const schemaOf = (operation: AnyOperation) => ({
  operationId: operation.name,
  summary: operation.summary,
  tags: [operation.domain],
  ...(operation.access === 'public' ? { security: [] } : {}),
  ...(operation.params ? { params: operation.params } : {}),
  ...(operation.query ? { querystring: operation.query } : {}),
  // Form fields are described in uploads.ts.
  ...(operation.body && !operation.multipart ? { body: operation.body } : {}),
  ...describe(operation),
  response: { [operation.status ?? 200]: operation.response, '4xx': errorAnswerSchema },
});

const describe = (operation: AnyOperation) => {
  const notes = [
    ...(operation.idempotent
      ? [
          'Accepts an `Idempotency-Key` header: a repeat returns the first response and changes nothing.',
        ]
      : []),
    ...(operation.csv ? ['Returns all matching rows as CSV for `Accept: text/csv`.'] : []),
    ...(operation.downloads
      ? [`Returns all matching rows as a file for \`Accept\`: ${operation.downloads.join(', ')}.`]
      : []),
    ...(operation.errors ? [`Possible errors: ${operation.errors.join(', ')}.`] : []),
  ];
  return notes.length === 0 ? {} : { description: notes.join('\n\n') };
};

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: AnyOperation;
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  AnyOperation,
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@staffroom/contract/shared/operation.ts';
import {
  isScreenRoute,
  mayCall,
  tokenScopes,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { errorAnswerSchema } from '@staffroom/contract/shared/errors.ts';
import { z } from 'zod';
import { recordAudit } from './audit.ts';
import type { Context } from './context.ts';
import { streamCsv, type CsvAnswer } from './csv.ts';
import { refusal } from './errors.ts';
import { sendFile, type FileAnswer } from './files.ts';
import { hashBody } from './idempotency.ts';
import { newId } from './ids.ts';
import { endSlowReader } from './slow-readers.ts';
import { streamText, type TextDownload } from './text-download.ts';
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
  /** Other files of a list, by the media type that is asked for. */
  downloads?:
    Record<string, (context: Context, input: Input<AnyOperation>) => TextDownload> | undefined;
};

/** Binds an operation to the one service call that does it, and to its CSV form where it has one. */
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

/** The same of an operation that answers a file; see `Operation.file`. */
export const handleFile = <P extends z.ZodType, O extends AnyOperation & { params?: P }>(
  operation: O,
  run: (context: Context, input: Input<O>) => Promise<FileAnswer>,
): Route => ({ operation, run });

/** `/admin/order/{id}` → `/api/admin/order/:id` */
export const urlOf = (operation: AnyOperation) =>
  `/api${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Finds the actor of a request's bearer token; refuses with 401. */
export type Authenticate = (request: FastifyRequest) => Promise<Context['actor']>;

/** What a use case gets; without an actor where nobody need be signed in. */
export type ContextOf = (request: FastifyRequest, actor: Context['actor'] | undefined) => Context;

/** Reads what is no JSON, once it is known who calls. */
export type ReadBody = (request: FastifyRequest, operation: AnyOperation) => Promise<unknown>;

/** Who calls; decided anew in the handler for a request of which some was still to come. */
const actors = new WeakMap<FastifyRequest, { actor: Context['actor']; isDecided: boolean }>();

/** Who was found to call an operation that needs a session, from its `onRequest` on. */
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

/** Every download of every list goes through here, and leaves its audit row (decisions: Users and credit). */
const sendDownload = async (
  reply: FastifyReply,
  context: Context,
  { operation, input, mediaType, answer }: Download,
) => {
  void reply
    .type(`${mediaType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${answer.fileName}"`);
  // Who asks for the heads alone gets no rows, and nothing is noted.
  if (reply.request.method === 'HEAD') return reply.send('');
  const ended = (given: object) =>
    recordAudit(context.db, context, {
      action: 'list.downloaded',
      entity: 'list',
      entityId: newId(context.clock.now()),
      after: { list: operation.name, ...input, ...given },
    });
  const stream = await ('lines' in answer
    ? streamCsv(answer, context.settings.businessTimeZone, ended)
    : streamText(answer, ended));
  endSlowReader(reply);
  return reply.send(stream);
};

type Download = {
  operation: AnyOperation;
  input: object;
  mediaType: string;
  answer: CsvAnswer | TextDownload;
};

/** The file that a request asks for of a list; undefined where it asks for its page. */
const downloadOf = (request: FastifyRequest, { csv, downloads = {} }: Route) => {
  if (csv && wants(request, 'text/csv')) return { mediaType: 'text/csv', make: csv };
  const other = Object.entries(downloads).find(([mediaType]) => wants(request, mediaType));
  return other && { mediaType: other[0], make: other[1] };
};

/**
 * Registers an operation: who calls is decided before anything of the input is read, and an operation
 * that neither is public nor names a right is refused at start (denied by default).
 */
export const registerRoute = (
  app: FastifyInstance,
  route: Route,
  needs: { authenticate: Authenticate; contextOf: ContextOf; readBody?: ReadBody },
) => {
  const { operation } = route;
  refuseUnguarded(operation);
  const decide = async (request: FastifyRequest) => {
    const actor = await needs.authenticate(request);
    if (!mayCall(actor, operation))
      throw refusal(actor.scopes ? 'service_scope_missing' : 'forbidden');
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
      // Whatever is answered may be somebody's, the refusal of a record too.
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
        const answer = await make(context, input);
        const { params, query, body } = input;
        // A report's filter is its body.
        const asked = { params, query, ...(operation.body && { filter: body }) };
        return sendDownload(reply, context, { operation, input: asked, mediaType, answer });
      }
      const answer = await route.run(
        { ...context, idempotency: idempotencyOf(operation, request, input) },
        input,
      );
      if (operation.file) return sendFile(reply, answer as FileAnswer);
      return reply.status(operation.status ?? 200).send(answer);
    },
  });
};

const refuseUnguarded = ({ name, access }: AnyOperation) => {
  const named = Array.isArray(access)
    ? access.length > 0 && access.every(isScreenRoute)
    : z.object({ scope: z.enum(tokenScopes) }).safeParse(access).success;
  if (!named && access !== 'public' && access !== 'signed-in')
    throw new Error(`${name} neither is public nor names who may call it.`);
};

const schemaOf = (operation: AnyOperation) => ({
  operationId: operation.name,
  summary: operation.summary,
  tags: [operation.path.split('/').filter((part) => part !== 'admin')[1] ?? 'api'],
  ...(operation.access === 'public' ? { security: [] } : {}),
  ...(operation.params ? { params: operation.params } : {}),
  ...(operation.query ? { querystring: operation.query } : {}),
  // The fields of a form are read with it (uploads.ts).
  ...(operation.body && !operation.multipart ? { body: operation.body } : {}),
  ...describe(operation),
  response: { [operation.status ?? 200]: operation.response, '4xx': errorAnswerSchema },
});

/** What of a call stands in headers. */
const describe = (operation: AnyOperation) => {
  const notes = [
    ...(operation.idempotent
      ? ['Accepts an `Idempotency-Key` header: a repeat gets the first answer and does nothing.']
      : []),
    ...(operation.csv ? ['Answers all matching rows as CSV to `Accept: text/csv`.'] : []),
    ...(operation.downloads
      ? [`Answers all matching rows as a file to \`Accept\`: ${operation.downloads.join(', ')}.`]
      : []),
    ...(operation.errors ? [`May refuse with: ${operation.errors.join(', ')}.`] : []),
  ];
  return notes.length === 0 ? {} : { description: notes.join('\n\n') };
};

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: AnyOperation;
  }
}

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type {
  AnyOperation,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { refusal } from './errors.ts';
import type { Route } from './handle.ts';
import { passedJsonLimit } from './json-limits.ts';

/** Most values of a JSON body, unless the operation has its own limit. */
const mostValues = 20_000;
/** Deepest nesting of any JSON body. */
const deepest = 50;

/** A JSON body that is parsed in a worker thread. Its JSON, which is hashed for idempotency, is its hash. */
class UnparsedBody {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  toJSON(): string {
    return createHash('sha256').update(this.bytes).digest('hex');
  }
}

/** Parses JSON bodies after counting their values (see `Operation.inThread`). */
export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser('application/json');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      const { operation } = request.routeOptions.config;
      const limit = { most: operation?.inThread?.mostValues ?? mostValues, deepest };
      const passed = passedJsonLimit(bytes, limit);
      if (passed) done(tooManyValues(operation, passed), undefined);
      else if (operation?.inThread) done(null, new UnparsedBody(bytes));
      else void parse(request, bytes.toString('utf8'), done);
    },
  );
};

/** The validator for a part of a request. A body for a worker thread is validated there. */
export const compileValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  return (value: unknown) => (value instanceof UnparsedBody ? { value } : validate(value));
};

const tooManyValues = (operation: AnyOperation | undefined, passed: 'values' | 'depth') => {
  if (passed === 'values' && operation?.inThread) {
    const { code, ...about } = operation.inThread.tooMany;
    return refusal(code, about);
  }
  const message =
    passed === 'depth'
      ? `The body is nested deeper than ${deepest} levels.`
      : `The body contains more than ${mostValues.toLocaleString('en-SG')} values. Please send less at once.`;
  return refusal('too_many_values', { field: 'body', message });
};

/** Binds an operation with `inThread` to the service call that gets the bytes of its body. */
export const handleInThread = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  O extends AnyOperation & { params?: P; query?: Q; body?: B; response: R },
>(
  operation: O,
  run: (
    context: Context,
    bytes: Uint8Array<ArrayBuffer>,
    input: { params: ParamsOf<O>; query: QueryOf<O> },
  ) => Promise<ResponseOf<O>>,
): Route => ({
  operation,
  run: (context, { body, ...input }) =>
    run(
      context,
      new Uint8Array((body as UnparsedBody).bytes),
      input as { params: ParamsOf<O>; query: QueryOf<O> },
    ),
});

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type {
  AnyOperation,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@staffroom/contract/shared/operation.ts';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { refusal } from './errors.ts';
import type { Route } from './handle.ts';
import { passedJsonLimit } from './json-limits.ts';

/** Values of a JSON body where the operation has no limit of its own, and how deep any body nests. */
const mostValues = 20_000;
const deepest = 50;

/** A JSON body that is parsed in a worker thread. As JSON, by which a repeat is known, it is its hash. */
class UnparsedBody {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  toJSON(): string {
    return createHash('sha256').update(this.bytes).digest('hex');
  }
}

/** Reads JSON bodies: values are counted before anything is parsed (see `Operation.inThread`). */
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

/** The validator of a part of a request. A body that a thread parses is validated there. */
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
      ? `The body nests its values deeper than ${deepest} levels.`
      : `The body holds more than ${mostValues.toLocaleString('en-SG')} values. Please send less at once.`;
  return refusal('too_many_values', { field: 'body', message });
};

/** Binds an operation with `inThread`, whose body is read in a worker thread to the service call that gets its bytes. */
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

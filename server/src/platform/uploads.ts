import { createHash } from 'node:crypto';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  AnyOperation,
  BodyOf,
  ParamsOf,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import { z } from 'zod';
import type { Context } from './context.ts';
import { AppError, refusal } from './errors.ts';
import { callerOf, registerRoute, type Route } from './handle.ts';
import { problemsOf } from './field-problems.ts';
import { passedJsonLimit } from './json-limits.ts';
import { endSlowSender } from './request-time.ts';
import { createSlots } from './slots.ts';

type Multipart = NonNullable<AnyOperation['multipart']>;

/** Most bytes of a form besides its file and fields. */
const formBytes = 64 * 1024;
/** Most bytes of a field of a form. */
const fieldBytes = 64 * 1024;
/** Most fields of a form. */
const mostFields = 40;
const fieldValues = { most: 1000, deepest: 50 };

/** The content of a form. Its JSON, which is hashed for idempotency, has the hash of the file. */
type Upload = { fields: unknown; file: Buffer | undefined; toJSON: () => unknown };

type FormInput<O extends AnyOperation> = { params: ParamsOf<O>; body: BodyOf<O> };

/** Binds an operation that takes a file to its one service call; see `Operation.multipart`. */
export const handleUpload = <
  P extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  O extends AnyOperation & { params?: P; body?: B; response: R },
>(
  operation: O,
  run: (context: Context, file: Buffer, input: FormInput<O>) => Promise<ResponseOf<O>>,
): Route =>
  // A form without its file was refused before.
  handleForm(operation, (context, file, input) => run(context, file ?? Buffer.alloc(0), input));

/** Binds an operation whose file is optional. */
export const handleForm = <
  P extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  O extends AnyOperation & { params?: P; body?: B; response: R },
>(
  operation: O,
  run: (context: Context, file: Buffer | undefined, input: FormInput<O>) => Promise<ResponseOf<O>>,
): Route => ({
  operation,
  run: (context, { params, body }) => {
    const { fields, file } = body as Upload;
    return run(context, file, { params, body: fields } as FormInput<O>);
  },
});

/** Registers the operations that take a file, separately: these accept only forms, all others only JSON. */
export const registerUploads = (
  app: FastifyInstance,
  routes: readonly Route[],
  needs: Parameters<typeof registerRoute>[2],
) =>
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    await uploads.register(multipart);
    takeAFewAtOnce(uploads);
    for (const route of routes) registerRoute(uploads, route, { ...needs, readBody: readUpload });
  });

/** Files read at once per process; one account uploads one at a time. Decoded once complete (`decode-image.ts`). */
const uploadSlots = {
  total: 6,
  perAccount: 1,
  waiting: 10,
  waitingPerAccount: 4,
  refuse: () => refusal('busy', { retryAfterSeconds: 5 }),
};

/** Limits concurrent uploads, ends those that arrive too slowly, and refuses with 503 if too many wait. */
const takeAFewAtOnce = (uploads: FastifyInstance) => {
  const slots = createSlots(uploadSlots);
  uploads.addHook('preHandler', async (request, reply) => {
    const release = await slots.take(callerOf(request)?.id ?? request.ip);
    // There is no other sign of a caller who hung up while waiting.
    if (reply.raw.closed) return release();
    reply.raw.once('close', release);
    endSlowSender(request, reply);
  });
};

/** Reads a form to its end, so that a sender who is still sending gets the response. */
const readUpload = async (request: FastifyRequest, operation: AnyOperation): Promise<Upload> => {
  const { multipart: rules, body: schema } = operation;
  if (!rules || !request.isMultipart()) throw refusal('unsupported_media_type');
  const around = formBytes + (schema ? mostFields * fieldBytes : 0);
  if (Number(request.headers['content-length']) > rules.maxBytes + around) throw tooLarge(rules);
  const { texts, file } = await readParts(request, rules, schema !== undefined).catch(
    (error: unknown) => {
      if (error instanceof AppError) throw error;
      const isTooLarge = error instanceof Error && 'code' in error && error.code === fileTooLarge;
      throw isTooLarge ? tooLarge(rules) : notOneFile(rules);
    },
  );
  return {
    fields: schema && readFields(schema, texts),
    file,
    toJSON: () => [
      Object.fromEntries(texts),
      file && createHash('sha256').update(file).digest('hex'),
    ],
  };
};

const fileTooLarge = 'FST_REQ_FILE_TOO_LARGE';

const readParts = async (request: FastifyRequest, rules: Multipart, hasFields: boolean) => {
  const fields = hasFields ? mostFields : 0;
  const limits = {
    fileSize: rules.maxBytes,
    fieldSize: fieldBytes,
    files: 1,
    fields,
    parts: fields + 2,
    headerPairs: 20,
  };
  const announced = Number(request.headers['content-length'] ?? rules.maxBytes);
  const texts = new Map<string, unknown>();
  let file: Buffer | undefined;
  let others = 0;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw fieldRefused(part.fieldname, 'This is too long.');
      if (texts.has(part.fieldname)) throw fieldRefused(part.fieldname, 'This was sent twice.');
      texts.set(part.fieldname, part.value);
    } else if (part.fieldname === rules.field) {
      file = await bytesOf(part.file, Math.min(announced, rules.maxBytes));
      if (!file) throw tooLarge(rules);
    } else others += 1;
    if (part.type === 'file') part.file.resume();
  }
  const isMissing = file === undefined && !rules.optional;
  if (isMissing || others > 0 || texts.has(rules.field)) throw notOneFile(rules);
  return { texts, file };
};

const fieldRefused = (field: string, message: string) =>
  refusal('invalid_value', { field, message });

/** Parses the fields of a form as the operation's body, text as it is, other values as JSON. Reports all problems. */
const readFields = (schema: z.ZodType, texts: ReadonlyMap<string, unknown>): unknown => {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const read = schema.safeParse(
    Object.fromEntries(
      [...texts].map(([name, text]) => [name, isText(shape[name]) ? text : jsonOf(name, text)]),
    ),
  );
  if (!read.success) throw new AppError(problemsOf(read.error, 'body'));
  return read.data;
};

const isText = (field: z.ZodType | undefined) =>
  field !== undefined &&
  z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).type === 'string';

/** Invalid JSON stays text, so that the schema reports the expected type. */
const jsonOf = (name: string, text: unknown): unknown => {
  if (typeof text !== 'string') return text;
  if (passedJsonLimit(Buffer.from(text), fieldValues) !== undefined)
    throw fieldRefused(name, 'This field contains more than 1,000 values.');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Reads a file into one preallocated buffer: joining its parts would need twice the memory. */
const bytesOf = async (file: MultipartFile['file'], atMost: number) => {
  const bytes = Buffer.allocUnsafeSlow(atMost);
  let length = 0;
  for await (const part of file as AsyncIterable<Buffer>) length += part.copy(bytes, length);
  return file.truncated ? undefined : bytes.subarray(0, length);
};

const tooLarge = ({ field, tooLarge: message }: Multipart) =>
  refusal('payload_too_large', { field, message });

const notOneFile = ({ field }: Multipart) =>
  refusal('invalid_value', { field, message: `Send one file in the form's field ${field}.` });

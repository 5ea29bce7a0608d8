import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyOperation, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from './context.ts';
import { AppError, refusal } from './errors.ts';
import { callerOf, registerRoute, type Route } from './handle.ts';

type Multipart = NonNullable<AnyOperation['multipart']>;

/** What a form needs around its file. */
const formBytes = 64 * 1024;

/** Binds an operation that takes a file to the one service call that does it; see `Operation.multipart`. */
export const handleUpload = <O extends AnyOperation>(
  operation: O,
  run: (context: Context, file: Buffer) => Promise<ResponseOf<O>>,
): Route => ({ operation, run: (context, { body }) => run(context, body as Buffer) });

/**
 * Registers the operations that take a file, apart from all others: these take forms and nothing else, the others
 * take JSON and nothing else.
 */
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

/** Files that a process has in memory beside each other; the others stand in line, and nothing of them is read yet. */
const takenAtOnce = 2;
const inLine = 10;
/** An account sends one at a time: who sends slowly holds up nobody but himself. */
const inLineOfOne = 4;

/** Takes a few at a time and refuses with 503 who would have to wait behind too many. */
const takeAFewAtOnce = (uploads: FastifyInstance) => {
  const taken = new Set<string>();
  const line: { account: string; begin: () => void }[] = [];
  const mayBegin = (account: string) => taken.size < takenAtOnce && !taken.has(account);
  const mayWait = (account: string) =>
    line.length < inLine &&
    line.filter((waiting) => waiting.account === account).length < inLineOfOne;
  const giveUp = (account: string) => {
    taken.delete(account);
    const at = line.findIndex((waiting) => mayBegin(waiting.account));
    const [next] = at < 0 ? [] : line.splice(at, 1);
    if (!next) return;
    taken.add(next.account);
    next.begin();
  };
  uploads.addHook('preHandler', async (request, reply) => {
    const account = callerOf(request)?.id ?? request.ip;
    if (mayBegin(account)) taken.add(account);
    else if (mayWait(account)) await new Promise<void>((begin) => line.push({ account, begin }));
    else throw refusal('busy', { retryAfterSeconds: 5 });
    // Who hung up while waiting is told by nothing else.
    if (reply.raw.closed) giveUp(account);
    else reply.raw.once('close', () => giveUp(account));
  });
};

/** The one file of a form, read to its end, so that the answer reaches a sender who is still sending. */
const readUpload = async (request: FastifyRequest, operation: AnyOperation): Promise<Buffer> => {
  const { multipart: rules } = operation;
  if (!rules || !request.isMultipart()) throw refusal('unsupported_media_type');
  if (Number(request.headers['content-length']) > rules.maxBytes + formBytes) throw tooLarge(rules);
  try {
    return await onlyFile(request, rules);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isTooLarge = error instanceof Error && 'code' in error && error.code === fileTooLarge;
    throw isTooLarge ? tooLarge(rules) : notOneFile(rules);
  }
};

const fileTooLarge = 'FST_REQ_FILE_TOO_LARGE';

const onlyFile = async (request: FastifyRequest, rules: Multipart) => {
  const limits = { fileSize: rules.maxBytes, files: 1, fields: 0, parts: 2, headerPairs: 20 };
  const announced = Number(request.headers['content-length'] ?? rules.maxBytes);
  let file: Buffer | undefined;
  let others = 0;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file' && part.fieldname === rules.field) {
      file = await bytesOf(part.file, Math.min(announced, rules.maxBytes));
      if (!file) throw tooLarge(rules);
    } else others += 1;
    if (part.type === 'file') part.file.resume();
  }
  if (!file || others > 0) throw notOneFile(rules);
  return file;
};

/** A file's bytes, written where they stay: its parts and their whole beside each other would need twice the memory. */
const bytesOf = async (file: MultipartFile['file'], atMost: number) => {
  const bytes = Buffer.allocUnsafeSlow(atMost);
  let length = 0;
  for await (const part of file as AsyncIterable<Buffer>) length += part.copy(bytes, length);
  return file.truncated ? undefined : bytes.subarray(0, length);
};

const tooLarge = ({ field, tooLarge: message }: Multipart) =>
  refusal('payload_too_large', { field, message });

const notOneFile = ({ field }: Multipart) =>
  refusal('invalid_value', { field, message: `Send one file, as the form's field ${field}.` });

import type { SerializedError } from 'pino';

const email = /[^\s@"'<>(),;:=]{1,64}@[^\s@"'<>(),;:]{1,255}\.[^\s@"'<>(),;:]{1,63}/g;

/** Most characters of a message, and most keys of an object that is not an error. */
const longestMessage = 2000;
const mostKeys = 10;

type Described = Omit<SerializedError, 'raw' | 'stack' | 'message'> & {
  message: string;
  stack?: string;
  table?: string;
  constraint?: string;
  cause?: Described | undefined;
};

const textOf = (error: object, key: string) => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
};

const withoutEmails = (text: string) => text.slice(0, longestMessage).replaceAll(email, '<e-mail>');

/** PostgreSQL quotes a value that it could not parse, and a failed query has its parameters: both are left out. */
const messageOf = (error: object): string => {
  const query = textOf(error, 'query');
  if (query !== undefined && 'params' in error) return `Failed query: ${query.slice(0, 500)}`;
  if (textOf(error, 'code')?.startsWith('22')) return 'A value was refused.';
  const message = textOf(error, 'message');
  if (message !== undefined && message !== '') return withoutEmails(message);
  // An error about several addresses has no message of its own.
  if (error instanceof AggregateError)
    return error.errors.map((one: unknown): string => describeError(one).message).join('; ');
  return '';
};

const framesOf = (error: object) =>
  (textOf(error, 'stack') ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/** An Error, or a plain object into which a library has spread one. */
const isErrorLike = (thrown: unknown): thrown is object =>
  thrown instanceof Error ||
  (typeof thrown === 'object' && thrown !== null && textOf(thrown, 'message') !== undefined);

/** Type, code, stack and message of a thrown value, without personal data. */
const describeError = (thrown: unknown): Described => {
  if (!isErrorLike(thrown)) return describeOther(thrown);
  const cause: unknown = Reflect.get(thrown, 'cause');
  return {
    type: textOf(thrown, 'name') ?? 'Object',
    message: messageOf(thrown),
    stack: framesOf(thrown),
    ...pick(thrown, 'code'),
    ...pick(thrown, 'table'),
    ...pick(thrown, 'constraint'),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
};

/** Only the field names of an object are written: its values may be personal data. */
const describeOther = (thrown: unknown): Described => {
  if (typeof thrown !== 'object' || thrown === null)
    return { type: typeof thrown, message: notAnError(withoutEmails(String(thrown))) };
  const fields = Object.keys(thrown).slice(0, mostKeys).join(', ') || 'no fields';
  return { type: 'Object', message: notAnError(withoutEmails(`an object with ${fields}`)) };
};

const notAnError = (what: string) => `Not an Error was thrown: ${what}`;

const pick = (error: object, key: 'code' | 'table' | 'constraint') => {
  const value = textOf(error, key);
  return value === undefined ? {} : { [key]: value };
};

/** Serializers of every logger: logs have no personal data, tokens or bodies (quality.md). */
export const logSerializers = {
  err: describeError,
  req: (request: { method?: string }) => ({ method: request.method }),
  res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
};

import type { SerializedError } from 'pino';

const email = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:]+\.[^\s"'<>(),;:]+/g;

type Described = Omit<SerializedError, 'raw' | 'stack'> & {
  stack?: string;
  table?: string;
  constraint?: string;
  cause?: Described | undefined;
};

const textOf = (error: object, key: string) => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
};

/** PostgreSQL quotes the value that it could not read, and a failed query carries its parameters. */
const messageOf = (error: Error) => {
  const query = textOf(error, 'query');
  if (query !== undefined && 'params' in error) return `Failed query: ${query.slice(0, 500)}`;
  if (textOf(error, 'code')?.startsWith('22')) return 'A value was refused.';
  return error.message.replaceAll(email, '<e-mail>');
};

const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/** What is written of an error: kind, code, place and a message without values of anybody's. */
const describeError = (error: unknown): Described => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error was thrown.' };
  return {
    type: error.name,
    message: messageOf(error),
    stack: framesOf(error),
    ...pick(error, 'code'),
    ...pick(error, 'table'),
    ...pick(error, 'constraint'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
};

const pick = (error: Error, key: 'code' | 'table' | 'constraint') => {
  const value = textOf(error, key);
  return value === undefined ? {} : { [key]: value };
};

/** For every logger: logs hold no personal data, tokens or bodies (quality.md: Nothing lost, nobody in). */
export const logSerializers = {
  err: describeError,
  req: (request: { method?: string }) => ({ method: request.method }),
  res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
};

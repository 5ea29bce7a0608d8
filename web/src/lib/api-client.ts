import type { ErrorAnswer } from 'staffroom-contract/shared/errors.ts';
import type {
  AnyOperation,
  BodyInput,
  ParamsInput,
  QueryOf,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import { ApiError, isAway, UnreachableError } from './api-error.ts';
import { apiRoot } from './api-root.ts';
import { noteReachable } from './connection.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { announceSessionExpired } from './session-end.ts';
import { clearToken, readToken } from './token.ts';

/** Input of a list or report; every property has a default on the server. */
export type QueryInput<O extends AnyOperation> = Partial<QueryOf<O>>;

type Needs<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value };

/** Params, query and body of an operation, each only if the operation takes one. */
export type CallInput<O extends AnyOperation> = Needs<'params', ParamsInput<O>> &
  Needs<'body', BodyInput<O>> & { query?: QueryInput<O> | undefined };

export type CallOptions = {
  /** Makes retries of a write safe: use the same key for the same action, also after a lost answer. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type UploadOptions = {
  signal?: AbortSignal | undefined;
  /** Receives the sent share of the file, 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Untyped form of `CallInput`, for generic code. */
export type AnyCallInput = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: File;
};

/** Longest wait for the answer of a read. */
const readTimeout = 15_000;
/** Longest wait for the answer of a write. */
const writeTimeout = 60_000;
/** Longest time of a download or an upload. */
const transferTimeout = 10 * 60_000;
const timeoutOf = ({ method, multipart }: AnyOperation) => {
  if (multipart) return transferTimeout;
  return method === 'GET' ? readTimeout : writeTimeout;
};
const neverAborted = new AbortController().signal;

/** The URL of a call: params filled in, `filter` as JSON, empty values left out. */
export const addressOf = (operation: AnyOperation, input: AnyCallInput): string => {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue;
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const query = search.toString();
  return `${apiRoot}${path}${query && `?${query}`}`;
};

const parseAnswer = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
};

/** Converts a refusal to an error; a response that is not the API's (a proxy's page) has a status and no code. */
const toApiError = async (response: Response): Promise<ApiError> => {
  const answer = (await parseAnswer(response)) as Partial<ErrorAnswer> | undefined;
  const wait = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    errors: answer?.message?.errors ?? [],
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
    current: answer?.current,
    saved: answer?.saved,
    quote: answer?.quote,
    challenge: answer?.challenge,
    requestId: answer?.request_id ?? response.headers.get('x-request-id') ?? undefined,
  });
};

/** Ends the session if an error proves it invalid, which leads to the sign-in screen. */
const endSessionIfDead = (error: ApiError, token: string | null) => {
  const dead = error.isExpired || (error.status === 401 && error.has('not_signed_in'));
  // The user may have signed in again since this call was sent.
  if (!dead || token === null || readToken() !== token) return;
  // Before the token is cleared, while mounted screens can still save what was typed.
  announceSessionExpired();
  clearToken();
};

/** Multipart form of the fields: texts and files as they are, other values as JSON; see `Operation.multipart`. */
const formOf = (field: string, { body, file }: AnyCallInput): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value === undefined) continue;
    form.set(
      name,
      typeof value === 'string' || value instanceof File ? value : JSON.stringify(value),
    );
  }
  if (file) form.set(field, file);
  return form;
};

const bodyOf = ({ multipart }: AnyOperation, input: AnyCallInput): FormData | string | null => {
  if (multipart) return formOf(multipart.field, input);
  return input.body === undefined ? null : JSON.stringify(input.body);
};

/** The server's answer without a token; saves a request for preloads that outlive their session. */
const refuseSignedOut = () =>
  new ApiError({
    status: 401,
    errors: [{ code: 'not_signed_in', message: 'Please sign in.' }],
  });

const send = async (
  operation: AnyOperation,
  input: AnyCallInput,
  options: CallOptions & UploadOptions & { accept: string; timeout?: number },
): Promise<Response> => {
  const token = readToken();
  if (token === null && operation.access !== 'public') throw refuseSignedOut();
  const headers = new Headers({ accept: options.accept });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const body = bodyOf(operation, input);
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);

  const limit = options.timeout ?? timeoutOf(operation);
  const timeout = limit === Infinity ? neverAborted : AbortSignal.timeout(limit);
  let response: Response;
  try {
    const request = {
      method: operation.method,
      headers,
      body,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    };
    const address = addressOf(operation, input);
    response = options.onProgress
      ? await fetchWithProgress(address, request, options.onProgress)
      : await fetch(address, request);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    noteReachable(false);
    throw new UnreachableError({ timedOut: timeout.aborted, cause });
  }
  if (response.ok) {
    noteReachable(true);
    return response;
  }
  // A gateway in front of a dead server responds with 502 or 504.
  if (response.status === 502 || response.status === 504) {
    noteReachable(false);
    throw new UnreachableError({ timedOut: response.status === 504 });
  }
  const error = await toApiError(response);
  noteReachable(!isAway(error));
  endSessionIfDead(error, token);
  throw error;
};

/**
 * Calls an operation of the contract and returns its response. Throws `ApiError` for a refusal and `UnreachableError` if
 * no answer arrived. Ends the session if the answer says that it has expired (part 1 §4).
 */
export const callOperation = async <O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<ResponseOf<O>> => {
  const call = async (query: object | undefined) =>
    parseAnswer(
      await send(operation, { ...input, query }, { ...options, accept: 'application/json' }),
    );
  const answer = await call(input.query);
  return (
    isShortened(answer) ? await wholePage(call, input.query, answer) : answer
  ) as ResponseOf<O>;
};

type ShortenedPage = { data: unknown[]; count: number; next_offset: number };

/** True if the server ended a page of large rows at its byte limit; `next_offset` is the next row. */
const isShortened = (answer: unknown): answer is ShortenedPage =>
  typeof answer === 'object' && answer !== null && 'next_offset' in answer && 'data' in answer;

/** Completes a shortened page, so that all pages of a list have the same length and no row is skipped. */
const wholePage = async (
  call: (query: object) => Promise<unknown>,
  query: { max?: number; offset?: number } | undefined,
  first: ShortenedPage,
): Promise<unknown> => {
  const max = query?.max ?? first.data.length;
  const end = (query?.offset ?? 0) + max;
  const data = [...first.data];
  let next: number | undefined = first.next_offset;
  while (next !== undefined && next < end) {
    const page: unknown = await call({ ...query, offset: next, max: end - next });
    const { data: rows, next_offset } = page as Omit<ShortenedPage, 'next_offset'> &
      Partial<ShortenedPage>;
    data.push(...rows);
    next = next_offset;
  }
  const { next_offset: _, ...rest } = first;
  return { ...rest, data };
};

/** All matching rows of a list as CSV text; the page size does not apply (api.md: Shape). */
export const fetchCsv = async <O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<Blob> => {
  const response = await send(operation, input, {
    ...options,
    accept: 'text/csv',
    timeout: transferTimeout,
  });
  return response.blob();
};

/** A file from an operation, in the media type `accept`; browsers keep large ones on disk. */
export const fetchFile = async <O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  accept = '*/*',
): Promise<Blob> => {
  const response = await send(operation, input, { accept, timeout: transferTimeout });
  return response.blob();
};

/** Opens an event stream; the response continues until it is aborted. */
export const openEvents = <O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  signal: AbortSignal,
): Promise<Response> =>
  send(operation, input, { accept: 'text/event-stream', timeout: Infinity, signal });

/** Uploads one file with its fields; rejects like `callOperation`. */
export const uploadFile = async <O extends AnyOperation>(
  operation: O,
  file: File,
  { body, ...options }: UploadOptions & { body?: BodyInput<O> } = {},
): Promise<ResponseOf<O>> => {
  const response = await send(
    operation,
    { file, body },
    { ...options, accept: 'application/json', timeout: transferTimeout },
  );
  return (await parseAnswer(response)) as ResponseOf<O>;
};

import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorAnswer, ErrorCode } from 'staffroom-contract/shared/errors.ts';
import { isDatabaseAway, isDatabaseBusy } from './database.ts';
import { AppError, refusal } from './errors.ts';
import { fieldProblems } from './field-problems.ts';

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Codes for errors of plugins, by status. */
const byStatus: Record<number, ErrorCode> = {
  403: 'not_found',
  404: 'not_found',
  408: 'request_timeout',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
};

/** Field name for an error about a whole part of the request. */
const partNames: Record<string, string> = { params: 'path', querystring: 'query' };

/** Converts any error to an AppError: coded errors as they are, others by their kind, or `internal`. */
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return refusal('internal');
  if (hasZodFastifySchemaValidationErrors(error)) {
    const whole = partNames[error.validationContext ?? ''] ?? 'body';
    return new AppError(
      error.validation.flatMap((problem) => fieldProblems(problem, whole)).slice(0, 50),
    );
  }
  const code = 'code' in error ? byFastifyCode[String(error.code)] : undefined;
  if (code) return refusal(code);
  if (isDatabaseAway(error) || isDatabaseBusy(error))
    return refusal('unavailable', { retryAfterSeconds: 5 });
  const status = 'statusCode' in error ? Number(error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) return refusal(byStatus[status] ?? 'malformed_json');
  return refusal('internal');
};

const clientErrors: Record<string, [status: string, code: ErrorCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'payload_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout'],
};

/** Answers invalid HTTP with the common error shape and closes the connection. */
export const answerClientError = (error: Error & { code?: string }, socket: Duplex) => {
  if (socket.destroyed || error.code === 'ECONNRESET') return;
  const [status, code] = clientErrors[error.code ?? ''] ?? ['400 Bad Request', 'malformed_json'];
  const { items } = refusal(code);
  const body = JSON.stringify({ message: { errors: items } } satisfies ErrorAnswer);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

/** Sends an error in the common shape (api.md: Shape); a 500 has a request id, never a detail. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const failure = toAppError(error);
  // No hook runs for a path that cannot be decoded.
  void reply.header('x-request-id', request.id);
  // A deliberate refusal, by a full queue or a stop, is not logged as a failure.
  if (failure.status >= 500 && failure !== error)
    request.log.error({ err: error }, 'request failed');
  if (failure.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(failure.retryAfterSeconds));
  const answer: ErrorAnswer = {
    message: { errors: failure.items },
    ...(failure.status >= 500 ? { request_id: request.id } : {}),
    ...(failure.current === undefined ? {} : { current: failure.current }),
    ...(failure.saved === undefined ? {} : { saved: failure.saved }),
    ...(failure.quote === undefined ? {} : { quote: failure.quote }),
    ...(failure.challenge === undefined ? {} : { challenge: failure.challenge }),
  };
  return reply.status(failure.status).type('application/json').send(answer);
};

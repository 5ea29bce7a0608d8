import { wordsOfError } from 'staffroom-contract/shared/error-words.ts';
// Types only: the sign-in screen loads this file, and the contract would add its schema library.
import type { ErrorCode, ErrorItem } from 'staffroom-contract/shared/errors.ts';

type Answer = {
  status: number;
  errors: readonly ErrorItem[];
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number | undefined;
  /** On a conflict: the current record. */
  current?: unknown;
  /** On a conflict: who saved it, and when. */
  saved?: { by: string; at: string } | undefined;
  /** On `price_changed`: the current price. */
  quote?: unknown;
  /** On `second_factor_required`: names the sign-in that waits for its code. */
  challenge?: string | undefined;
  requestId?: string | undefined;
};

/** A refusal of the API. Screens match `code`, never the message (api.md: Shape). */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  readonly retryAfter: number | undefined;
  readonly current: unknown;
  readonly saved: Answer['saved'];
  readonly quote: unknown;
  readonly challenge: string | undefined;
  readonly requestId: string | undefined;

  constructor(answer: Answer) {
    super(answer.errors[0]?.message ?? `The server answered ${answer.status}.`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.errors = answer.errors;
    this.retryAfter = answer.retryAfter;
    this.current = answer.current;
    this.saved = answer.saved;
    this.quote = answer.quote;
    this.challenge = answer.challenge;
    this.requestId = answer.requestId;
  }

  /** The first code, which determines the screen's reaction. */
  get code(): ErrorCode | undefined {
    return this.errors[0]?.code;
  }

  /** The session has expired: the first error is flagged (part 1 §4). */
  get isExpired(): boolean {
    return this.errors[0]?.isExpired === true;
  }

  /** Messages by field path, for a form. */
  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(
      this.errors.flatMap((item) => (item.field ? [[item.field, item.message]] : [])),
    );
  }

  has(code: ErrorCode): boolean {
    return this.errors.some((item) => item.code === code);
  }
}

/** No answer arrived: the server is down, the connection is lost, or the request timed out. */
export class UnreachableError extends Error {
  readonly timedOut: boolean;

  constructor(options: { timedOut: boolean; cause?: unknown }) {
    super('The server did not answer.', { cause: options.cause });
    this.name = 'UnreachableError';
    this.timedOut = options.timedOut;
  }
}

/** True if the server or its database is temporarily down, so that a retry makes sense. */
export const isAway = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError && error.status === 503 && !isBusy(error));

/**
 * True if the server is up but overloaded with this kind of request, or lacks a store that it needs: nothing was done,
 * and a retry may succeed.
 */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError &&
  (['busy', 'downloads_busy', 'library_unavailable'] as const).some((code) => error.has(code));

/** True if no record has this id, the user may not see it, or the address contains no valid id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** True if the record of a write was deleted meanwhile, or is no longer in the user's scope. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 404 &&
  error.errors.every(({ field }) => field === undefined || field === 'id');

/** True if the record exists, but the role may not see it. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** True if the outcome of a failed write is unknown. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError && error.status >= 500 && !isBusy(error));

/** The sentence about retrying after a lost answer; `button` is the label of the button that retries. */
export const sendsAgainWords = (button: string): string =>
  `${button} retries safely: it is never done twice.`;

/** One sentence for the user that says what happened. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof UnreachableError)
    return error.timedOut
      ? 'The server did not answer in time.'
      : 'The server cannot be reached at the moment.';
  if (error instanceof ApiError) {
    const sentences = error.errors.map(wordsOfError);
    const text = [...new Set(sentences)].join(' ') || error.message;
    return error.status === 500 && error.requestId ? `${text} (${error.requestId})` : text;
  }
  return 'Something went wrong in this page. Please load it again.';
};

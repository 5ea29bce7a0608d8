import { wordsOfError } from '@staffroom/contract/shared/error-words.ts';
// Types only: the sign-in screen loads this file, and the contract brings its schema library along.
import type { ErrorCode, ErrorItem } from '@staffroom/contract/shared/errors.ts';

type Answer = {
  status: number;
  errors: readonly ErrorItem[];
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number | undefined;
  /** On a conflict: the record as it stands now. */
  current?: unknown;
  /** Who saved it so, and when. */
  saved?: { by: string; at: string } | undefined;
  /** On `price_changed`: the price as it is now. */
  quote?: unknown;
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
    this.requestId = answer.requestId;
  }

  /** The first code, which decides what the screen does. */
  get code(): ErrorCode | undefined {
    return this.errors[0]?.code;
  }

  /** The session has run out: its first error is flagged (part 1 §4). */
  get isExpired(): boolean {
    return this.errors[0]?.isExpired === true;
  }

  /** Field path → sentence, ready for a form. */
  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(
      this.errors.flatMap((item) => (item.field ? [[item.field, item.message]] : [])),
    );
  }

  has(code: ErrorCode): boolean {
    return this.errors.some((item) => item.code === code);
  }
}

/** No answer came: the server is away, the line is cut, or it took too long. */
export class UnreachableError extends Error {
  readonly timedOut: boolean;

  constructor(options: { timedOut: boolean; cause?: unknown }) {
    super('The server did not answer.', { cause: options.cause });
    this.name = 'UnreachableError';
    this.timedOut = options.timedOut;
  }
}

/** The server or its database is away for the moment, so asking again later makes sense. */
export const isAway = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError && error.status === 503 && !isBusy(error));

/** The server is there and has too much of this very thing to do: nothing was done, and another try may succeed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && (error.has('busy') || error.has('downloads_busy'));

/** Nobody has what the address names, or not for these eyes; an address that holds no id is as good as one. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The record is there, but not for this role. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** Nobody knows whether a write with this failure took effect. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError && error.status >= 500 && !isBusy(error));

/** What can be done after a lost answer, by the button of that name. */
export const sendsAgainWords = (button: string): string =>
  `${button} sends the same again; it is never done twice.`;

/** One sentence that tells a person what happened. */
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

import {
  errorCatalogue,
  type ErrorCode,
  type ErrorItem,
} from 'staffroom-contract/shared/errors.ts';

/** An error with codes of the catalogue; thrown by services and mapped to a response in one place. */
export class AppError extends Error {
  readonly status: number;
  readonly items: ErrorItem[];
  /** The current record, if the caller needs it to continue (409). */
  readonly current: unknown;
  /** The user who saved the current record, and the time. */
  readonly saved: Saved | undefined;
  /** The current price, if the caller showed another one (409). */
  readonly quote: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** Names a sign-in that waits for its code (401). */
  readonly challenge: string | undefined;

  constructor(
    items: ErrorItem[],
    details: {
      current?: unknown;
      saved?: Saved | undefined;
      quote?: unknown;
      retryAfterSeconds?: number | undefined;
      challenge?: string | undefined;
    } = {},
  ) {
    super(items.map((item) => item.code).join(', '));
    this.items = items;
    this.status = errorCatalogue[items[0]?.code ?? 'internal'][0];
    this.current = details.current;
    this.saved = details.saved;
    this.quote = details.quote;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge;
  }
}

type Saved = { by: string; at: string };
type Options = {
  field?: string;
  message?: string;
  current?: unknown;
  saved?: Saved | undefined;
  retryAfterSeconds?: number;
  challenge?: string;
};

/** An AppError with one code; `message` replaces the catalogue's message if more is known. */
export const refusal = (code: ErrorCode, options: Options = {}) =>
  new AppError(
    [
      {
        code,
        message: options.message ?? errorCatalogue[code][1],
        ...(options.field === undefined ? {} : { field: options.field }),
        ...(code === 'session_expired' ? { isExpired: true } : {}),
      },
    ],
    {
      current: options.current,
      saved: options.saved,
      retryAfterSeconds: options.retryAfterSeconds,
      challenge: options.challenge,
    },
  );

/** The error not_found, also for rows out of scope. */
export const notFound = (field?: string) =>
  refusal('not_found', field === undefined ? {} : { field });

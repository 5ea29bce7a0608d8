import {
  errorCatalogue,
  type ErrorCode,
  type ErrorItem,
} from '@staffroom/contract/shared/errors.ts';

/** A refusal with a code of the catalogue; thrown by services, mapped once to an answer. */
export class AppError extends Error {
  readonly status: number;
  readonly items: ErrorItem[];
  /** The record as it stands, where the caller needs it to go on (409). */
  readonly current: unknown;
  /** Who saved it so, and when. */
  readonly saved: Saved | undefined;
  /** The price as it is now, where the caller showed another one (409). */
  readonly quote: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    items: ErrorItem[],
    details: {
      current?: unknown;
      saved?: Saved | undefined;
      quote?: unknown;
      retryAfterSeconds?: number | undefined;
    } = {},
  ) {
    super(items.map((item) => item.code).join(', '));
    this.items = items;
    this.status = errorCatalogue[items[0]?.code ?? 'internal'][0];
    this.current = details.current;
    this.saved = details.saved;
    this.quote = details.quote;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

type Saved = { by: string; at: string };
type Options = {
  field?: string;
  message?: string;
  current?: unknown;
  saved?: Saved | undefined;
  retryAfterSeconds?: number;
};

/** A single coded refusal; `message` overrides the catalogue's sentence where more is known. */
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
    },
  );

export const notFound = (field?: string) =>
  refusal('not_found', field === undefined ? {} : { field });

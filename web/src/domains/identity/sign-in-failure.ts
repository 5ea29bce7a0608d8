import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/formats.ts';

/** What the banner says: the exact sentence of the code; with the wait where there were too many tries. */
export const signInFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'too_many_attempts' && error.retryAfter)
    return `Too many attempts. Please wait ${formatWait(error.retryAfter)}.`;
  return sentenceOf(error);
};

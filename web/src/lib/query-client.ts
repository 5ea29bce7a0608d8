import { QueryClient } from '@tanstack/react-query';
import { ApiError, isAway } from './api-error.ts';

/** Number of retries of a read while the server is down: about half a minute with the delays below. */
const patience = 8;

const shouldRetry = (failures: number, error: unknown) => isAway(error) && failures < patience;

/** Milliseconds before the next retry: the server's Retry-After, or growing delays. */
const retryDelay = (failures: number, error: unknown): number =>
  error instanceof ApiError && error.retryAfter !== undefined
    ? Math.min(error.retryAfter, 10) * 1000
    : Math.min(500 * 2 ** failures, 8000);

/**
 * Reads are retried with growing delays while the server is down, never after a refusal; writes are never retried
 * automatically.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        // Retry also while the browser reports to be offline: the API may be on this machine.
        networkMode: 'always',
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

import { QueryClient } from '@tanstack/react-query';
import { ApiError, isAway } from './api-error.ts';

/** How often a read is repeated while the server is away: with the pauses below about half a minute. */
const patience = 8;

const shouldRetry = (failures: number, error: unknown) => isAway(error) && failures < patience;

/** Milliseconds before the next try: what the server asked for, else growing pauses. */
export const retryDelay = (failures: number, error: unknown): number =>
  error instanceof ApiError && error.retryAfter !== undefined
    ? Math.min(error.retryAfter, 10) * 1000
    : Math.min(500 * 2 ** failures, 8000);

/**
 * Reads are repeated with growing pauses while the server is away, never after a refusal; writes are
 * never repeated by themselves.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        // Retries must go on in a tab that says it is offline too: the API may be on this machine.
        networkMode: 'always',
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

import { noteReachable } from '../lib/connection.ts';

const missingCode = 'MissingCodeError';

/** Code of a screen could not be fetched: the server is away, or was updated meanwhile. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && error.name === missingCode;

/**
 * Notes the server as away when code cannot be fetched, and renames the error: at the browser's own
 * words for it the router loads the page again at once, into nothing while the server is away.
 */
export const watchForMissingCode = (): void =>
  window.addEventListener('vite:preloadError', ({ payload }) => {
    noteReachable(false);
    payload.name = missingCode;
    payload.message = `Code is missing. ${payload.message}`;
  });

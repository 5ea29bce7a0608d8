import { noteReachable } from '../lib/connection.ts';

const missingCode = 'MissingCodeError';

/** True if a screen's code could not be loaded: the server is down, or was updated meanwhile. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && error.name === missingCode;

/**
 * Marks the server as down when code cannot be loaded, and renames the error: on the browser's own message the router
 * would reload the page at once, which fails while the server is down.
 */
export const watchForMissingCode = (): void =>
  window.addEventListener('vite:preloadError', ({ payload }) => {
    noteReachable(false);
    payload.name = missingCode;
    payload.message = `Code is missing. ${payload.message}`;
  });

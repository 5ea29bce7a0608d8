import type { Logger } from 'pino';

type Looking = { everyMs: number; logger: Pick<Logger, 'warn'>; failed: string };

/**
 * Repeats a worker's check at intervals, never twice at a time; a failure is logged as `failed`. Several workers may
 * check concurrently. Returns a function that aborts a running check and waits for it.
 */
export const lookAgain = (
  { everyMs, logger, failed }: Looking,
  act: (signal: AbortSignal) => Promise<unknown>,
) => {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const look = () => {
    running ??= act(stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.warn({ err: error }, failed);
      })
      .finally(() => (running = undefined));
  };
  look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};

import type { Logger } from 'pino';

type Looking = { everyMs: number; logger: Pick<Logger, 'warn'>; failed: string };

/**
 * A worker's look: at once and then again every so often, never twice at a time. One that fails is noted as `failed` in the
 * log and the next tries again; several workers may look side by side. Answers how to stop: what has begun is told to end
 * by its signal, and waited for.
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

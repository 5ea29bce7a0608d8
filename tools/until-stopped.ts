import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_FOR_PARENT_EVERY_MS = 1000;
/** Longer than any request in flight may take; what is not down by then never will be. */
const STOP_WITHIN_MS = 60_000;

/**
 * Aborted once we are to stop: by a signal, or because the npm that started us has disappeared. npm
 * hands a Ctrl-C on that the terminal has sent us too, so further signals change nothing.
 */
export const stopRequested = (): AbortSignal => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event']) void abortWithParent(controller);
  // A terminal or an npm that has gone takes our output with it; that is no reason to fail.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return controller.signal;
};

const abortWithParent = async (controller: AbortController): Promise<void> => {
  const parent = process.ppid;
  while (process.ppid === parent && !controller.signal.aborted) {
    await sleep(LOOK_FOR_PARENT_EVERY_MS, undefined, { ref: false });
  }
  controller.abort();
};

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** What to undo on the way down, last thing first; each part is stopped even when another fails. */
export class Teardown {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  async run(log: (line: string) => void): Promise<void> {
    const stuck = setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    for (const step of this.#steps.toReversed()) {
      await step().catch((error: unknown) => log(`While stopping: ${String(error)}`));
    }
    clearTimeout(stuck);
  }
}

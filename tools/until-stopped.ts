import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_FOR_PARENT_EVERY_MS = 1000;
/** Longer than any request may take; parts that have not stopped by then are given up. */
const STOP_WITHIN_MS = 60_000;

/**
 * Returns a signal that is aborted when this process should stop: after a signal, or when the npm that started it has
 * ended. npm forwards a Ctrl-C that the terminal sends too, so further signals are ignored.
 */
export const stopRequested = (): AbortSignal => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event']) void abortWithParent(controller);
  // A closed terminal or npm also closes our output; that must not fail the process.
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

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Steps to run at a stop, last one first; each runs even if another fails. */
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

import { createLogger, runServer } from './main.ts';
import type { Settings } from './platform/settings.ts';

/** The message of `npm start` to a process of the product; all settings are already checked. */
export type ProductOrder = {
  settings: Settings & { databaseUrl: string };
  logLevel: 'warn' | 'info';
};

/** The answer of the process once it runs, or if it could not start. */
export type ProductAnswer = { address: string } | { failed: Failure };

/** An error in a message between processes, with the message of its cause. */
export type Failure = { message: string; cause: string | undefined } & Pick<
  NodeJS.ErrnoException & { port?: number; address?: string },
  'code' | 'port' | 'address'
>;

/** Runs the API or the worker until a signal stops it, or until the supervisor disappears. */
const run = async ({ settings, logLevel }: ProductOrder) => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort());
  try {
    const server = await runServer(settings, {
      logger: createLogger(logLevel),
      stop: stop.signal,
    });
    answer({ address: server.address });
    if (!stop.signal.aborted)
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    await server.stop();
    process.exit(0);
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    answer({ failed: failureOf(error) }, () => process.exit(1));
  }
};

const answer = (message: ProductAnswer, sent: () => void = () => undefined) =>
  process.send?.(message, sent);

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return { message: String(error), cause: undefined };
  const { code, port, address } = error as Failure;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { message: error.message, cause, code, port, address };
};

// Without its supervisor this process loses its database soon, and the port must be free for the next start.
process.on('disconnect', () => process.exit(1));
// A closed terminal also closes our output; that must not fail the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.once('message', (order: ProductOrder) => void run(order));

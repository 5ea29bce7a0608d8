import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Pauses in ms before each further start of a process that keeps ending: short at first, then longer. */
const pauses = [100, 1000, 2000, 4000, 8000, 16_000, 30_000] as const;
/** A process that ran this long counts as healthy: the next restart has no long pause. */
const HEALTHY_AFTER_MS = 60_000;

export type KeptProcess<Up> = {
  /** Result of the first start; rejects if that start failed. */
  first: Promise<Up>;
  /** Ends the process; the next one starts at once. */
  restart(): void;
  /** Ends the process for good; resolves once it has ended. */
  stop(): Promise<void>;
};

/**
 * Keeps one process running, with growing pauses while it keeps ending. `start` spawns it; `whenUp` resolves once it
 * works. A failed first start is not repeated: the person at the terminal has to act.
 */
export const keepRunning = <Up>(
  name: string,
  {
    start,
    whenUp,
    log,
    wait = (ms, signal) => delay(ms, undefined, { signal }),
    now = () => performance.now(),
  }: {
    start: () => ChildProcess;
    whenUp: (child: ChildProcess) => Promise<Up>;
    log: (line: string) => void;
    /** Replaced in tests. */
    wait?: (ms: number, stopped: AbortSignal) => Promise<void>;
    now?: () => number;
  },
): KeptProcess<Up> => {
  const stopping = new AbortController();
  let child = start();
  const first = whenUp(child);
  let wanted = false;

  const run = async () => {
    let tries = 0;
    await first;
    let upAt = now();
    for (;;) {
      await ended(child);
      if (stopping.signal.aborted) return;
      if (now() - upAt > HEALTHY_AFTER_MS) tries = 0;
      const pause = wanted ? 0 : (pauses[Math.min(tries, pauses.length - 1)] ?? 0);
      if (!wanted)
        log(
          `The ${name} process ended (${howEnded(child)}). Starting it again in ${pause / 1000} s.`,
        );
      wanted = false;
      tries += 1;
      await wait(pause, stopping.signal);
      stopping.signal.throwIfAborted();
      child = start();
      upAt = now();
      await whenUp(child).then(
        () => log(`The ${name} process runs again.`),
        (error: unknown) => {
          if (!stopping.signal.aborted)
            log(`The ${name} process could not start: ${String(error)}`);
        },
      );
    }
  };
  const running = run().catch(() => undefined);

  return {
    first,
    restart: () => {
      wanted = true;
      child.kill('SIGTERM');
    },
    stop: async () => {
      stopping.abort();
      child.kill('SIGTERM');
      await Promise.all([running, ended(child)]);
    },
  };
};

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const ended = async (child: ChildProcess): Promise<void> => {
  if (!hasEnded(child)) await once(child, 'exit');
};

const howEnded = (child: ChildProcess) => child.signalCode ?? `exit code ${child.exitCode}`;

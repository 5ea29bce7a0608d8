import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Failure, ProductAnswer, ProductOrder } from 'staffroom-server/src/product-process.ts';
import { productHeap } from 'staffroom-server/src/product-heap.ts';
import { quickLoading } from 'staffroom-server/src/quick-loading.ts';
import { keepRunning } from './keep-running.ts';
import { root } from './run-program.ts';

export type RunningProduct = {
  /** The address of the API; undefined for a worker alone. Rejects with the cause if a process could not start. */
  up: Promise<{ address: string | undefined }>;
  /** Restarts the processes with the current sources. */
  restart(): void;
  stop(): Promise<void>;
};

/** Runs the parts of ROLE, each in a process that is restarted. `quiet` is for a terminal, without request lines. */
export const runProduct = (
  settings: ProductOrder['settings'],
  { log, quiet }: { log: (line: string) => void; quiet: boolean },
): RunningProduct => {
  let { port } = settings;
  const keep = (role: 'api' | 'worker') =>
    keepRunning(role === 'api' ? 'API' : 'worker', {
      start: () =>
        startProcess({
          settings: { ...settings, role, port },
          logLevel: quiet ? 'warn' : 'info',
        }),
      whenUp: async (child) => {
        const address = await addressOf(child);
        // A port that was chosen for PORT=0 is kept for a restart.
        if (role === 'api') port = Number(new URL(address).port);
        return address;
      },
      log,
    });
  const api = settings.role === 'worker' ? undefined : keep('api');
  const worker = settings.role === 'api' ? undefined : keep('worker');
  const kept = [api, worker].filter((each) => each !== undefined);
  return {
    up: Promise.all([api?.first, worker?.first]).then(([address]) => ({ address })),
    restart: () => kept.forEach((each) => each.restart()),
    stop: async () => {
      await Promise.all(kept.map((each) => each.stop()));
    },
  };
};

const startProcess = (order: ProductOrder): ChildProcess => {
  const child = fork(join(root, 'server/src/product-process.ts'), {
    execArgv: [...productHeap.flags, ...quickLoading],
    env: { ...process.env, ...productHeap.env },
    // Keeps undefined settings undefined.
    serialization: 'advanced',
  });
  // The process may end before it reads this; then it counts as ended.
  child.send(order, () => undefined);
  return child;
};

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('message', (answer: ProductAnswer) =>
      'failed' in answer ? reject(asError(answer.failed)) : resolve(answer.address),
    );
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`A process of the product ended while it started (${signal ?? code}).`)),
    );
  });

/** The error again, with its system properties. */
const asError = ({ message, cause, ...system }: Failure): Error =>
  Object.assign(new Error(message, { cause: cause && new Error(cause) }), system);

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

const running = new Set<ChildProcess>();

export type RunOptions = {
  cwd?: string;
  env?: Record<string, string>;
  /** Keeps the output back until the program ends, so that programs beside each other stay readable. */
  holdOutput?: boolean;
};

/**
 * Runs a JavaScript program of an installed package on our own Node, its output on ours, and
 * resolves to its exit code. It ends with us.
 */
export const runProgram = (
  path: string,
  args: string[],
  options: RunOptions = {},
): Promise<number> => run(process.execPath, [join(root, 'node_modules', path), ...args], options);

/** Runs any command in the same way. */
export const run = (command: string, args: string[], options: RunOptions = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: options.holdOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    running.add(child);
    const held: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => held.push(part));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      process.stdout.write(Buffer.concat(held));
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });

/** Asks everything that still runs to end. */
export const endPrograms = (signal: NodeJS.Signals = 'SIGTERM'): void => {
  for (const child of running) child.kill(signal);
};

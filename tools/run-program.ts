import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

const running = new Set<ChildProcess>();

export type RunOptions = {
  cwd?: string;
  env?: Record<string, string>;
  /** Delays the output until the program ends, so that the output of concurrent programs stays readable. */
  holdOutput?: boolean;
  /** Drops the output. */
  dropOutput?: boolean;
};

/** Runs an installed package's JavaScript on this Node, with our output; resolves to its exit code, ends with us. */
export const runProgram = (
  path: string,
  args: string[],
  options: RunOptions = {},
): Promise<number> => run(process.execPath, [join(root, 'node_modules', path), ...args], options);

/** Runs any command in the same way. */
export const run = (command: string, args: string[], options: RunOptions = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const output = options.dropOutput ? 'ignore' : options.holdOutput ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', output, output],
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

/** Sends a signal to all running programs. */
export const endPrograms = (signal: NodeJS.Signals = 'SIGTERM'): void => {
  for (const child of running) child.kill(signal);
};

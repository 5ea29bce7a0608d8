import { spawn } from 'node:child_process';

/** Stops the server when this process dies: a shell waits at a pipe that closes then. Returns a cancel function. */
export const stopServerWhenWeDie = (postmasterPid: number): (() => void) => {
  const watcher = spawn('/bin/sh', ['-c', `read -r _ || kill -INT ${postmasterPid}`], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // The pipe must not keep this process running; a line through it ends the watch without a kill.
  const pipe = watcher.stdin as typeof watcher.stdin & { unref?: () => void };
  pipe.unref?.();
  pipe.on('error', () => undefined);
  watcher.on('error', () => undefined);
  return () => pipe.end('stopped\n');
};

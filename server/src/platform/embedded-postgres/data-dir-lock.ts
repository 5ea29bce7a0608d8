import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Lock = { release: () => void };

/** Exclusive lock of open(2) on macOS, released when the process ends; it is missing in Node's constants. */
const O_EXLOCK = 0x20;

/**
 * Locks the folder until release or the process's end; the kernel's lock is never stale. Waits `waitMs` for a process
 * that is stopping, then throws with a message for the operator.
 */
export const lockDataDir = async (
  dir: string,
  options: { waitMs: number; log: (line: string) => void },
): Promise<Lock> => {
  const holderFile = join(dir, 'in-use-by');
  const giveUpAt = Date.now() + options.waitMs;
  for (let tries = 0; ; tries += 1) {
    const lock = await tryLock(dir);
    if (lock) {
      writeFileSync(holderFile, String(process.pid));
      return lock;
    }
    if (Date.now() >= giveUpAt) {
      throw new Error(
        `Another Staffroom (process ${holder(holderFile)}) uses the data directory ${dir}. ` +
          'Stop it first, or give this one its own: DATA_DIR=.data-2 PORT=4001 npm start',
      );
    }
    if (tries === 0)
      options.log('Another Staffroom uses this data directory; waiting for it to stop.');
    await sleep(200);
  }
};

const holder = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
};

const tryLock = (dir: string): Promise<Lock | undefined> =>
  process.platform === 'linux' ? tryLockBySocket(dir) : Promise.resolve(tryLockByFile(dir));

/** Linux: a socket in the abstract namespace, named after the folder's inode, independent of its path. */
const tryLockBySocket = (dir: string): Promise<Lock | undefined> =>
  new Promise((resolve, reject) => {
    const { dev, ino } = statSync(dir);
    const name = createHash('sha256').update(`staffroom ${dev} ${ino}`).digest('hex');
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(`\0staffroom-${name.slice(0, 40)}`, () => {
      server.unref();
      resolve({ release: () => server.close() });
    });
  });

const tryLockByFile = (dir: string): Lock | undefined => {
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK;
    const file = openSync(join(dir, 'lock'), flags, 0o600);
    return { release: () => closeSync(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
};

import { servesCluster } from './postmaster-file.ts';

type Supervision = {
  clusterDir: string;
  pid: () => number;
  restart: () => Promise<void>;
  log: (line: string) => void;
};

const LOOK_EVERY_MS = 500;

/**
 * Restarts the server on its port if it dies, with growing pauses; connections recover by themselves. Returns a
 * function that ends the supervision after a restart in progress.
 */
export const superviseServer = ({
  clusterDir,
  pid,
  restart,
  log,
}: Supervision): (() => Promise<void>) => {
  let ended = false;
  let failures = 0;
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();

  const look = async () => {
    if (servesCluster(pid(), clusterDir)) return;
    log('The database has died and is being restarted.');
    try {
      await restart();
      failures = 0;
    } catch (error) {
      failures += 1;
      log(`The database could not be started again: ${String(error)}`);
    }
  };
  const schedule = () => {
    timer = setTimeout(
      () => {
        current = look().finally(() => {
          if (!ended) schedule();
        });
      },
      LOOK_EVERY_MS * 2 ** Math.min(failures, 6),
    );
    timer.unref();
  };
  schedule();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await current;
  };
};

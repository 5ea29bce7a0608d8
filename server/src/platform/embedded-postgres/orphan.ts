import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLivePostmaster, programOf } from './postmaster-file.ts';
import { stopPostmaster, waitUntilGone, waitUntilReady, type Launch } from './postmaster.ts';

/**
 * Handles a server of this data directory that outlived its application: waits for one that is shutting down, stops one
 * with other settings or binaries, and adopts any other.
 */
export const adoptOrphan = async (
  launch: Launch,
  log: (line: string) => void,
): Promise<{ pid: number; port: number } | undefined> => {
  const { clusterDir } = launch.place;
  const orphan = findLivePostmaster(clusterDir);
  if (!orphan) return undefined;
  if (orphan.status === 'stopping') {
    await waitUntilGone(orphan.pid, clusterDir, 60_000);
    return undefined;
  }
  if (!runsAsWeWould(launch, orphan.pid)) {
    await stopPostmaster(orphan.pid, clusterDir);
    return undefined;
  }
  if (!(await waitUntilReady(orphan.pid, clusterDir))) return undefined;
  const { port } = findLivePostmaster(clusterDir) ?? orphan;
  log('The database was still running and is used again.');
  return { pid: orphan.pid, port };
};

/** Returns false for other settings, or for a program that an installation has replaced since. */
const runsAsWeWould = (launch: Launch, pid: number): boolean => {
  const program = programOf(pid);
  if (program !== undefined && program !== launch.binaries.postgres) return false;
  const wanted = launch.options.map((option) => ` "${option}"`).join('');
  return optionsOf(launch.place.clusterDir) === wanted;
};

/** The settings with which the server was started, as recorded by PostgreSQL, which escapes nothing in them. */
const optionsOf = (clusterDir: string): string | undefined => {
  const command = readFileSync(join(clusterDir, 'postmaster.opts'), 'utf8');
  return /"-p" "\d+"(.*)\n$/s.exec(command)?.[1];
};

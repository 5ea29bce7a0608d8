import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findLivePostmaster, programOf } from './postmaster-file.ts';
import { stopPostmaster, waitUntilGone, waitUntilReady, type Launch } from './postmaster.ts';

/**
 * A server of this data directory that outlived its application: one that is going down is waited
 * for, one that runs otherwise than we would start it is stopped, any other is taken over.
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
  log('The database was still running; it goes on being used.');
  return { pid: orphan.pid, port };
};

/** Other settings, or a program that was replaced by an installation since. */
const runsAsWeWould = (launch: Launch, pid: number): boolean => {
  const program = programOf(pid);
  if (program !== undefined && program !== launch.binaries.postgres) return false;
  const wanted = launch.options.filter((option) => option !== '-c');
  return isDeepStrictEqual(optionsOf(launch.place.clusterDir), wanted);
};

/** The settings with which the server was started, as PostgreSQL noted them. */
const optionsOf = (clusterDir: string): string[] => {
  const command = readFileSync(join(clusterDir, 'postmaster.opts'), 'utf8');
  return [...command.matchAll(/"-c" "([^"]*)"/g)].map((match) => match[1] ?? '');
};

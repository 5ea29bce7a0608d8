import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = { pid: number; port: number; status: string };

/** Reads PostgreSQL's own file about the server of this data directory, running or not. */
export const readPostmasterFile = (clusterDir: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid < 1) return undefined;
    return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
};

/** The running server of this data directory, if there is one. */
export const findLivePostmaster = (clusterDir: string): Postmaster | undefined => {
  const found = readPostmasterFile(clusterDir);
  return found && servesCluster(found.pid, clusterDir) ? found : undefined;
};

/** A killed server leaves its file, and PostgreSQL does not start if any process has its pid. */
export const removeStalePostmasterFile = (clusterDir: string): void => {
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
};

/** True if this process serves the data directory; false for a pid of another program, and for a zombie. */
export const servesCluster = (pid: number, clusterDir: string): boolean => {
  if (!exists(pid)) return false;
  if (process.platform === 'linux') return folderOf(pid) === realpathSync(clusterDir);
  const { stdout } = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout.includes(realpathSync(clusterDir)) && !stdout.trimStart().startsWith('Z');
};

/** The program of a process, if the system reports it; a replaced file ends in " (deleted)". */
export const programOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
};

/** The working directory of a process, which is the data directory for PostgreSQL; a zombie has none. */
const folderOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

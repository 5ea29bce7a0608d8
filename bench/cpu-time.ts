import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of a process in hundredths of a second. */
const millisecondsPerTick = 10;

/** CPU time in ms of processes and their descendants, also ended; hardly depends on load. Undefined without `/proc`. */
export const cpuTimeOf = (pids: readonly number[]): number | undefined => {
  try {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => timesOf(name) ?? []);
    const wanted = new Set(pids);
    // A parent is older than its children and usually has the lower pid; two passes are enough for two levels.
    for (let level = 0; level < 2; level += 1)
      for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
    return all
      .filter(({ pid }) => wanted.has(pid))
      .reduce((sum, { ticks }) => sum + ticks * millisecondsPerTick, 0);
  } catch {
    return undefined;
  }
};

/** The time of a process that has ended meanwhile is included in its parent's. */
const timesOf = (pid: string) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      ticks: user + system + endedUser + endedSystem,
    };
  } catch {
    return undefined;
  }
};

/** The lowest CPU time of this thread in milliseconds in a few runs, so that other processes do not count. */
const least = (act: () => unknown): number => {
  const times = Array.from({ length: 5 }, () => {
    const start = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
};

/** Shorter times are too inexact to be compared. */
const shortest = 1;

/** Returns the factor by which `act` takes longer for the large input than for the small one, on any machine. */
export const timesAsLong = <T>(act: (input: T) => unknown, small: T, large: T): number => {
  // Warms up the compiler.
  act(small);
  return (
    least(() => act(large)) /
    Math.max(
      least(() => act(small)),
      shortest,
    )
  );
};

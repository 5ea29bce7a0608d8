/** The current time, injected everywhere (also into queries) so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * The time of a change that follows others: now. If a clock was set back and they are later, the next millisecond after
 * them, so that no step comes before the one that it follows.
 */
export const timeAfter = (clock: Clock, ...earlier: readonly Date[]): Date => {
  const now = clock.now().getTime();
  const last = Math.max(...earlier.map((time) => time.getTime()));
  return new Date(now < last ? last + 1 : now);
};

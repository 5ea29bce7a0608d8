import { inject } from 'vitest';

/** Whether this run tries every operation (`WALK=all`, the long run) instead of one of each kind. */
export const walksAll = process.env['WALK'] === 'all';

/** The seed of random choices. It is new in each run and printed at the start; `WALK_SEED` sets it. */
export const seed = (): number => inject('seed');

/** Returns one item of each kind, chosen by the seed; in the long run all items. */
export const ofEachKind = <T>(items: readonly T[], kindOf: (item: T) => unknown): readonly T[] => {
  if (walksAll) return items;
  const kinds = Map.groupBy(items, (item) => JSON.stringify(kindOf(item)));
  return [...kinds.values()].map((alike) => alike[seed() % alike.length]!);
};

/** A third of the items, by seed and `place`: three consecutive places get all. In the long run all items. */
export const thirdOf = <T>(items: readonly T[], place: number): readonly T[] =>
  walksAll ? items : items.filter((_item, index) => (index + place + seed()) % 3 === 0);

/** The number of runs of a slow property: a third of `all`, in the long run all. */
export const someOf = (all: number): number => (walksAll ? all : Math.ceil(all / 3));

import { isSame } from './merge-versions.ts';

/** The key that identifies an item in every version of a list: a unit's uid. */
export type KeyOf = (item: unknown) => string;

type List = readonly unknown[];
type Sides = { base: List | undefined; theirs: List; mine: List };

const byKey = (list: List, keyOf: KeyOf) => new Map(list.map((item) => [keyOf(item), item]));

/** The keys of both lists: those of the first in order, each additional one after its predecessor in the other list. */
const keysOfBoth = (first: readonly string[], other: readonly string[]): string[] => {
  const keys = [...first];
  for (const [index, key] of other.entries())
    if (!keys.includes(key)) keys.splice(keys.indexOf(other[index - 1] ?? '') + 1, 0, key);
  return keys;
};

/** Keys of the items that differ, including those in only one list. */
export const differingItems = (theirs: List, mine: List, keyOf: KeyOf): string[] => {
  const [saved, typed] = [byKey(theirs, keyOf), byKey(mine, keyOf)];
  return keysOfBoth([...saved.keys()], [...typed.keys()]).filter(
    (key) => !isSame(saved.get(key), typed.get(key)),
  );
};

/** The list with one item taken from the other list, or removed if the other list lacks it. */
export const withItemOf = (list: List, other: List, key: string, keyOf: KeyOf): unknown[] => {
  const [own, given] = [byKey(list, keyOf), byKey(other, keyOf)];
  return keysOfBoth([...own.keys()], [...given.keys()]).flatMap((one) => {
    const source = one === key ? given : own;
    return source.has(one) ? [source.get(one)] : [];
  });
};

/**
 * Merges a list item by item: items changed here stay as typed, items changed only by the others are theirs. `undecided`
 * are the items changed by both; the merged list has them as typed. Without a base, all differing items are undecided.
 */
export const mergeLists = (
  { base, theirs, mine }: Sides,
  keyOf: KeyOf,
): { merged: unknown[]; undecided: string[] } => {
  const [was, saved, typed] = [byKey(base ?? [], keyOf), byKey(theirs, keyOf), byKey(mine, keyOf)];
  const [savedKeys, typedKeys] = [[...saved.keys()], [...typed.keys()]];
  const isReordered = base !== undefined && !isSame(typedKeys, [...was.keys()]);
  const keys = isReordered ? keysOfBoth(typedKeys, savedKeys) : keysOfBoth(savedKeys, typedKeys);
  const undecided: string[] = [];
  const merged = keys.flatMap((key) => {
    const [before, their, my] = [was.get(key), saved.get(key), typed.get(key)];
    if (base !== undefined && isSame(my, before)) return their === undefined ? [] : [their];
    if (!isSame(their, my) && (base === undefined || !isSame(their, before))) undecided.push(key);
    else if (my === undefined) return [];
    return [my ?? their];
  });
  return { merged, undecided };
};

/** How a form's list is compared item by item in a stale save. */
export type MergedList = {
  keyOf: KeyOf;
  /** The list with one item taken from the other list, or removed if the other list lacks it. */
  withItem: (list: List, other: List, key: string) => unknown[];
  /** Merges both versions; without a base all differing items are undecided. */
  merge: (sides: Sides) => { merged: unknown[]; undecided: string[] };
  /** The earlier typed list, updated with current items that differ from theirs. */
  withTyped: (typed: List, now: List, theirs: List) => List;
};

/** For a form's field, so that only forms with such a list load this code. */
export const mergedBy = (keyOf: KeyOf): MergedList => ({
  keyOf,
  withItem: (list, other, key) => withItemOf(list, other, key, keyOf),
  merge: (sides) => mergeLists(sides, keyOf),
  withTyped: (typed, now, theirs) => {
    const has = new Set(now.map(keyOf));
    return differingItems(theirs, now, keyOf)
      .filter((key) => has.has(key))
      .reduce<List>((all, key) => withItemOf(all, now, key, keyOf), typed);
  },
});

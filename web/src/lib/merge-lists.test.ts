import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingItems, mergeLists, withItemOf } from './merge-lists.ts';

type Unit = { uid: string; words: string };

const keyOf = (unit: unknown) => (unit as Unit).uid;
/** Parses "a1 b2": unit a with text 1, unit b with text 2. */
const units = (words: string): Unit[] =>
  words === '' ? [] : words.split(' ').map((one) => ({ uid: one.charAt(0), words: one.slice(1) }));
const wordsOf = (list: readonly unknown[]) =>
  (list as Unit[]).map(({ uid, words }) => `${uid}${words}`).join(' ');

const merge = (base: string | undefined, theirs: string, mine: string) => {
  const { merged, undecided } = mergeLists(
    {
      base: base === undefined ? undefined : units(base),
      theirs: units(theirs),
      mine: units(mine),
    },
    keyOf,
  );
  return [wordsOf(merged), undecided.join(' ')];
};

describe('merging a list item by item', () => {
  test.each([
    ['each changed another unit', 'a1 b1', 'a2 b1', 'a1 b2', 'a2 b2', ''],
    ['both changed the same unit', 'a1 b1', 'a2 b1', 'a3 b1', 'a3 b1', 'a'],
    ['both changed it to the same', 'a1', 'a2', 'a2', 'a2', ''],
    ['they added one, I changed another', 'a1 b1', 'a1 c1 b1', 'a1 b2', 'a1 c1 b2', ''],
    ['both added one', 'a1', 'a1 b1', 'a1 c1', 'a1 b1 c1', ''],
    ['they removed one', 'a1 b1', 'a1', 'a2 b1', 'a2', ''],
    ['I removed one', 'a1 b1', 'a2 b1', 'a1', 'a2', ''],
    ['they removed what I changed', 'a1 b1', 'a1', 'a1 b2', 'a1 b2', 'b'],
    ['I removed what they changed', 'a1 b1', 'a1 b2', 'a1', 'a1 b2', 'b'],
    ['I moved one, they changed one', 'a1 b1', 'a2 b1', 'b1 a1', 'b1 a2', ''],
    ['they moved one, I changed one', 'a1 b1', 'b1 a1', 'a2 b1', 'b1 a2', ''],
  ])('%s', (_what, base, theirs, mine, merged, undecided) => {
    expect(merge(base, theirs, mine)).toEqual([merged, undecided]);
  });

  test('without a base all differences are undecided', () => {
    expect(merge(undefined, 'a1 b1 c1', 'a1 b2 d1')).toEqual(['a1 b2 d1 c1', 'b d c']);
  });

  test('no edit of either side is lost, and each decided unit is one of the two', () => {
    const lists = fc.uniqueArray(
      fc.record({ uid: fc.constantFrom('a', 'b', 'c', 'd'), words: fc.constantFrom('1', '2') }),
      { selector: ({ uid }) => uid },
    );
    fc.assert(
      fc.property(lists, lists, lists, (base, theirs, mine) => {
        const { merged, undecided } = mergeLists({ base, theirs, mine }, keyOf);
        const find = (list: readonly unknown[], uid: string) =>
          (list as Unit[]).find((unit) => unit.uid === uid)?.words;
        for (const uid of ['a', 'b', 'c', 'd']) {
          const [was, their, my] = [base, theirs, mine].map((list) => find(list, uid));
          expect(undecided.includes(uid)).toBe(my !== their && my !== was && their !== was);
          if (!undecided.includes(uid)) expect(find(merged, uid)).toBe(my === was ? their : my);
        }
        expect(new Set(merged.map(keyOf)).size).toBe(merged.length);
      }),
    );
  });
});

test('takes an item from another list at its position there, or removes it', () => {
  const list = units('a1 b1');
  expect(wordsOf(withItemOf(list, units('a2 b2'), 'b', keyOf))).toBe('a1 b2');
  expect(wordsOf(withItemOf(list, units('a2 c2 b2'), 'c', keyOf))).toBe('a1 c2 b1');
  expect(wordsOf(withItemOf(list, units('a2'), 'b', keyOf))).toBe('a1');
  expect(differingItems(units('a1 b1 c1'), units('a1 b2 d1'), keyOf)).toEqual(['b', 'd', 'c']);
});

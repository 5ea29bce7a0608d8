import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fetchEvery, largestPage } from './fetch-every.ts';

const aList = (length: number) => Array.from({ length }, (_, index) => ({ _id: `row ${index}` }));

const pagesOf = (rows: { _id: string }[], asked: number[] = []) => {
  const page = async ({ max, offset }: { max: number; offset: number }) => {
    asked.push(offset);
    return { data: rows.slice(offset, offset + max), count: rows.length };
  };
  return page;
};

test('fetches every row over any number of pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5 * largestPage }), async (length) => {
      expect(await fetchEvery(pagesOf(aList(length)))).toEqual(aList(length));
    }),
  );
});

test('requests a list that fits once, and a longer one page by page', async () => {
  const once: number[] = [];
  await fetchEvery(pagesOf(aList(largestPage), once));
  expect(once).toEqual([0]);
  const thrice: number[] = [];
  await fetchEvery(pagesOf(aList(2 * largestPage + 1), thrice));
  expect(thrice).toEqual([0, largestPage, 2 * largestPage]);
});

test('returns a row once if it moves to a later page meanwhile', async () => {
  const rows = aList(largestPage + 1);
  const page = async ({ offset }: { offset: number }) =>
    offset === 0
      ? { data: rows.slice(0, largestPage), count: rows.length }
      : { data: rows.slice(largestPage - 1), count: rows.length + 1 };
  expect(await fetchEvery(page)).toEqual(rows);
});

test('stops if the list shrinks meanwhile', async () => {
  const page = async ({ offset }: { offset: number }) => ({
    data: offset === 0 ? aList(largestPage) : [],
    count: 3 * largestPage,
  });
  expect(await fetchEvery(page)).toHaveLength(largestPage);
});

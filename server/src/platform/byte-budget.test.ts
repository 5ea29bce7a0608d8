import { expect, test } from 'vitest';
import { firstWithinBudget } from './byte-budget.ts';

/** Returns each id as its size, and records the requested ids. */
const sizes = () => {
  const asked: string[] = [];
  const sizesOf = async (ids: string[]) => {
    asked.push(...ids);
    return ids.map((id) => ({ id, bytes: Number(id) }));
  };
  return { asked, sizesOf };
};

test('shows all rows that fit', async () => {
  const ids = Array.from({ length: 50 }, () => '2');
  const { asked, sizesOf } = sizes();
  expect(await firstWithinBudget(ids, sizesOf, 100)).toHaveLength(50);
  expect(asked).toHaveLength(50);
});

test('reads no sizes after the first rows that do not fit', async () => {
  const ids = Array.from({ length: 200 }, () => '30');
  const { asked, sizesOf } = sizes();
  expect(await firstWithinBudget(ids, sizesOf, 100)).toHaveLength(3);
  expect(asked).toHaveLength(20);
});

test('shows a row that is too large on a page of its own', async () => {
  const { sizesOf } = sizes();
  expect(await firstWithinBudget(['500', '1'], sizesOf, 100)).toEqual([{ id: '500', bytes: 500 }]);
  expect(await firstWithinBudget([], sizesOf, 100)).toEqual([]);
});

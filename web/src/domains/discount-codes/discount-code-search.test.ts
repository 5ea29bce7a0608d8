import { expect, test } from 'vitest';
import {
  changedFilters,
  codeQueryOf,
  discountCodeSearchSchema,
  withFilter,
  withSorting,
} from './discount-code-search.ts';

const agent = '0190f3b4-0000-7000-8000-000000000001';

test('an empty address asks for the newest codes, 20 of them', () => {
  expect(codeQueryOf({})).toEqual({
    filter: {},
    max: 20,
    offset: 0,
    sortBy: 'created',
    order: 'desc',
  });
});

test('page, search, filters and order of the address reach the call', () => {
  expect(
    codeQueryOf({
      search: 'early',
      status: 'Inactive',
      agent,
      sortBy: 'end_date',
      order: 'desc',
      page: 3,
    }),
  ).toEqual({
    filter: { search: { regex: 'early' }, status: 'Inactive', agent },
    max: 20,
    offset: 40,
    sortBy: 'end_date',
    order: 'desc',
  });
  expect(codeQueryOf({ sortBy: 'code' })).toMatchObject({ sortBy: 'code', order: 'asc' });
});

test('nonsense in an address counts as missing, a number as text', () => {
  expect(
    discountCodeSearchSchema.parse({
      search: 20,
      status: 'Expired',
      agent: 'me',
      sortBy: 'discount',
      order: 'up',
      page: 0,
    }),
  ).toEqual({ search: '20' });
});

test('another filter or order begins on page 1 and keeps the rest', () => {
  const search = { search: 'early', sortBy: 'code', order: 'desc', page: 4 } as const;
  expect(withFilter(search, { status: 'Active' })).toEqual({
    ...search,
    status: 'Active',
    page: undefined,
  });
  expect(withSorting(search, { sortBy: 'end_date', order: 'asc' })).toEqual({
    search: 'early',
    sortBy: 'end_date',
    order: 'asc',
    page: undefined,
  });
});

test('only what narrows the list counts as a changed filter', () => {
  expect(changedFilters({ sortBy: 'code', page: 2 })).toBe(0);
  expect(changedFilters({ search: 'a', status: 'Active', agent })).toBe(3);
});

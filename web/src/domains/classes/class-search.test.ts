import { expect, test } from 'vitest';
import {
  changedFilters,
  classQueryOf,
  classSearchSchema,
  emptyTextOf,
  withFilter,
  withSorting,
} from './class-search.ts';

test('an empty address asks for the ten classes changed last', () => {
  expect(classQueryOf({})).toEqual({
    filter: {},
    max: 10,
    offset: 0,
    sortBy: 'updated',
    order: 'desc',
  });
});

test('page, search, filters and order of the address reach the call', () => {
  expect(
    classQueryOf({
      search: '[P6]',
      subject: 'Science',
      level: 'primary-6',
      state: 'Inactive',
      sortBy: 'start_date',
      order: 'desc',
      page: 3,
    }),
  ).toEqual({
    filter: { name: { regex: '[P6]' }, subject: 'Science', level: 'primary-6', is_active: false },
    max: 10,
    offset: 20,
    sortBy: 'start_date',
    order: 'desc',
  });
  expect(classQueryOf({ state: 'Active', sortBy: 'name' })).toMatchObject({
    filter: { is_active: true },
    sortBy: 'name',
    order: 'asc',
  });
});

test('nonsense in the address counts as missing', () => {
  expect(
    classSearchSchema.parse({
      search: ' ',
      subject: 'Magic',
      level: 'primary-7',
      state: 'Sleeping',
      sortBy: 'rate',
      page: 0,
      class: 'x',
      dialog: 'delete',
    }),
  ).toEqual({});
});

test('another filter or order begins on page 1 and keeps the rest', () => {
  const before = { search: 'maths', sortBy: 'name', page: 4 } as const;
  expect(withFilter(before, { level: 'advanced' })).toEqual({
    search: 'maths',
    sortBy: 'name',
    level: 'advanced',
  });
  expect(withSorting(before, { sortBy: 'updated', order: 'asc' })).toEqual({
    search: 'maths',
    sortBy: 'updated',
    order: 'asc',
  });
});

test('only filters count as changed, and only a search has its own empty text', () => {
  expect(changedFilters({ search: 'a', state: 'Active', page: 2, sortBy: 'name' })).toBe(2);
  expect(emptyTextOf({ subject: 'English' })).toBe('No classes found');
  expect(emptyTextOf({ search: 'a' })).toBe('No class found matching that name');
});

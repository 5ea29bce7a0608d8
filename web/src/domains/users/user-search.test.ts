import { expect, test } from 'vitest';
import { tabOf, userQueryOf, userSearchSchema, withTab, withTerm } from './user-search.ts';

const id = '01987a55-0000-7000-8000-000000000001';

test('nonsense in the address counts as missing', () => {
  expect(
    userSearchSchema.parse({ tab: 'everybody', page: 0, user: 'x', sortBy: 'phone', search: ' ' }),
  ).toEqual({});
});

test('a phone number in the address is a text', () => {
  expect(userSearchSchema.parse({ search: 91234567 })).toEqual({ search: '91234567' });
});

test('another tab begins at page 1, closes what is open and keeps what is looked for', () => {
  const search = { tab: 'student' as const, search: 'lim', page: 3, user: id };
  expect(withTab(search, 'tutor')).toEqual({ tab: 'tutor', search: 'lim' });
  expect(withTab(search, 'all')).toEqual({ search: 'lim' });
});

test('another search begins at page 1 and keeps the tab', () => {
  expect(withTerm({ tab: 'student', page: 3, search: 'lim' }, 'tan')).toMatchObject({
    tab: 'student',
    search: 'tan',
    page: undefined,
  });
});

test('staff are never in the All tab', () => {
  expect(userQueryOf({}, 'all').filter).toEqual({ _type: { in: ['Student', 'Tutor', 'TA'] } });
});

test('the Staff tab is an Admin’s alone', () => {
  expect(tabOf({ tab: 'staff' }, true)).toBe('staff');
  expect(tabOf({ tab: 'staff' }, false)).toBe('all');
});

test('twenty a page, oldest first until a column is chosen', () => {
  expect(userQueryOf({ page: 3 }, 'student')).toMatchObject({
    max: 20,
    offset: 40,
    sortBy: 'created',
    order: 'asc',
  });
  expect(userQueryOf({ sortBy: 'name', order: 'desc', search: '+65' }, 'tutor')).toMatchObject({
    sortBy: 'name',
    order: 'desc',
    filter: { _type: { in: ['Tutor'] }, search: { regex: '+65' } },
  });
});

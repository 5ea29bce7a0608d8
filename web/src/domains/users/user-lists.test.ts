import { expect, test } from 'vitest';
import { wholeListInput } from '../../kit/list/define-list.ts';
import { scopeOf, staffList, tabOf, userList, userSearchSchema, withTab } from './user-lists.ts';

const id = '01987a55-0000-7000-8000-000000000001';
const today = '2026-03-23';

test('invalid URL values count as missing', () => {
  expect(
    userSearchSchema.parse({ tab: 'nonsense', user: 'x', sortBy: 'phone', role: 'Student' }),
  ).toEqual({});
});

test('a phone number in the URL is read as text', () => {
  expect(userSearchSchema.parse({ search: 91234567 })).toEqual({ search: '91234567' });
});

test('another tab begins at page 1, closes dialogs and keeps the search', () => {
  const search = { tab: 'student' as const, search: 'lim', page: 3, user: id };
  expect(withTab(search, 'tutor')).toEqual({ tab: 'tutor', search: 'lim' });
  expect(withTab(search, 'all')).toEqual({ search: 'lim' });
});

test('the All tab excludes staff, and a role filters the Staff tab', () => {
  expect(wholeListInput(userList, {}, today, scopeOf('all')).query).toEqual({
    filter: { _type: { in: ['Student', 'Tutor', 'TA'] } },
    sortBy: 'created',
    order: 'asc',
  });
  const staff = userSearchSchema.parse({ tab: 'staff', role: 'Agent', search: 'lim' });
  expect(wholeListInput(staffList, staff, today, scopeOf('staff')).query?.filter).toEqual({
    _type: 'Agent',
    search: { regex: 'lim' },
  });
});

test('only an Admin has the Staff tab', () => {
  expect(tabOf({ tab: 'staff' }, true)).toBe('staff');
  expect(tabOf({ tab: 'staff' }, false)).toBe('all');
});

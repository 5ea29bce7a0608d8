import { z } from 'zod';
import { staffTypes, type UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { formInAddress, optionalInAddress } from '../../lib/address-values.ts';

const search = { label: 'E-mail, phone or name', asOneTypes: true };

/** Students, tutors and TAs, oldest first by default (part 1 §7). */
export const userList = defineList({
  operation: listUsers,
  nouns: ['user', 'users'],
  pageSize: 20,
  search,
  sort: { default: ['created', 'asc'], columns: ['email', 'name'] },
  filters: {
    birthday: choice(['today'], {
      label: 'Birthday',
      words: () => 'Today',
      where: () => ({ birthday: 'today' as const }),
    }),
  },
  empty: { none: 'No users found' },
});

/** Staff accounts, for an Admin (decisions: Roles). */
export const staffList = defineList({
  operation: listUsers,
  nouns: ['staff account', 'staff accounts'],
  pageSize: 20,
  search,
  sort: { default: ['name', 'asc'], columns: ['email', 'name'] },
  filters: { role: choice(staffTypes, { label: 'Role', where: (role) => ({ _type: role }) }) },
  empty: { none: 'No staff accounts found' },
  file: 'staff.csv',
});

/** URL search of `/user`; all optional, invalid values count as missing. */
export const userSearchSchema = userList.address.extend({
  ...staffList.address.shape,
  /** Missing means the All tab. */
  tab: optionalInAddress(z.enum(['student', 'tutor', 'staff'])),
  /** Id of the person whose detail dialog is open. */
  user: optionalInAddress(z.uuid()),
  /** Id of the person whose form is open. */
  edit: optionalInAddress(z.uuid()),
  dialog: optionalInAddress(z.literal('create')),
  /** The open form of a staff account. */
  staff: formInAddress,
  /** The open dialog of service tokens: the list, or the form of a new token over it. */
  tokens: optionalInAddress(z.enum(['list', 'new'])),
});
export type UserSearch = z.infer<typeof userSearchSchema>;
export type UserTab = NonNullable<UserSearch['tab']> | 'all';

/** The tab shown; only an Admin has the Staff tab. */
export const tabOf = (address: UserSearch, seesStaff: boolean): UserTab =>
  address.tab === 'staff' && !seesStaff ? 'all' : (address.tab ?? 'all');

/** Switches tabs: begins at page 1, closes dialogs, keeps search and sort order (part 1 §9). */
export const withTab = ({ search: term, sortBy, order }: UserSearch, tab: UserTab): UserSearch => ({
  ...(tab !== 'all' && { tab }),
  search: term,
  sortBy,
  order,
});

export const typesOfTab: Record<UserTab, readonly UserType[]> = {
  all: ['Student', 'Tutor', 'TA'],
  student: ['Student'],
  tutor: ['Tutor'],
  staff: staffTypes,
};

/** The account types that a tab lists; staff are only in their own tab (decisions: Roles). */
export const scopeOf = (tab: UserTab) => ({ filter: { _type: { in: [...typesOfTab[tab]] } } });

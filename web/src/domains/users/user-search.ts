import { z } from 'zod';
import type { UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import type { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { staffSearchShape } from './staff-search.ts';

/** Users on a page (part 1 §9). */
export const pageSize = 20;

/** The tabs beside All, which is none in the address. */
const tabs = ['student', 'tutor', 'staff'] as const;
export type UserTab = (typeof tabs)[number] | 'all';

/** The columns that can be sorted, in the list's terms. */
const sortings = ['email', 'name'] as const;

/** What the address of `/user` holds; all of it may be missing, nonsense counts as missing. */
export const userSearchSchema = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  /** E-mail, phone or name, as typed. */
  search: optionalInAddress(textInAddress),
  sortBy: optionalInAddress(z.enum(sortings)),
  order: optionalInAddress(z.enum(['asc', 'desc'])),
  page: optionalInAddress(z.int().min(1)),
  /** The person whose detail dialog is open. */
  user: optionalInAddress(z.uuid()),
  /** The person whose form is open. */
  edit: optionalInAddress(z.uuid()),
  dialog: optionalInAddress(z.literal('create')),
  ...staffSearchShape,
});
export type UserSearch = z.infer<typeof userSearchSchema>;

/** The tab that is shown; the Staff tab is an Admin's alone. */
export const tabOf = (search: UserSearch, seesStaff: boolean): UserTab =>
  search.tab === 'staff' && !seesStaff ? 'all' : (search.tab ?? 'all');

/** Another tab begins at page 1 and keeps what is looked for (part 1 §9). */
export const withTab = ({ search, sortBy, order }: UserSearch, tab: UserTab): UserSearch => ({
  ...(tab !== 'all' && { tab }),
  ...(search && { search }),
  ...(tab !== 'staff' && sortBy && { sortBy, order }),
});

/** Another search begins at page 1 and keeps the tab (part 1 §9). */
export const withTerm = (before: UserSearch, search: string | undefined): UserSearch => ({
  ...before,
  search,
  page: undefined,
});

/** Whom each tab lists; staff stand in their own tab alone (decisions: Roles). */
const typesOfTab: Record<Exclude<UserTab, 'staff'>, UserType[]> = {
  all: ['Student', 'Tutor', 'TA'],
  student: ['Student'],
  tutor: ['Tutor'],
};

type ListQuery = QueryOf<typeof listUsers>;

/** The call's filter for a tab and what is looked for in it. */
export const userFilterOf = (
  { search }: UserSearch,
  tab: Exclude<UserTab, 'staff'>,
): ListQuery['filter'] => ({
  _type: { in: typesOfTab[tab] },
  ...(search && { search: { regex: search } }),
});

/** Oldest first, as the specification has it (part 1 §7), unless a column was chosen. */
export const sortingOf = ({ sortBy, order }: UserSearch) =>
  sortBy ? { sortBy, order: order ?? ('asc' as const) } : undefined;

/** The page of the list that the address asks for. */
export const userQueryOf = (
  search: UserSearch,
  tab: Exclude<UserTab, 'staff'>,
): Partial<ListQuery> => ({
  filter: userFilterOf(search, tab),
  max: pageSize,
  offset: ((search.page ?? 1) - 1) * pageSize,
  ...(sortingOf(search) ?? { sortBy: 'created', order: 'asc' }),
});

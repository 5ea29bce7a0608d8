import { staffTypes, type StaffRole } from '@staffroom/contract/domains/identity/permissions.ts';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { listQuery, operationQuery } from '../../lib/queries.ts';
import { staffPageSize, type StaffSearch } from './staff-search.ts';

/** The call's filter: a role or all of staff, and what is looked for. */
export const staffFilterOf = ({ role, search }: StaffSearch) => ({
  _type: role ?? { in: [...staffTypes] },
  ...(search && { search: { regex: search } }),
});

/** By name, unless a column was chosen. */
export const staffSortingOf = ({ sortBy, order }: StaffSearch) => ({
  sortBy: sortBy ?? ('name' as const),
  order: order ?? ('asc' as const),
});

/** The page of staff accounts that the address asks for. */
export const staffListQuery = (search: StaffSearch) =>
  listQuery(listUsers, {
    filter: staffFilterOf(search),
    ...staffSortingOf(search),
    max: staffPageSize,
    offset: ((search.page ?? 1) - 1) * staffPageSize,
  });

/** The first agents whose name or e-mail holds the term; all agents without one. */
export const agentsByTerm = (term: string) =>
  listQuery(listUsers, {
    filter: { _type: 'Agent', ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    max: 20,
  });

/** How many students have this lead source: the count of the answer. */
export const studentsOfSource = (source: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: 'Student', 'lead_source.source': source }, max: 1 },
  });

/** How many enabled accounts have this type: the count of the answer. */
export const holdersOfRole = (role: StaffRole) =>
  operationQuery(listUsers, { query: { filter: { _type: role, enabled: true }, max: 1 } });

import type { StaffRole } from '@staffroom/contract/domains/identity/permissions.ts';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { listQuery, operationQuery } from '../../lib/queries.ts';

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

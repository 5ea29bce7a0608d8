import { useQuery } from '@tanstack/react-query';
import { releaseSignIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { StaffRole, UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  listCredit,
  type creditActions,
} from 'staffroom-contract/domains/users/credit.contract.ts';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import { defineList, listPageQuery } from '../../kit/list/define-list.ts';
import { everyQuery, listQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';
import type { Choice } from '../../ui/choice-filter.tsx';

/** The maximum number of ids in a list filter. */
const maxFoundStudents = 200;

/** Students whose e-mail, phone or name contains the term (part 2 §5, Order user search). */
export const studentsByTerm = (term: string) =>
  operationQuery(listUsers, {
    query: {
      filter: { _type: 'Student', search: { regex: term } },
      sortBy: 'name',
      max: maxFoundStudents,
    },
  });

/** The student with this full e-mail address; a partial one is searched like any term. */
export const studentsByEmail = (email: string) =>
  isEmail(email)
    ? operationQuery(listUsers, { query: { filter: { _type: 'Student', email }, max: 1 } })
    : studentsByTerm(email);

/** Agents by name (part 2 §7, Agent list: at most 30; the page size here is larger). */
export const agentsQuery = {
  ...operationQuery(listUsers, {
    query: { filter: { _type: 'Agent' }, sortBy: 'name', max: 200 },
  }),
  staleTime: 5 * 60_000,
};

export const userQuery = (id: string) => operationQuery(getUser, { params: { id } });

/** People whose number contains these digits; callers compare exactly (decisions: Time, money, text). */
export const peopleWithPhone = (digits: string) =>
  operationQuery(listUsers, { query: { filter: { phone: { regex: digits } }, max: 50 } });

/** Domains to refetch after a user changes: names and e-mails also appear on orders, rosters, tickets and more. */
export const refreshedByUsers: readonly Domain[] = [
  'users',
  'orders',
  'lessons',
  'tickets',
  'discount-codes',
  'identity',
];

/** Path parameters of a person's update: type and id. */
export const paramsOfUser = ({ _type, _id }: Pick<User, '_type' | '_id'>) => ({
  type: _type,
  id: _id,
});

/** Releases an account locked by failed sign-ins. */
export const useReleaseSignIn = () => useOperation(releaseSignIn, { refreshes: ['users'] });

export const useUpdateUser = () => useOperation(updateUser, { refreshes: refreshedByUsers });

/** The first agents whose name or e-mail contains the term; without a term the first of all. */
export const agentsByTerm = (term: string) =>
  listQuery(listUsers, {
    filter: { _type: 'Agent', ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    max: 20,
  });

/** Reads how many users of these types match a term, from the response's count. */
export const foundOfTypes = (types: readonly UserType[], term: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: { in: [...types] }, search: { regex: term } }, max: 1 },
  });

/** Reads how many students have this lead source, from the response's count. */
export const studentsOfSource = (source: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: 'Student', 'lead_source.source': source }, max: 1 },
  });

/** Reads how many enabled accounts have this type, from the response's count. */
export const holdersOfRole = (role: StaffRole) =>
  operationQuery(listUsers, { query: { filter: { _type: role, enabled: true }, max: 1 } });

export type TeacherType = 'Tutor' | 'TA';

/** The first enabled tutors or TAs whose name or e-mail contains the term; without a term the first of all. */
export const teachersByTerm = (type: TeacherType, term: string) =>
  listQuery(listUsers, {
    filter: { _type: type, enabled: true, ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    max: 30,
  });

/** All enabled tutors by name. */
export const everyTutorQuery = everyQuery(listUsers, {
  filter: { _type: 'Tutor', enabled: true },
  sortBy: 'name',
});

/** A tutor or TA by id, including disabled ones, as their lessons remain. */
export const teacherById = (id: string) =>
  operationQuery(listUsers, { query: { filter: { _id: id } } });

export type CreditAction = (typeof creditActions)[number];

/** A student's ledger, newest first. */
export const creditList = defineList({
  operation: listCredit,
  nouns: ['entry', 'entries'],
  pageSize: 20,
  empty: { none: 'There are no credit entries to display' },
  file: 'credit.csv',
});

export const creditScope = (studentId: string) => ({ query: { created_by: studentId } });

/** A page of a student's ledger, with the balance. */
export const creditQuery = (studentId: string, page = 1) =>
  listPageQuery(creditList, { page }, '', creditScope(studentId));

/** All agents by name for a filter, including disabled ones, as old records name them. */
export const useAgentChoices = (): Choice[] => {
  const { data } = useQuery(agentsQuery);
  return (data?.data ?? []).map(({ _id, name, email, enabled }) => ({
    value: _id,
    label: `${name || email}${enabled ? '' : ' (disabled)'}`,
  }));
};

/** Every enabled tutor as filter choices. */
export const useTutorChoices = () =>
  (useQuery(everyTutorQuery).data ?? []).map(({ _id, name, email }) => ({
    value: _id,
    label: name || email,
  }));

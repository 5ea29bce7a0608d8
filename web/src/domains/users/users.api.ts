import { useQuery } from '@tanstack/react-query';
import { releaseSignIn } from '@staffroom/contract/domains/identity/identity.contract.ts';
import type { StaffRole, UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import {
  listCredit,
  type creditActions,
} from '@staffroom/contract/domains/users/credit.contract.ts';
import { getUser, updateUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { defineList, listPageQuery } from '../../kit/list/define-list.ts';
import { everyQuery, listQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';
import type { Choice } from '../../ui/choice-filter.tsx';

/** The most ids that a list's filter takes. */
export const maxFoundStudents = 200;

/** The students whose e-mail, phone or name holds the term (part 2 §5, Order user search). */
export const studentsByTerm = (term: string) =>
  operationQuery(listUsers, {
    query: {
      filter: { _type: 'Student', search: { regex: term } },
      sortBy: 'name',
      max: maxFoundStudents,
    },
  });

/** The one student of a whole e-mail address; a part of one searches like any term. */
export const studentsByEmail = (email: string) =>
  isEmail(email)
    ? operationQuery(listUsers, { query: { filter: { _type: 'Student', email }, max: 1 } })
    : studentsByTerm(email);

/** The agents, by name (part 2 §7, Agent list: 30 at most; the page size here is larger). */
export const agentsQuery = {
  ...operationQuery(listUsers, {
    query: { filter: { _type: 'Agent' }, sortBy: 'name', max: 200 },
  }),
  staleTime: 5 * 60_000,
};

export const userQuery = (id: string) => operationQuery(getUser, { params: { id } });

/** Everybody whose number holds these digits; who has exactly it is the caller's to see (decisions: Time, money, text). */
export const peopleWithPhone = (digits: string) =>
  operationQuery(listUsers, { query: { filter: { phone: { regex: digits } }, max: 50 } });

/** Names and addresses stand on orders, rosters, tickets and discount codes too, one's own in the menu. */
export const refreshedByUsers: readonly Domain[] = [
  'users',
  'orders',
  'lessons',
  'tickets',
  'discount-codes',
  'identity',
];

/** The address of a person's update, which names the type beside the id. */
export const paramsOfUser = ({ _type, _id }: Pick<User, '_type' | '_id'>) => ({
  type: _type,
  id: _id,
});

/** An account that failed sign-ins lock may sign in again at once. */
export const useReleaseSignIn = () => useOperation(releaseSignIn, { refreshes: ['users'] });

export const useUpdateUser = () => useOperation(updateUser, { refreshes: refreshedByUsers });

/** The first agents whose name or e-mail holds the term; all agents without one. */
export const agentsByTerm = (term: string) =>
  listQuery(listUsers, {
    filter: { _type: 'Agent', ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    max: 20,
  });

/** How many of these types a term finds: the count of the answer. */
export const foundOfTypes = (types: readonly UserType[], term: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: { in: [...types] }, search: { regex: term } }, max: 1 },
  });

/** How many students have this lead source: the count of the answer. */
export const studentsOfSource = (source: string) =>
  operationQuery(listUsers, {
    query: { filter: { _type: 'Student', 'lead_source.source': source }, max: 1 },
  });

/** How many enabled accounts have this type: the count of the answer. */
export const holdersOfRole = (role: StaffRole) =>
  operationQuery(listUsers, { query: { filter: { _type: role, enabled: true }, max: 1 } });

export type TeacherType = 'Tutor' | 'TA';

/** The first enabled tutors or TAs whose name or e-mail holds the term; all of them without one. */
export const teachersByTerm = (type: TeacherType, term: string) =>
  listQuery(listUsers, {
    filter: { _type: type, enabled: true, ...(term && { search: { regex: term } }) },
    sortBy: 'name',
    max: 30,
  });

/** Every tutor that is not disabled, by name: the choices of a filter. */
const everyTutorQuery = everyQuery(listUsers, {
  filter: { _type: 'Tutor', enabled: true },
  sortBy: 'name',
});

/** A tutor or TA by id, disabled ones too: their lessons remain. */
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

/** A page of a student's ledger, with what remains. */
export const creditQuery = (studentId: string, page = 1) =>
  listPageQuery(creditList, { page }, '', creditScope(studentId));

/** All agents by name, for a filter; former ones too, as old records name them. */
export const useAgentChoices = (): Choice[] => {
  const { data } = useQuery(agentsQuery);
  return (data?.data ?? []).map(({ _id, name, email, enabled }) => ({
    value: _id,
    label: `${name || email}${enabled ? '' : ' (disabled)'}`,
  }));
};

/** Every tutor as a filter offers them. */
export const useTutorChoices = () =>
  (useQuery(everyTutorQuery).data ?? []).map(({ _id, name, email }) => ({
    value: _id,
    label: name || email,
  }));

import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { getUser, updateUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

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

export const useUpdateUser = () => useOperation(updateUser, { refreshes: refreshedByUsers });

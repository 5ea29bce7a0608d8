import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { operationQuery } from '../../lib/queries.ts';

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

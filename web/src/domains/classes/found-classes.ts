import { mayCall } from 'staffroom-contract/domains/identity/permissions.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { foundBy } from '../../kit/list/found-by.ts';
import { listQuery } from '../../lib/queries.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';

export const useFindsClasses = (): boolean => mayCall(rightsOf(useSessionUser()), listClasses);

const classesOf = (filter: { _id: string } | { name: { regex: string } } | undefined) =>
  listQuery(listClasses, { ...(filter && { filter }), sortBy: 'name', order: 'asc', max: 30 });

/** Classes by name, for a filter. */
export const useFoundClasses = foundBy({
  byTerm: (term) => classesOf(term ? { name: { regex: term } } : undefined),
  byId: (_id) => classesOf({ _id }),
  choiceOf: ({ _id, name, tutor }) => ({
    value: _id,
    label: name,
    about: tutor.map((each) => each.name).join(', '),
  }),
});

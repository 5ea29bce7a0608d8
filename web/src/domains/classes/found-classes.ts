import { useQuery } from '@tanstack/react-query';
import { mayCall } from '@staffroom/contract/domains/identity/permissions.ts';
import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { UseFound } from '../../kit/list/define-list.ts';
import { listQuery } from '../../lib/queries.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';

export const useFindsClasses = (): boolean => mayCall(rightsOf(useSessionUser()), listClasses);

const classesOf = (filter: { _id: string } | { name: { regex: string } } | undefined) =>
  listQuery(listClasses, { ...(filter && { filter }), sortBy: 'name', order: 'asc', max: 30 });

/** Classes by name, for a filter. */
export const useFoundClasses: UseFound = (term, chosen) => {
  const found = useQuery({
    ...classesOf(term ? { name: { regex: term } } : undefined),
    enabled: term !== null,
  });
  const { data } = useQuery({ ...classesOf({ _id: chosen ?? '' }), enabled: chosen !== undefined });
  return {
    ...found,
    choices: (found.data?.data ?? []).map(({ _id, name, tutor }) => ({
      value: _id,
      label: name,
      about: tutor.map((each) => each.name).join(', '),
    })),
    chosenName: data?.data[0]?.name,
  };
};

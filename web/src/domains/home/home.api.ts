import { useQuery } from '@tanstack/react-query';
import { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import type { HomePartName } from 'staffroom-contract/domains/home/home.rules.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { operationQuery } from '../../lib/queries.ts';
import { listStateOf, type ListState } from '../../ui/list-states.tsx';

export type Home = ResponseOf<typeof getHome>['data'];

/** One part of the signed-in user's day. */
export const homeQuery = (part: HomePartName) => operationQuery(getHome, { query: { part } });

/** A part of the day: loading, failed, or ready. */
export type Part<Name extends HomePartName = HomePartName> = {
  name: Name;
  state: ListState;
  data: Home[Name] | null;
  /** The user may see it. */
  isShown: boolean;
  /** The server is away, and the first read is repeated. */
  isRetrying: boolean;
};

/** Reads a part of the day, if the user may see it. */
export const useHomePart = <Name extends HomePartName>(
  name: Name,
  isAllowed: boolean,
): Part<Name> => {
  const query = useQuery({ ...homeQuery(name), enabled: isAllowed });
  const data = query.data?.data[name] ?? null;
  return {
    name,
    state: listStateOf(query),
    data,
    isShown: isAllowed && (query.data === undefined || data !== null),
    isRetrying: query.isPending && query.failureCount > 0,
  };
};

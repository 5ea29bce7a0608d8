import { useQuery } from '@tanstack/react-query';
import { getMe, type SessionUser } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { Rights } from 'staffroom-contract/domains/identity/permissions.ts';
import { operationQuery } from './queries.ts';

/** The signed-in user; loaded at start, refetched on focus so that new rights show. */
export const meQuery = { ...operationQuery(getMe, {}), staleTime: 60_000 };

/** The signed-in user. Only below the signed-in shell, which loads it first. */
export const useSessionUser = (): SessionUser => {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('useSessionUser is for screens behind the signed-in shell.');
  return data.data;
};

/** The input of the contract's permission functions. */
export const rightsOf = (user: SessionUser): Rights => ({
  role: user._type,
  extra_routes: user.extra_routes,
});

import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';

export type { Domain } from 'staffroom-contract/shared/domains.ts';

/** Key of a query, domain first, so that a mutation can invalidate all queries of a domain. */
export const queryKey = (operation: AnyOperation, input: unknown) =>
  [operation.domain, operation.name, input] as const;

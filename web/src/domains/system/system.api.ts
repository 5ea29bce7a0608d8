import { getSystem, retryJob } from 'staffroom-contract/domains/system/system.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

export type System = ResponseOf<typeof getSystem>['data'];

/** Milliseconds between two checks while the screen is open. */
const checkMs = 10_000;

/** The state of the product, checked again while shown. */
export const systemQuery = () => ({
  ...operationQuery(getSystem, {}),
  refetchInterval: checkMs,
});

export const useRetryJob = () => useOperation(retryJob, { refreshes: ['system'] });

import { getAuditRetention } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import {
  getSystem,
  retryJob,
  sendTestMessage,
} from 'staffroom-contract/domains/system/system.contract.ts';
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

/** How long entries of the audit trail are kept. */
export const auditRetentionQuery = () => operationQuery(getAuditRetention, {});

export const useSendTest = () => useOperation(sendTestMessage, { refreshes: ['system'] });

export const useRetryJob = () => useOperation(retryJob, { refreshes: ['system'] });

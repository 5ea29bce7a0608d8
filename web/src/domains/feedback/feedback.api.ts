import { listFollowUpOwners } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** Users who can own a follow-up, by name. */
export const ownersQuery = operationQuery(listFollowUpOwners, {});

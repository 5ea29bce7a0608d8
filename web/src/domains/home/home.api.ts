import { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { operationQuery } from '../../lib/queries.ts';

export type Home = ResponseOf<typeof getHome>['data'];

/** The signed-in user's day. */
export const homeQuery = operationQuery(getHome, {});

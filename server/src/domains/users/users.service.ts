import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { isScopedByKind, readableDetails, userScope } from './users.policy.ts';
import { presentUserSummary } from './users.presenter.ts';
import * as userQueries from './users.queries.ts';

/** Users that match and that the actor may see. By lead source only those filter who may read it: forbidden. */
export const listUsers = async (context: Context, query: userQueries.UserQuery) => {
  if (query.filter['lead_source.source'] !== undefined && !mayOpen(context.actor, '/user'))
    throw refusal('forbidden', { field: 'filter.lead_source.source' });
  const { rows, count } = await userQueries.listAndCount(context.db, query, {
    scope: userScope(context.actor),
    readable: readableDetails(context.actor),
    isByKind: isScopedByKind(context.actor),
  });
  return { data: rows.map((row) => presentUserSummary(row, context.actor)), count };
};

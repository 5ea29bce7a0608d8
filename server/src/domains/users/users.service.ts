import type { Context } from '../../platform/context.ts';
import { readableDetails, userScope } from './users.policy.ts';
import { presentUserSummary } from './users.presenter.ts';
import * as userQueries from './users.queries.ts';

/** Users that match and that the actor may see. */
export const listUsers = async (context: Context, query: userQueries.UserQuery) => {
  const { rows, count } = await userQueries.listAndCount(context.db, query, {
    scope: userScope(context.actor),
    readable: readableDetails(context.actor),
  });
  return { data: rows.map((row) => presentUserSummary(row, context.actor)), count };
};

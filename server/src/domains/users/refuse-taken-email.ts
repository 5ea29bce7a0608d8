import type { Context } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import * as userQueries from './user-record.queries.ts';
import { recordScope } from './users.policy.ts';

/** Runs a save; throws `email_taken`, also for a concurrent save, with the other account if the actor may open it. */
export const refusingTakenEmail = async <T>(
  context: Context,
  email: string | undefined,
  save: () => Promise<T>,
): Promise<T> => {
  try {
    return await save();
  } catch (error) {
    if (email === undefined || brokenConstraint(error) !== 'users_email_key') throw error;
    const owner = await userQueries.findByEmail(context.db, email, recordScope(context.actor));
    throw refusal('email_taken', {
      field: 'email',
      ...(owner ? { current: { _id: owner.id, _type: owner.type, name: owner.name } } : {}),
    });
  }
};

import { eq } from 'drizzle-orm';
import { wrongOldPasswordMessage } from 'staffroom-contract/domains/identity/identity.rules.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { verifyPassword } from './passwords.ts';
import { inSignInLane, markSucceeded, noteFailure } from './sign-in-throttle.ts';
import { users } from './users.schema.ts';

/**
 * Requires the caller's own password, and returns its hash. Wrong ones count as failed sign-ins, so that a stolen session
 * cannot guess it. Throws invalid_value at the field, too_many_attempts.
 */
export const requireOwnPassword = (
  context: Context,
  password: string,
  field: string,
): Promise<string> =>
  inSignInLane(context, context.actor.email.toLowerCase(), async (attempt) => {
    const { id } = context.actor;
    const [account] = await context.db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, id));
    const passwordHash = account?.passwordHash;
    const isRight = await verifyPassword(passwordHash, password);
    if (!isRight || typeof passwordHash !== 'string') {
      await noteFailure(context, attempt, { accountId: id, reason: 'wrong_old_password' });
      throw wrongOwnPassword(field);
    }
    await inTransaction(context, (tx) => markSucceeded(tx, context, attempt, id));
    return passwordHash;
  });

/** The error for a wrong own password, at its field. */
export const wrongOwnPassword = (field: string) =>
  refusal('invalid_value', { field, message: wrongOldPasswordMessage });

/** Keeps the last way to sign in: without a password, a passkey or linked account may be it. Throws password_needed. */
export const refuseWithoutPassword = async (tx: Db, userId: string) => {
  const [account] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (account?.passwordHash === null) throw refusal('password_needed');
};

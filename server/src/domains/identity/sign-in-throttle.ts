import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { signInAttempts } from './identity.schema.ts';

const window = 15 * 60_000;
const failuresPerEmail = 5;
const failuresPerAddress = 20;

/**
 * Counts this attempt as failed before the password is looked at, so that many at once cannot pass
 * together, and refuses with 429 once an e-mail has 5 failures since its last success, or an address 20
 * without a success, within 15 minutes (decisions: Session). Answers the attempt's id.
 */
export const beginSignIn = async (
  tx: Db,
  context: Pick<Context, 'clock' | 'address'>,
  emailKey: string,
) => {
  const now = context.clock.now();
  for (const key of [`email:${emailKey}`, `address:${context.address}`])
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const byEmail = await recent(tx, eq(signInAttempts.emailKey, emailKey), now);
  refuseAfter(failuresSinceSuccess(byEmail), failuresPerEmail, now);
  const byAddress = await recent(tx, eq(signInAttempts.address, context.address), now);
  if (!byAddress.some((attempt) => attempt.succeeded))
    refuseAfter(byAddress, failuresPerAddress, now);
  const id = newId(now);
  await tx
    .insert(signInAttempts)
    .values({ id, emailKey, address: context.address, succeeded: false, at: now });
  return id;
};

/** The password was right: the attempt counts as a success. */
export const markSucceeded = (tx: Db, attemptId: string) =>
  tx.update(signInAttempts).set({ succeeded: true }).where(eq(signInAttempts.id, attemptId));

type Attempt = { succeeded: boolean; at: Date };

const recent = (tx: Db, whose: ReturnType<typeof eq>, now: Date): Promise<Attempt[]> =>
  tx
    .select({ succeeded: signInAttempts.succeeded, at: signInAttempts.at })
    .from(signInAttempts)
    .where(and(whose, gt(signInAttempts.at, new Date(now.getTime() - window))))
    .orderBy(desc(signInAttempts.at), desc(signInAttempts.id))
    .limit(200);

const failuresSinceSuccess = (attempts: Attempt[]) => {
  const success = attempts.findIndex((attempt) => attempt.succeeded);
  return success < 0 ? attempts : attempts.slice(0, success);
};

/** Newest first: the one that must leave the window before another try is allowed is the limit-th. */
const refuseAfter = (failures: Attempt[], limit: number, now: Date) => {
  const oldestThatCounts = failures[limit - 1];
  if (!oldestThatCounts) return;
  const milliseconds = oldestThatCounts.at.getTime() + window - now.getTime();
  throw refusal('too_many_attempts', {
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
  });
};

import { and, count, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  recoveryCodes,
  secondFactorFailures,
  secondFactors,
  signInChallenges,
} from './second-factor.schema.ts';

export type FactorRow = typeof secondFactors.$inferSelect;

export const findFactor = async (db: Db, userId: string) =>
  (await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0];

/** Locks the second factor of an account, so that concurrent codes are judged one after the other. */
export const lockFactor = async (tx: Db, userId: string) =>
  (await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update'))[0];

/** Stores a secret that no code has confirmed yet; a confirmed one stays. */
export const savePending = (tx: Db, userId: string, pendingSecret: Buffer) =>
  tx
    .insert(secondFactors)
    .values({ userId, pendingSecret })
    .onConflictDoUpdate({ target: secondFactors.userId, set: { pendingSecret } });

export const setFactor = (tx: Db, userId: string, values: Partial<FactorRow>) =>
  tx.update(secondFactors).set(values).where(eq(secondFactors.userId, userId));

/** Turns the second factor of an account off; returns whether it was on. */
export const deleteFactor = async (tx: Db, userId: string) => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  await tx.delete(secondFactorFailures).where(eq(secondFactorFailures.userId, userId));
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt });
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
};

export const replaceRecoveryCodes = async (tx: Db, userId: string, hashes: readonly Buffer[]) => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
};

export const countRecoveryCodes = async (db: Db, userId: string) => {
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const [found] = await db.select({ count: count() }).from(recoveryCodes).where(unused);
  return found?.count ?? 0;
};

/** Uses a recovery code; returns whether it was unused. */
export const useRecoveryCode = async (tx: Db, userId: string, codeHash: Buffer, now: Date) => {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
};

/** The times of an account's wrong codes since a time, newest first. */
export const listFailures = async (tx: Db, userId: string, since: Date, limit: number) => {
  const rows = await tx
    .select({ at: secondFactorFailures.at })
    .from(secondFactorFailures)
    .where(and(eq(secondFactorFailures.userId, userId), gt(secondFactorFailures.at, since)))
    .orderBy(desc(secondFactorFailures.at), desc(secondFactorFailures.id))
    .limit(limit);
  return rows.map(({ at }) => at.getTime());
};

export const addFailure = (tx: Db, userId: string, at: Date) =>
  tx.insert(secondFactorFailures).values({ id: newId(at), userId, at });

export const clearFailures = (tx: Db, userId: string) =>
  tx.delete(secondFactorFailures).where(eq(secondFactorFailures.userId, userId));

export const insertChallenge = (tx: Db, challenge: typeof signInChallenges.$inferInsert) =>
  tx.insert(signInChallenges).values(challenge);

export const findChallenge = async (db: Db, tokenHash: Buffer, now: Date) =>
  (
    await db
      .select()
      .from(signInChallenges)
      .where(and(eq(signInChallenges.tokenHash, tokenHash), gt(signInChallenges.expiresAt, now)))
  )[0];

/** Ends a challenge; returns whether it still existed, so that it opens one session at most. */
export const deleteChallenge = async (tx: Db, tokenHash: Buffer) => {
  const ended = await tx
    .delete(signInChallenges)
    .where(eq(signInChallenges.tokenHash, tokenHash))
    .returning({ userId: signInChallenges.userId });
  return ended.length === 1;
};

export const deleteChallengesOf = (tx: Db, userId: string) =>
  tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));

export const pruneSecondFactors = async (db: Db, { now, before }: { now: Date; before: Date }) => {
  await db.delete(signInChallenges).where(lte(signInChallenges.expiresAt, now));
  await db.delete(secondFactorFailures).where(lte(secondFactorFailures.at, before));
};

import { and, asc, count, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { passkeyChallenges, passkeys } from './passkeys.schema.ts';
import { users } from './users.schema.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The passkeys of an account, oldest first. */
export const listPasskeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.addedAt), asc(passkeys.id));

/** Makes concurrent additions to one account wait for each other, so that they cannot exceed the limit. */
export const lockPasskeysOf = (tx: Db, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`passkeys:${userId}`}, 0))`);

/** The account and id of the passkey that an authenticator names; undefined if it is unknown. */
export const findByCredential = async (db: Db, credentialId: Buffer) =>
  (
    await db
      .select({ id: passkeys.id, userId: passkeys.userId, emailKey: users.emailKey })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId))
  )[0];

/** Locks a passkey, so that concurrent uses compare their counters one after the other. */
export const lockPasskey = async (tx: Db, id: string) =>
  (await tx.select().from(passkeys).where(eq(passkeys.id, id)).for('update'))[0];

/** Stores a passkey; undefined if an account has it already. */
export const insertPasskey = async (tx: Db, passkey: PasskeyRow) =>
  (
    await tx
      .insert(passkeys)
      .values(passkey)
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning()
  )[0];

export const notePasskeyUse = (tx: Db, id: string, use: { counter: number; lastUsedAt: Date }) =>
  tx.update(passkeys).set(use).where(eq(passkeys.id, id));

/** Deletes one passkey of an account, and returns it. */
export const deletePasskey = async (tx: Db, userId: string, id: string) =>
  (
    await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning()
  )[0];

/** Deletes all passkeys of an account; returns their number. */
export const deletePasskeysOf = async (tx: Db, userId: string) =>
  (await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id }))
    .length;

export const insertPasskeyChallenge = (tx: Db, challenge: typeof passkeyChallenges.$inferInsert) =>
  tx.insert(passkeyChallenges).values(challenge);

/** The number of sign-ins from a network that wait for a signature. */
export const countWaitingSignIns = async (db: Db, network: string, now: Date) => {
  const [found] = await db
    .select({ count: count() })
    .from(passkeyChallenges)
    .where(
      and(
        isNull(passkeyChallenges.userId),
        eq(passkeyChallenges.network, network),
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return found?.count ?? 0;
};

/** Ends a challenge of an account, or of a sign-in (null); returns whether it was still valid. It works once. */
export const takePasskeyChallenge = async (
  tx: Db,
  { challengeHash, userId, now }: { challengeHash: Buffer; userId: string | null; now: Date },
) => {
  const taken = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ userId: passkeyChallenges.userId });
  return taken.length === 1;
};

/** Ends what an account began: the passkeys that it has not added yet. */
export const deletePasskeyChallengesOf = (tx: Db, userId: string) =>
  tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));

export const prunePasskeyChallenges = (db: Db, now: Date) =>
  db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));

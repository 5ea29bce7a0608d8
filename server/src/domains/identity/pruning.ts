import { and, isNull, lt, sql } from 'drizzle-orm';
import { passwordLinks, signInAttempts, signInNetworks, userSessions } from './identity.schema.ts';
import type { Db } from '../../platform/database.ts';
import { idempotencyKeys } from '../../platform/platform.schema.ts';
import { prunePasskeyChallenges } from './passkeys.queries.ts';
import { pruneProviderCodes } from './provider-links.queries.ts';
import { pruneSecondFactors } from './second-factor.queries.ts';
import { sumUpUserCounts } from './user-counts.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/**
 * Deletes old rows: idempotency keys after 7 days, sign-in attempts after a day, networks of sign-ins and
 * password links after 30 days, those of unknown e-mails after a day, ended sessions,
 * old challenges and wrong codes. Adds pending changes to the counts of users.
 */
export const prune = async (db: Db, now: Date) => {
  const before = (age: number) => new Date(now.getTime() - age);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created, before(7 * day)));
  await db.delete(signInAttempts).where(lt(signInAttempts.at, before(day)));
  await db.delete(signInNetworks).where(lt(signInNetworks.lastSignedIn, before(30 * day)));
  await db.delete(passwordLinks).where(lt(passwordLinks.created, before(30 * day)));
  await db
    .delete(passwordLinks)
    .where(and(isNull(passwordLinks.userId), lt(passwordLinks.created, before(day))));
  await db
    .delete(userSessions)
    .where(
      sql`${userSessions.lastUsed} < ${before(12 * hour)} or ${userSessions.started} < ${before(7 * day)}`,
    );
  await pruneSecondFactors(db, { now, before: before(day) });
  await prunePasskeyChallenges(db, now);
  await pruneProviderCodes(db, now);
  await sumUpUserCounts(db);
};

import { and, count, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { hotRows } from '../../platform/prepared.ts';
import { users } from './users.schema.ts';
import { userSessions } from './identity.schema.ts';
import { deletePasskeyChallengesOf } from './passkeys.queries.ts';
import { deleteProviderCodesOf } from './provider-links.queries.ts';
import { deleteChallengesOf } from './second-factor.queries.ts';
import { secondFactors } from './second-factor.schema.ts';

/** The columns of an account that an actor needs. */
export const accountColumns = {
  id: users.id,
  type: users.type,
  email: users.email,
  name: users.name,
  enabled: users.enabled,
  actsAs: users.actsAs,
  extraRoutes: users.extraRoutes,
  seesOrderId: users.seesOrderId,
  orderAgents: users.orderAgents,
  leadSourceScope: users.leadSourceScope,
  hasSecondFactor: sql<boolean>`exists (select from ${secondFactors}
    where ${secondFactors}.user_id = ${users}.id and ${secondFactors}.confirmed_at is not null)`,
};

/** Returns the session of a token's hash with its account; planned once, because every request uses it. */
export const findSessionByToken = async (db: Db, tokenHash: Buffer) => {
  const [found] = await hotRows(db, 'session by token', { tokenHash }, () =>
    db
      .select({
        sessionId: userSessions.id,
        started: userSessions.started,
        lastUsed: userSessions.lastUsed,
        ...accountColumns,
      })
      .from(userSessions)
      .innerJoin(users, eq(users.id, userSessions.userId))
      .where(eq(userSessions.tokenHash, sql.placeholder('tokenHash'))),
  );
  return found;
};

export const touchSession = (db: Db, sessionId: string, now: Date) =>
  db.update(userSessions).set({ lastUsed: now }).where(eq(userSessions.id, sessionId));

/** Locks an account: a waiting change ends a session opened meanwhile, and a session opened later sees the change. */
export const holdAccount = async (tx: Db, userId: string) =>
  (
    await tx
      .select({ enabled: users.enabled, passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, userId))
      .for('share')
  )[0];

export const insertSession = (db: Db, session: typeof userSessions.$inferInsert) =>
  db.insert(userSessions).values(session);

/** Ends a session and notifies its open connections. */
export const deleteSessionByToken = async (db: Db, tokenHash: Buffer) => {
  const ended = await db
    .delete(userSessions)
    .where(eq(userSessions.tokenHash, tokenHash))
    .returning({ userId: userSessions.userId });
  for (const { userId } of ended) await announceChange(db, 'session', userId);
  return ended;
};

/**
 * Ends all sessions of an account, or all but one, its sign-ins that are not complete and its passkeys that are not added
 * yet; returns the number of sessions.
 */
export const deleteSessionsOf = async (db: Db, userId: string, exceptTokenHash?: Buffer) => {
  const ended = await db
    .delete(userSessions)
    .where(
      and(
        eq(userSessions.userId, userId),
        exceptTokenHash ? ne(userSessions.tokenHash, exceptTokenHash) : undefined,
      ),
    )
    .returning({ id: userSessions.id });
  await deleteChallengesOf(db, userId);
  await deletePasskeyChallengesOf(db, userId);
  await deleteProviderCodesOf(db, userId);
  await announceChange(db, 'session', userId);
  return ended.length;
};

/** Ends one session of an account and notifies its open connections; returns whether there was one. */
export const deleteSessionOf = async (db: Db, userId: string, id: string) => {
  const ended = await db
    .delete(userSessions)
    .where(and(eq(userSessions.id, id), eq(userSessions.userId, userId)))
    .returning({ id: userSessions.id });
  if (ended.length > 0) await announceChange(db, 'session', userId);
  return ended.length > 0;
};

/** Returns a page of an account's sessions after these times: the current one first, then the last used first. */
export const listSessionsOf = async (
  db: Db,
  { userId, usedAfter, startedAfter, current, max, offset }: SessionPage,
) => {
  const live = and(
    eq(userSessions.userId, userId),
    gt(userSessions.lastUsed, usedAfter),
    gt(userSessions.started, startedAfter),
  );
  const isCurrent = sql<boolean>`${userSessions.tokenHash} = ${current}`;
  const rows = await db
    .select({
      id: userSessions.id,
      started: userSessions.started,
      lastUsed: userSessions.lastUsed,
      address: userSessions.address,
      userAgent: userSessions.userAgent,
      isCurrent,
    })
    .from(userSessions)
    .where(live)
    .orderBy(desc(isCurrent), desc(userSessions.lastUsed), desc(userSessions.id))
    .limit(max)
    .offset(offset);
  const [total] = await db.select({ count: count() }).from(userSessions).where(live);
  return { rows, count: total?.count ?? 0 };
};

type SessionPage = {
  userId: string;
  usedAfter: Date;
  startedAfter: Date;
  /** Hash of the token of the session of this request. */
  current: Buffer;
  max: number;
  offset: number;
};

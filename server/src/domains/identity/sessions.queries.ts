import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { users } from './users.schema.ts';
import { userSessions } from './identity.schema.ts';

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
};

const prepareFindByToken = (db: Db) =>
  db
    .select({
      sessionId: userSessions.id,
      started: userSessions.started,
      lastUsed: userSessions.lastUsed,
      ...accountColumns,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .where(eq(userSessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare('session_by_token');

const prepared = new WeakMap<Db, ReturnType<typeof prepareFindByToken>>();

/** Returns the session of a token's hash with its account; a prepared statement, because every request uses it. */
export const findSessionByToken = async (db: Db, tokenHash: Buffer) => {
  const query = prepared.get(db) ?? prepareFindByToken(db);
  prepared.set(db, query);
  return (await query.execute({ tokenHash }))[0];
};

export const touchSession = (db: Db, sessionId: string, now: Date) =>
  db.update(userSessions).set({ lastUsed: now }).where(eq(userSessions.id, sessionId));

/**
 * Locks an account against changes until the transaction ends. A transaction that waits to change the account then sees
 * a session opened meanwhile and ends it; a session opened after the change sees the change.
 */
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

/** Ends all sessions of an account, or all but one, and notifies their open connections. */
export const deleteSessionsOf = async (db: Db, userId: string, exceptTokenHash?: Buffer) => {
  await db
    .delete(userSessions)
    .where(
      and(
        eq(userSessions.userId, userId),
        exceptTokenHash ? ne(userSessions.tokenHash, exceptTokenHash) : undefined,
      ),
    );
  await announceChange(db, 'session', userId);
};

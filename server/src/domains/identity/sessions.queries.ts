import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { users } from './users.schema.ts';
import { userSessions } from './identity.schema.ts';

/** The columns of an account that make an actor. */
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

/** The session of a token's hash with its account; prepared, because every request asks. */
export const findSessionByToken = async (db: Db, tokenHash: Buffer) => {
  const query = prepared.get(db) ?? prepareFindByToken(db);
  prepared.set(db, query);
  return (await query.execute({ tokenHash }))[0];
};

export const touchSession = (db: Db, sessionId: string, now: Date) =>
  db.update(userSessions).set({ lastUsed: now }).where(eq(userSessions.id, sessionId));

/**
 * Holds an account as it stands until the transaction ends. A session that is opened meanwhile is then there to be
 * ended by whoever waits to change the account; one that comes after the change sees it here.
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

/** Ends a session; what is open in its name hears of it. */
export const deleteSessionByToken = async (db: Db, tokenHash: Buffer) => {
  const ended = await db
    .delete(userSessions)
    .where(eq(userSessions.tokenHash, tokenHash))
    .returning({ userId: userSessions.userId });
  for (const { userId } of ended) await announceChange(db, 'session', userId);
  return ended;
};

/** Ends an account's sessions, all or all but one; what is open in their name hears of it. */
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

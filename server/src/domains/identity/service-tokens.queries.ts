import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { serviceTokens } from './service-tokens.schema.ts';
import { users } from './users.schema.ts';

/** The presented columns, without the hash. */
const shownColumns = {
  id: serviceTokens.id,
  name: serviceTokens.name,
  scopes: serviceTokens.scopes,
  hint: serviceTokens.hint,
  created: serviceTokens.created,
  createdBy: { id: users.id, name: users.name },
  lastUsed: serviceTokens.lastUsed,
  revoked: serviceTokens.revoked,
};

const selectShown = (db: Db) =>
  db
    .select(shownColumns)
    .from(serviceTokens)
    .innerJoin(users, eq(users.id, serviceTokens.createdBy));

export type ShownToken = Awaited<ReturnType<typeof selectShown>>[number];

/** Returns a page of all tokens, newest first, with the exact count. */
export const listAndCount = async (db: Db, page: { max: number; offset: number }) => {
  const rows = await selectShown(db)
    .orderBy(desc(serviceTokens.created), desc(serviceTokens.id))
    .limit(page.max)
    .offset(page.offset);
  const [total] = await db.select({ count: count() }).from(serviceTokens);
  return { rows, count: total?.count ?? 0 };
};

export const findById = async (db: Db, id: string): Promise<ShownToken | undefined> =>
  (await selectShown(db).where(eq(serviceTokens.id, id)))[0];

export const insert = (db: Db, token: typeof serviceTokens.$inferInsert) =>
  db.insert(serviceTokens).values(token);

/** Revokes a valid token; returns whether it did, so that only one of two concurrent calls succeeds. */
export const revoke = async (db: Db, id: string, at: Date) => {
  const rows = await db
    .update(serviceTokens)
    .set({ revoked: at })
    .where(and(eq(serviceTokens.id, id), isNull(serviceTokens.revoked)))
    .returning({ id: serviceTokens.id });
  return rows.length === 1;
};

/** Returns the token with this hash, unless it was revoked. */
export const findLiveByHash = async (db: Db, tokenHash: Buffer) => {
  const rows = await db
    .select({
      id: serviceTokens.id,
      name: serviceTokens.name,
      scopes: serviceTokens.scopes,
      lastUsed: serviceTokens.lastUsed,
    })
    .from(serviceTokens)
    .where(and(eq(serviceTokens.tokenHash, tokenHash), isNull(serviceTokens.revoked)));
  return rows[0];
};

export const touch = (db: Db, id: string, now: Date) =>
  db.update(serviceTokens).set({ lastUsed: now }).where(eq(serviceTokens.id, id));

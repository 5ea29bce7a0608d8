import { and, count, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { serviceTokens } from './service-tokens.schema.ts';
import { users } from './users.schema.ts';

const { tokenHash: _tokenHash, createdBy: _createdBy, ...columns } = getTableColumns(serviceTokens);

/** The presented columns, without the hash. */
const shownColumns = { ...columns, createdBy: { id: users.id, name: users.name } };

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

/** Returns the token with this hash, unless it was revoked. */
export const findLiveByHash = async (db: Db, tokenHash: Buffer) => {
  const rows = await db
    .select({
      id: serviceTokens.id,
      name: serviceTokens.name,
      scopes: serviceTokens.scopes,
      expiresAt: serviceTokens.expiresAt,
      addresses: serviceTokens.addresses,
      lastUsed: serviceTokens.lastUsed,
    })
    .from(serviceTokens)
    .where(and(eq(serviceTokens.tokenHash, tokenHash), isNull(serviceTokens.revoked)));
  return rows[0];
};

/** Stores the last use of a token. */
export const touch = (db: Db, id: string, use: { lastUsed: Date; lastAddress: string }) =>
  db.update(serviceTokens).set(use).where(eq(serviceTokens.id, id));

export const refusedAction = 'service_token.refused';

/** True if the audit trail has a refusal of the token for this network since a time. */
export const isRefusalRecorded = async (
  db: Db,
  { id, network, since }: { id: string; network: string; since: Date },
) => {
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'service_token'),
        eq(auditLog.entityId, id),
        gt(auditLog.at, since),
        eq(auditLog.action, refusedAction),
        sql`${auditLog.after}->>'network' = ${network}`,
      ),
    )
    .limit(1);
  return found.length > 0;
};

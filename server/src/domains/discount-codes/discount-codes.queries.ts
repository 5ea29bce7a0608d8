import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { discountCodes } from './discount-codes.schema.ts';

export type DiscountCodeRow = typeof discountCodes.$inferSelect;

/** Selects codes with their agents; callers add their conditions. */
export const selectCards = (db: Db) =>
  db
    .select({ code: discountCodes, agentName: users.name, agentEmail: users.email })
    .from(discountCodes)
    .leftJoin(users, eq(users.id, discountCodes.agentId));

export type DiscountCodeCardRow = NonNullable<Awaited<ReturnType<typeof findCard>>>;

export const findCard = async (db: Db, id: string) =>
  (await selectCards(db).where(eq(discountCodes.id, id)))[0];

/** Returns the code with this name, trimmed and upper-cased, with its agent. */
export const findByCode = async (db: Db, code: string) =>
  (await selectCards(db).where(eq(discountCodes.code, code)))[0];

/** Takes one use if any is left; the row stays locked until the transaction ends. */
export const spendUse = async (db: Db, id: string) => {
  const spent = await db
    .update(discountCodes)
    .set({ totalUsage: sql`${discountCodes.totalUsage} + 1` })
    .where(
      and(
        eq(discountCodes.id, id),
        or(eq(discountCodes.usageLimit, 0), gt(discountCodes.usageLimit, discountCodes.totalUsage)),
      ),
    )
    .returning({ id: discountCodes.id });
  return spent.length === 1;
};

export const giveBackUse = (db: Db, id: string) =>
  db
    .update(discountCodes)
    .set({ totalUsage: sql`${discountCodes.totalUsage} - 1` })
    .where(and(eq(discountCodes.id, id), gt(discountCodes.totalUsage, 0)));

/** Orders with the code per business day of `timeZone`, earliest first; cancelled ones are counted separately. */
export const listUsage = async (db: Db, id: string, timeZone: string) => {
  const day = sql<string>`(orders.created at time zone ${timeZone})::date`;
  const answer = await db.execute<{ day: string; orders: number; cancelled: number }>(sql`
    select to_char(${day}, 'YYYY-MM-DD') as day,
      count(*) filter (where orders.status <> 'CANCELLED')::int as orders,
      count(*) filter (where orders.status = 'CANCELLED')::int as cancelled
    from orders where orders.discount_code_id = ${id} group by 1 order by 1`);
  return answer.rows;
};

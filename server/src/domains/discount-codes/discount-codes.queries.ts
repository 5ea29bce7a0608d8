import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { discountCodes } from './discount-codes.schema.ts';

export type DiscountCodeRow = Awaited<ReturnType<typeof findByCode>>;

/** A code by its name, trimmed and upper-cased, with its agent's name. */
export const findByCode = async (db: Db, code: string) =>
  (
    await db
      .select({
        id: discountCodes.id,
        code: discountCodes.code,
        discountType: discountCodes.discountType,
        value: discountCodes.value,
        currency: discountCodes.currency,
        startDate: discountCodes.startDate,
        endDate: discountCodes.endDate,
        usageLimit: discountCodes.usageLimit,
        totalUsage: discountCodes.totalUsage,
        isActive: discountCodes.isActive,
        blockTrial: discountCodes.blockTrial,
        classIds: discountCodes.classIds,
        agentId: discountCodes.agentId,
        agentName: users.name,
      })
      .from(discountCodes)
      .leftJoin(users, eq(users.id, discountCodes.agentId))
      .where(eq(discountCodes.code, code))
  )[0];

/** Spends one use if one is left; the row stays locked until the transaction ends. */
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

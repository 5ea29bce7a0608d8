import { and, asc, count, desc, eq, gt, gte, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { listDiscountCodes } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { selectCards } from './discount-codes.queries.ts';
import { discountCodes } from './discount-codes.schema.ts';

export type DiscountCodeQuery = QueryOf<typeof listDiscountCodes>;

const sortColumns = {
  created: discountCodes.created,
  code: discountCodes.code,
  start_date: discountCodes.startDate,
  end_date: discountCodes.endDate,
  total_usage: discountCodes.totalUsage,
};

/** Codes that match, with the exact count; `today` is the business day by which a code is active. */
export const listAndCount = async (db: Db, query: DiscountCodeQuery, today: string) => {
  const where = and(...conditionsOf(query.filter, today));
  const direction = query.order === 'asc' ? asc : desc;
  const rows = await selectCards(db)
    .where(where)
    .orderBy(direction(sortColumns[query.sortBy]), direction(discountCodes.id))
    .limit(query.max)
    .offset(query.offset);
  const [total] = await db.select({ count: count() }).from(discountCodes).where(where);
  return { rows, count: total?.count ?? 0 };
};

const conditionsOf = (filter: DiscountCodeQuery['filter'], today: string): (SQL | undefined)[] => {
  const typed = filter.search?.regex.trim().toLowerCase();
  const agents = valuesOf(filter.agent);
  return [
    typed ? or(...searched.map((column) => containsText(column, typed))) : undefined,
    filter.status && (filter.status === 'Active' ? activeOn(today) : not(activeOn(today))),
    agents && anyOfList(discountCodes.agentId, agents, 'uuid'),
  ];
};

const searched = [
  sql`lower(${discountCodes.code})`,
  sql`lower(${discountCodes.description})`,
] as const;

/** The rule `isActiveOn` of the contract, in SQL; a test holds the two against each other. */
const activeOn = (today: string) =>
  sql`(${and(
    eq(discountCodes.isActive, true),
    lte(discountCodes.startDate, today),
    gte(discountCodes.endDate, today),
    or(eq(discountCodes.usageLimit, 0), gt(discountCodes.usageLimit, discountCodes.totalUsage)),
  )})`;

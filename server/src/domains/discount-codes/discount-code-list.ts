import { and, eq, gt, gte, lte, not, or, sql } from 'drizzle-orm';
import {
  discountCodeSchema,
  type DiscountCode,
  type listDiscountCodes,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, shownColumns, type CsvColumn } from '../../platform/csv.ts';
import { anyOf, containing, defineListQuery } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { presentDiscountCode } from './discount-codes.presenter.ts';
import { selectCards } from './discount-codes.queries.ts';
import { discountCodes } from './discount-codes.schema.ts';
import { businessToday } from './discount-codes.service.ts';

type DiscountCodeQuery = QueryOf<typeof listDiscountCodes>;

/** The discount codes; every user with access to the screen sees all of them. */
const codes = defineListQuery<DiscountCodeQuery, DiscountCode>({
  from: discountCodes,
  sort: {
    created: discountCodes.created,
    code: discountCodes.code,
    start_date: discountCodes.startDate,
    end_date: discountCodes.endDate,
    total_usage: discountCodes.totalUsage,
  },
  where: {
    search: containing(discountCodes.code, discountCodes.description),
    status: (status, context) => {
      const active = activeOn(businessToday(context));
      return status === 'Active' ? active : not(active);
    },
    agent: anyOf(discountCodes.agentId),
  },
  cards: async (db, ids, context) => {
    const rows = await selectCards(db).where(anyOfList(discountCodes.id, ids, 'uuid'));
    return rows.map((row) => presentDiscountCode(row, context.actor, businessToday(context)));
  },
});

/** The list of codes; its CSV has class names. `usage_limit` 0 means unlimited, `classes` 0 every class. */
export const discountCodeList = {
  page: codes.page,
  csv: (context: Context, query: DiscountCodeQuery) =>
    csvAnswer('discount-codes.csv', columns, eachWithClasses(context, query)),
};

type DownloadedCode = DiscountCode & { classNames: readonly string[] };

/** Many codes have the same classes, so each name is read once. */
const eachWithClasses = async function* (
  context: Context,
  query: DiscountCodeQuery,
): AsyncGenerator<DownloadedCode> {
  const names = new Map<string, string>();
  for await (const code of codes.each(context, query)) {
    const unknown = code.merchandise_id.filter((id) => !names.has(id));
    if (unknown.length > 0)
      for (const { id, name } of await classQueries.listNames(context.db, unknown))
        names.set(id, name);
    yield { ...code, classNames: code.merchandise_id.map((id) => names.get(id) ?? '') };
  }
};

/** The contract's rule `isActiveOn` in SQL; a test compares the two. */
const activeOn = (today: string) =>
  sql`(${and(
    eq(discountCodes.isActive, true),
    lte(discountCodes.startDate, today),
    gte(discountCodes.endDate, today),
    or(eq(discountCodes.usageLimit, 0), gt(discountCodes.usageLimit, discountCodes.totalUsage)),
  )})`;

const column = shownColumns(discountCodeSchema);

const columns: CsvColumn<DownloadedCode>[] = [
  ...column('status', 'code', 'desc', 'discount_type', 'discount', 'currency', 'start_date'),
  ...column('end_date', 'total_usage', 'usage_limit', 'agent_email', 'is_active', 'block_trial'),
  { header: 'classes', value: (code) => code.merchandise_id.length },
  { header: 'class_names', value: (code) => code.classNames.join('; ') },
  ...column('created'),
];

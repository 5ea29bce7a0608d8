import { and, asc, desc, sql, type SQL } from 'drizzle-orm';
import type { listOrders } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { toBusinessDay, startOfBusinessDay, addDays } from '@staffroom/contract/shared/dates.ts';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Db } from '../../platform/database.ts';
import { prepareHot, preparedByShape } from '../../platform/prepared.ts';
import type { Actor } from '../../platform/context.ts';
import { rowsAtOnce } from '../../platform/list-query.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { selectCards } from './orders.queries.ts';
import { orders } from './orders.schema.ts';
import { orderScope } from './orders.policy.ts';

export type OrderQuery = QueryOf<typeof listOrders>;

type Viewer = { actor: Actor; timeZone: string };

type Condition = { shape: string; sql: SQL; values: Record<string, unknown> };

/**
 * A page of orders with the exact count of the whole list, in one statement: the page's ids first, the
 * cards joined to these alone (architecture: Indexes). Prepared once per filter shape.
 */
export const listPage = async (db: Db, query: OrderQuery, viewer: Viewer) => {
  const conditions = conditionsOf(query.filter, viewer.timeZone);
  const values = valuesOfAll(conditions);
  const scope = orderScope(viewer.actor);
  const where = and(scope, ...conditions.map((condition) => condition.sql));
  // A scope carries the actor's own values, so only unscoped lists share a prepared statement.
  const shape = scope ? undefined : conditions.map((condition) => condition.shape).join(' ');
  const named = (purpose: string) => (shape === undefined ? undefined : `${purpose} ${shape}`);
  const direction = query.order === 'asc' ? asc : desc;
  const newest = [direction(orders.created), direction(orders.id)];
  const counted = () =>
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(orders)
      .where(where);
  const page = preparedByShape(db, named(`order_page ${query.order}`), (name) =>
    prepareHot(
      db,
      name,
      selectCards(db, sql<number>`${counted()}`)
        .where(
          sql`${orders.id} = any(array${db
            .select({ id: orders.id })
            .from(orders)
            .where(where)
            .orderBy(...newest)
            .limit(sql.placeholder('max'))
            .offset(sql.placeholder('offset'))})`,
        )
        .orderBy(...newest),
    ),
  );
  const rows = await page.execute({ ...values, max: query.max, offset: query.offset });
  if (rows.length > 0 || query.offset === 0) return { rows, count: rows[0]?.total ?? 0 };
  // Beyond the last page there is no row to carry the count.
  const total = preparedByShape(db, named('order_count'), (name) => counted().prepare(name));
  return { rows, count: (await total.execute(values))[0]?.count ?? 0 };
};

const valuesOfAll = (conditions: Condition[]): Record<string, unknown> =>
  Object.fromEntries(conditions.flatMap((condition) => Object.entries(condition.values)));

/** An order's place in the list, to the microsecond. */
export type OrderKey = { id: string; created: string };

/** The next of a download in the list's order, after the one that ended the batch before. */
export const listIdsAfter = (
  db: Db,
  { filter, order }: OrderQuery,
  viewer: Viewer,
  last: OrderKey | undefined,
): Promise<OrderKey[]> => {
  const conditions = conditionsOf(filter, viewer.timeZone);
  const direction = order === 'asc' ? asc : desc;
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  return db
    .select({ id: orders.id, created: sql<string>`${orders.created}::text` })
    .from(orders)
    .where(
      and(
        orderScope(viewer.actor),
        ...conditions.map((condition) => condition.sql),
        last && sql`(${orders.created}, ${orders.id}) ${beyond} (${last.created}, ${last.id})`,
      ),
    )
    .orderBy(direction(orders.created), direction(orders.id))
    .limit(rowsAtOnce)
    .prepare('')
    .execute(valuesOfAll(conditions));
};

const conditionsOf = (filter: OrderQuery['filter'], timeZone: string): Condition[] => [
  ...anyValue('student', orders.studentId, valuesOf(filter.created_by), 'uuid'),
  ...anyValue('type', orders.type, valuesOf(filter.type), 'text'),
  ...anyValue('status', orders.status, valuesOf(filter.status), 'text'),
  ...createdWithin(filter.created?.between, timeZone),
  ...agentCondition(filter.agent),
  ...(filter.handled_by ? [presence('handled', orders.handledBy, filter.handled_by.exists)] : []),
  ...(filter.discount_code === undefined ? [] : [withCode(filter.discount_code)]),
];

type Column =
  typeof orders.studentId | typeof orders.type | typeof orders.status | typeof orders.agentId;

const anyValue = (
  name: string,
  column: Column,
  values: readonly string[] | undefined,
  type: 'uuid' | 'text',
): Condition[] =>
  values === undefined
    ? []
    : [
        {
          shape: name,
          sql: sql`${column} = any(${sql.placeholder(name)}::${sql.raw(type)}[])`,
          values: { [name]: values },
        },
      ];

const presence = (
  name: string,
  column: typeof orders.agentId | typeof orders.handledBy,
  exists: boolean,
): Condition => ({
  shape: exists ? name : `no_${name}`,
  sql: exists ? sql`${column} is not null` : sql`${column} is null`,
  values: {},
});

const agentCondition = (filter: OrderQuery['filter']['agent']): Condition[] => {
  if (filter === undefined) return [];
  if (typeof filter === 'object' && 'exists' in filter)
    return [presence('any_agent', orders.agentId, filter.exists)];
  return anyValue('agent', orders.agentId, valuesOf(filter), 'uuid');
};

/** Exactly this code; one that does not exist has no id, so that no order matches. */
const withCode = (code: string): Condition => ({
  shape: 'code',
  sql: sql`${orders.discountCodeId} = (select ${discountCodes.id} from ${discountCodes} where ${discountCodes.code} = ${sql.placeholder('code')})`,
  values: { code },
});

/** Both ends are included: an instant as it is, a business day with all its hours. */
const createdWithin = (
  bounds: [string | null, string | null] | undefined,
  timeZone: string,
): Condition[] => {
  const [from, to] = bounds ?? [null, null];
  const conditions: Condition[] = [];
  if (from !== null)
    conditions.push({
      shape: 'from',
      sql: sql`${orders.created} >= ${sql.placeholder('from')}::timestamptz`,
      values: { from: from.length === 10 ? startOfDay(from, timeZone) : from },
    });
  if (to !== null)
    conditions.push({
      shape: to.length === 10 ? 'before' : 'until',
      sql:
        to.length === 10
          ? sql`${orders.created} < ${sql.placeholder('to')}::timestamptz`
          : sql`${orders.created} <= ${sql.placeholder('to')}::timestamptz`,
      values: { to: to.length === 10 ? startOfDay(addDays(to, 1), timeZone) : to },
    });
  return conditions;
};

/** Every request for the default view asks for the same two days. */
const dayStarts = new Map<string, string>();

const startOfDay = (day: string, timeZone: string) => {
  const key = `${day} ${timeZone}`;
  const start =
    dayStarts.get(key) ?? startOfBusinessDay(toBusinessDay(day, timeZone), timeZone).toString();
  if (dayStarts.size > 1000) dayStarts.clear();
  dayStarts.set(key, start);
  return start;
};

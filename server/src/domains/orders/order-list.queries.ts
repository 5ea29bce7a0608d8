import { and, asc, desc, sql, type Column, type SQL } from 'drizzle-orm';
import type { listOrders } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { hoursToComplete } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { toBusinessDay, startOfBusinessDay, addDays } from '@staffroom/contract/shared/dates.ts';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Db } from '../../platform/database.ts';
import { prepareHot, preparedByShape } from '../../platform/prepared.ts';
import type { Actor } from '../../platform/context.ts';
import { rowsAtOnce } from '../../platform/list-query.ts';
import { classes } from '../classes/classes.schema.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { selectCards } from './orders.queries.ts';
import { orders } from './orders.schema.ts';
import { orderScope } from './orders.policy.ts';

export type OrderQuery = QueryOf<typeof listOrders>;

type Viewer = { actor: Actor; timeZone: string; now: Date };

type Condition = { shape: string; sql: SQL; values: Record<string, unknown> };

/**
 * A page of orders with the exact count of the whole list, in one statement: the page's ids first, the
 * cards joined to these alone (architecture: Indexes). Prepared once per filter shape.
 */
export const listPage = async (db: Db, query: OrderQuery, viewer: Viewer) => {
  const conditions = conditionsOf(query.filter, viewer);
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
  const conditions = conditionsOf(filter, viewer);
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

const conditionsOf = (
  filter: OrderQuery['filter'],
  { timeZone, now }: Pick<Viewer, 'timeZone' | 'now'>,
): Condition[] => [
  ...anyValue('student', orders.studentId, valuesOf(filter.created_by), 'uuid'),
  ...anyValue('type', orders.type, valuesOf(filter.type), 'text'),
  ...anyValue('status', orders.status, valuesOf(filter.status), 'text'),
  ...within('created', orders.created, filter.created?.between, timeZone),
  ...within('cancelled', orders.cancelledOn, filter.cancelled_on?.between, timeZone),
  ...anyOrPresent('agent', orders.agentId, filter.agent, 'uuid'),
  ...anyOrPresent('platform', orders.platform, filter.platform, 'text'),
  ...anyOrPresent('handled', orders.handledBy, filter.handled_by, 'uuid'),
  ...anyValue('class', orders.classId, valuesOf(filter.class), 'uuid'),
  ...ofClasses(filter, now),
  ...anyValue('currency', orders.currency, valuesOf(filter.currency), 'text'),
  ...brandCondition(filter.brand),
  ...(filter.discount_code === undefined ? [] : [withCode(filter.discount_code)]),
  ...(filter.needs_attention === undefined ? [] : [unfinishedBy(now)]),
];

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

/** One of some values, or whether there is any. */
const anyOrPresent = <Value extends string>(
  name: string,
  column: Column,
  filter: Value | { in: Value[] } | { exists: boolean } | undefined,
  type: 'uuid' | 'text',
): Condition[] => {
  if (typeof filter !== 'object' || !('exists' in filter))
    return anyValue(name, column, valuesOf(filter), type);
  return [
    {
      shape: filter.exists ? `any_${name}` : `no_${name}`,
      sql: filter.exists ? sql`${column} is not null` : sql`${column} is null`,
      values: {},
    },
  ];
};

/** What is asked of an order's class, all in one look at the classes. */
const ofClasses = (filter: OrderQuery['filter'], now: Date): Condition[] => {
  const {
    'class.name': name,
    'class.is_active': isActive,
    'class.is_listed': isListed,
    'class.has_ended': hasEnded,
  } = filter;
  const asked: Condition[] = [
    ...anyValue('subject', classes.subject, valuesOf(filter.subject), 'text'),
    ...anyValue('class_type', classes.classType, valuesOf(filter['class.class_type']), 'text'),
    ...(name === undefined || name.regex.trim() === ''
      ? []
      : [
          {
            shape: 'class_name',
            sql: sql`strpos(lower(${classes.name}), ${sql.placeholder('class_name')}::text) > 0`,
            values: { class_name: name.regex.trim().toLowerCase() },
          },
        ]),
    ...isTrue('class_active', sql`${classes.isActive}`, isActive),
    ...isTrue('class_listed', sql`${classes.isListed}`, isListed),
    ...isTrue(
      'class_ended',
      sql`${classes.endDate} <= ${sql.placeholder('now')}::timestamptz`,
      hasEnded,
      {
        now: now.toISOString(),
      },
    ),
  ];
  if (asked.length === 0) return [];
  return [
    {
      shape: asked.map(({ shape }) => shape).join(' '),
      sql: sql`${orders.classId} in (select ${classes.id} from ${classes} where ${and(...asked.map((each) => each.sql))})`,
      values: valuesOfAll(asked),
    },
  ];
};

const isTrue = (
  name: string,
  condition: SQL,
  wanted: boolean | undefined,
  values: Condition['values'] = {},
): Condition[] =>
  wanted === undefined
    ? []
    : [
        {
          shape: wanted ? name : `not_${name}`,
          sql: wanted ? sql`(${condition})` : sql`not (${condition})`,
          values,
        },
      ];

const brandCondition = (filter: OrderQuery['filter']['brand']): Condition[] => {
  if (typeof filter !== 'object' || !('not' in filter))
    return anyValue('brand', orders.brand, valuesOf(filter), 'text');
  return [
    {
      shape: 'other_brand',
      sql: sql`${orders.brand} <> ${sql.placeholder('brand')}`,
      values: { brand: filter.not },
    },
  ];
};

/** In the words of the index `orders_unfinished`, which a parameter would keep from being used. */
const unfinishedBy = (now: Date): Condition => ({
  shape: 'attention',
  sql: sql`${orders.status} in ('INIT', 'PAID') and ${orders.created} <= ${sql.placeholder('waiting_since')}::timestamptz`,
  values: { waiting_since: new Date(now.getTime() - hoursToComplete * 3_600_000).toISOString() },
});

/** Exactly this code; one that does not exist has no id, so that no order matches. */
const withCode = (code: string): Condition => ({
  shape: 'code',
  sql: sql`${orders.discountCodeId} = (select ${discountCodes.id} from ${discountCodes} where ${discountCodes.code} = ${sql.placeholder('code')})`,
  values: { code },
});

/** Both ends are included: an instant as it is, a business day with all its hours. */
const within = (
  name: string,
  column: Column,
  bounds: [string | null, string | null] | undefined,
  timeZone: string,
): Condition[] => {
  const [from, to] = bounds ?? [null, null];
  const conditions: Condition[] = [];
  if (from !== null)
    conditions.push({
      shape: `${name}_from`,
      sql: sql`${column} >= ${sql.placeholder(`${name}_from`)}::timestamptz`,
      values: { [`${name}_from`]: from.length === 10 ? startOfDay(from, timeZone) : from },
    });
  if (to !== null)
    conditions.push({
      shape: to.length === 10 ? `${name}_before` : `${name}_until`,
      sql:
        to.length === 10
          ? sql`${column} < ${sql.placeholder(`${name}_to`)}::timestamptz`
          : sql`${column} <= ${sql.placeholder(`${name}_to`)}::timestamptz`,
      values: { [`${name}_to`]: to.length === 10 ? startOfDay(addDays(to, 1), timeZone) : to },
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

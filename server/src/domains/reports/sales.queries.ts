import { and, gte, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { soldStatuses, type SalesChannel } from 'staffroom-contract/domains/reports/sales.rules.ts';
import { purchaseTypes, type OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { Span } from '../../platform/business-period.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { orders } from '../orders/orders.schema.ts';

/** Number of orders and their sum in cents of the currency. */
type Sold = { currency: Currency; orders: number; net: number };

export type SalesFigures = {
  days: (Sold & { day: string })[];
  daysBefore: (Sold & { day: string })[];
  /** Sums of the period before, up to `comparedUntil`. */
  compared: Sold[];
  classes: (Sold & { _id: string; name: string; subject: string })[];
  agents: (Sold & { _id: string | null; name: string | null })[];
  channels: (Sold & { _id: SalesChannel })[];
  types: (Sold & { _id: OrderType })[];
  cancelled: Sold[];
  students: number;
  trials: number;
};

type Asked = {
  period: Span;
  /** The period of comparison; it ends before the period begins. */
  before: Span;
  /** Only orders before this instant are compared: the same time of day, if the period includes today. */
  comparedUntil: Date;
  timeZone: string;
  exclude: string | null;
};

const isPurchase = anyOfList(sql`type`, purchaseTypes, 'text');

const createdIn = ({ from, to }: Span) => and(gte(orders.created, from), lt(orders.created, to));

const isSold = anyOfList(orders.status, soldStatuses, 'text');

const notOf = (brand: string | null) => (brand === null ? undefined : ne(orders.brand, brand));

/** Selects the ids of the students with purchases in a period. */
export const purchasersIn = ({ period, exclude }: Pick<Asked, 'period' | 'exclude'>): SQL =>
  sql`(select ${orders.studentId} from ${orders}
    where ${and(createdIn(period), isSold, isPurchase, notOf(exclude))})`;

/**
 * Reads the orders of a period and of the one before once and aggregates them by all keys, because a month has tens of
 * thousands and each further scan would cost as much again. Cancelled orders have their own index.
 */
export const readSales = async (
  db: Db,
  { period, before, comparedUntil, timeZone, exclude }: Asked,
): Promise<SalesFigures> => {
  const ofBrand = notOf(exclude);
  const sums = sql`count(*)::int as orders, sum(actual_price)::float8 as net`;
  const rows = (select: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(found), '[]') from (${select}) found)`;
  const { rows: answers } = await db.execute<SalesFigures>(sql`
    with sold as materialized (
      select ${orders.created} >= ${period.from.toISOString()}::timestamptz as is_now,
        ${orders.created} < ${comparedUntil.toISOString()}::timestamptz as is_compared,
        (${orders.created} at time zone ${timeZone})::date as day, ${orders.type}, ${orders.currency}, ${orders.actualPrice},
        ${orders.classId}, ${orders.agentId}, ${orders.studentId},
        case ${orders.channel} when 'offline' then 'offline' else coalesce(${orders.platform}, 'online') end as channel
      from ${orders}
      where ${and(or(createdIn(before), createdIn(period)), isSold, ofBrand)}
    ), figures as materialized (
      select is_now, currency, day, class_id, agent_id, channel, type, ${sums},
        grouping(day) = 0 as by_day, grouping(class_id) = 0 as by_class, grouping(agent_id) = 0 as by_agent,
        grouping(channel) = 0 as by_channel, grouping(type) = 0 as by_type
      from sold where ${isPurchase}
      group by grouping sets ((is_now, currency, day), (is_now, currency, class_id), (is_now, currency, agent_id),
        (is_now, currency, channel), (is_now, currency, type))
    )
    select ${rows(sql`select day, currency, orders, net from figures where by_day and is_now order by day`)} as days,
      ${rows(sql`select day, currency, orders, net from figures where by_day and not is_now order by day`)} as "daysBefore",
      ${rows(sql`select currency, ${sums} from sold where not is_now and is_compared and ${isPurchase} group by currency`)} as compared,
      ${rows(sql`select class_id as _id, classes.name, classes.subject, figures.currency, orders, net
        from figures join classes on classes.id = class_id where by_class and is_now`)} as classes,
      ${rows(sql`select agent_id as _id, coalesce(nullif(users.name, ''), users.email) as name, currency, orders, net
        from figures left join users on users.id = agent_id where by_agent and is_now`)} as agents,
      ${rows(sql`select channel as _id, currency, orders, net from figures where by_channel and is_now`)} as channels,
      ${rows(sql`select type as _id, currency, orders, net from figures where by_type and is_now`)} as types,
      ${rows(
        sql`select currency, ${sums} from ${orders} where ${and(
          gte(orders.cancelledAt, period.from),
          lt(orders.cancelledAt, period.to),
          sql`status = 'CANCELLED'`,
          isPurchase,
          ofBrand,
        )} group by currency`,
      )} as cancelled,
      (select count(distinct student_id)::int from sold where is_now and ${isPurchase}) as students,
      (select count(*)::int from sold where is_now and type = 'TRIAL') as trials`);
  const [figures] = answers;
  if (!figures) throw new Error('The query returned no row.');
  return figures;
};

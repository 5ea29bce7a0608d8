import { and, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import type { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { hoursToComplete } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import {
  anyOf,
  conditionsOf,
  defineListQuery,
  onDays,
  type Conditions,
} from '../../platform/list-query.ts';
import { classes } from '../classes/classes.schema.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { requireBounded } from './order-filter.ts';
import { orderScope } from './orders.policy.ts';
import { presentOrder } from './orders.presenter.ts';
import { selectCards, type OrderCardRow } from './orders.queries.ts';
import { orders } from './orders.schema.ts';

type OrderQuery = QueryOf<typeof listOrders>;
type Filter = OrderQuery['filter'];

/** One of some values, or whether there is any. */
const anyOrPresent =
  (column: PgColumn) =>
  (value: string | { in: string[] } | { exists: boolean }, context: Context) => {
    if (typeof value === 'string' || 'in' in value) return anyOf(column)(value, context);
    return value.exists ? isNotNull(column) : isNull(column);
  };

type OfClass = Pick<
  Filter,
  | 'subject'
  | 'class.name'
  | 'class.class_type'
  | 'class.is_active'
  | 'class.is_listed'
  | 'class.has_ended'
>;

const ofOrder: Conditions<Omit<Filter, keyof OfClass>> = {
  created_by: anyOf(orders.studentId),
  type: anyOf(orders.type),
  status: anyOf(orders.status),
  created: onDays(orders.created),
  cancelled_on: onDays(orders.cancelledAt),
  agent: anyOrPresent(orders.agentId),
  platform: anyOrPresent(orders.platform),
  handled_by: anyOrPresent(orders.handledBy),
  class: anyOf(orders.classId),
  currency: anyOf(orders.currency),
  brand: (brand, context) =>
    typeof brand === 'object' && 'not' in brand
      ? ne(orders.brand, brand.not)
      : anyOf(orders.brand)(brand, context),
  // A code that does not exist has no id, so that no order matches.
  discount_code: (code) =>
    sql`${orders.discountCodeId} = (select ${discountCodes.id} from ${discountCodes} where ${discountCodes.code} = ${code})`,
  needs_attention: (_, { clock }) => unfinishedBy(clock.now()),
};

/** In the words of the indexes `orders_unfinished` and `orders_attention`, which a parameter would keep from being used. */
const unfinishedBy = (now: Date) => {
  const since = new Date(now.getTime() - hoursToComplete * 3_600_000).toISOString();
  return sql`((${orders.status} in ('INIT', 'PAID') and ${orders.created} <= ${since}::timestamptz)
    or ${orders.attention} is not null)`;
};

const ofClass: Conditions<OfClass> = {
  subject: anyOf(classes.subject),
  'class.class_type': anyOf(classes.classType),
  'class.name': ({ regex }) => {
    const name = regex.trim().toLowerCase();
    return name === '' ? undefined : sql`strpos(lower(${classes.name}), ${name}::text) > 0`;
  },
  'class.is_active': (isActive) => isTrue(sql`${classes.isActive}`, isActive),
  'class.is_listed': (isListed) => isTrue(sql`${classes.isListed}`, isListed),
  'class.has_ended': (hasEnded, { clock }) =>
    isTrue(sql`${classes.endDate} <= ${clock.now().toISOString()}::timestamptz`, hasEnded),
};

const isTrue = (condition: SQL, wanted: boolean) =>
  wanted ? sql`(${condition})` : sql`not (${condition})`;

const pick = <Conditions extends object>(conditions: Conditions, filter: Filter) =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => name in conditions));

/** Conditions on the order's class, combined into one subquery. */
const inClasses = (filter: Filter, context: Context) => {
  const where = and(...conditionsOf<OfClass>(ofClass, pick(ofClass, filter), context));
  return where && sql`${orders.classId} in (select ${classes.id} from ${classes} where ${where})`;
};

const idColumn: CsvColumn<Order> = { header: 'id', value: (order) => order._id };

const columns: CsvColumn<Order>[] = [
  { header: 'created', time: (order) => order.created },
  { header: 'type', value: (order) => order.type },
  { header: 'status', value: (order) => order.status },
  { header: 'student', value: ({ created_by: student }) => student.name },
  { header: 'email', value: ({ created_by: student }) => student.email },
  {
    header: 'phone',
    value: ({ created_by: student }) => `${student.phone_country_code} ${student.phone}`.trim(),
  },
  { header: 'class', value: ({ detail }) => detail.class_obj.name },
  { header: 'lessons', value: ({ detail }) => detail.lesson.length },
  { header: 'billable_lessons', value: ({ detail }) => detail.billable_lesson.length },
  { header: 'currency', value: (order) => order.currency },
  { header: 'original_price', value: (order) => order.original_price },
  { header: 'actual_price', value: (order) => order.actual_price },
  { header: 'discount_code', value: ({ detail }) => detail.discount?.code },
  { header: 'payment_mode', value: (order) => (order.handled_by ? 'bank transfer' : 'online') },
  { header: 'platform', value: ({ payment }) => payment.platform },
  { header: 'agent', value: (order) => order.agent?.name },
  { header: 'is_renewal', value: ({ meta }) => meta.is_renewal },
  { header: 'remark', value: (order) => order.remark },
];

/** The orders, which are read more often than any other list. A page or file throws invalid_value, see requireBounded. */
export const orderList = defineListQuery<OrderQuery, Order, OrderCardRow>({
  from: orders,
  scope: orderScope,
  check: (context, { filter }) => requireBounded(context, filter),
  sort: { created: orders.created },
  where: (filter, context) =>
    and(
      ...conditionsOf<Omit<Filter, keyof OfClass>>(ofOrder, pick(ofOrder, filter), context),
      inClasses(filter, context),
    ),
  hot: selectCards,
  present: (row, { actor }) => presentOrder(row, actor),
  csv: ['orders.csv', ({ seesOrderId }) => (seesOrderId ? [idColumn, ...columns] : columns)],
});

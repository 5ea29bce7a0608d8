import { eq } from 'drizzle-orm';
import { createOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import type { OrderStatus } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { classes } from '../../src/domains/classes/classes.schema.ts';
import { orders } from '../../src/domains/orders/orders.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClass, aClassWithLessons } from './class.factory.ts';
import { insertRow } from './insert-row.ts';
import { aStudent } from './user.factory.ts';

type Body = BodyInput<typeof createOrder>;
type Values = Partial<Body> & { lessons?: number };
type Lesson = { scheduledAt: Date };

/** The range of dates that selects exactly these lessons of a class. */
export const datesOf = (lessons: readonly Lesson[]) => ({
  start_date: businessDayOf(lessons[0]!.scheduledAt.toISOString(), 'Asia/Singapore'),
  end_date: businessDayOf(lessons.at(-1)!.scheduledAt.toISOString(), 'Asia/Singapore'),
});

export const anOrderBody = (
  classId: string,
  lessons: readonly Lesson[],
  values: Partial<Body> = {},
): Body => ({
  type: 'PAYMENT',
  email: `${unique('student')}@example.com`,
  name: 'Tan Jun Wei',
  phone: '80004571',
  class: classId,
  ...datesOf(lessons),
  remark: 'PayNow ref 20261120-2004',
  ...(values.type === 'TRIAL' && lessons.length > 1 && { allow_several_lessons: true }),
  ...values,
});

export const anOrder = async (
  app: Stage,
  { lessons = 4, ...values }: Values = {},
): Promise<Order> => {
  const made = await aClassWithLessons(app, lessons);
  const admin = await app.as('Admin');
  const answer = await admin.call(createOrder, {
    body: anOrderBody(made.tuitionClass.id, made.lessons, values),
  });
  return answer.data;
};

/** A web shop order that has been incomplete for this many hours. */
export const anUnfinishedOrder = async (
  app: Stage,
  {
    status = 'INIT',
    hours = 72,
    ...values
  }: Values & { status?: OrderStatus; hours?: number } = {},
): Promise<Order> => {
  const order = await anOrder(app, { lessons: 1, ...values });
  const created = new Date(app.clock.now().getTime() - hours * 3_600_000);
  await app.database.db.update(orders).set({ status, created }).where(eq(orders.id, order._id));
  return { ...order, status, created: created.toISOString() };
};

/** An order inserted directly, by default with a new class and student; for reports of other days. */
export const aSale = async (
  app: Stage,
  {
    tuitionClass,
    ...values
  }: Partial<typeof orders.$inferInsert> & { tuitionClass?: typeof classes.$inferSelect } = {},
) => {
  const of = tuitionClass ?? (await aClass(app));
  const actualPrice = values.actualPrice ?? 12_000;
  const row = await insertRow(app, orders, {
    type: 'PAYMENT',
    status: 'PROCESSED',
    studentId: values.studentId ?? (await aStudent(app)).id,
    classId: of.id,
    remark: 'PayNow ref 20210304-1',
    currency: of.currency,
    originalPrice: actualPrice,
    actualPrice,
    ...values,
  });
  return { ...row, tuitionClass: of };
};

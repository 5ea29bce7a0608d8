import {
  and,
  count,
  desc,
  asc,
  eq,
  getTableColumns,
  ne,
  sql,
  type Column,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertRows } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { attendedOf } from '../attendance/attendance.queries.ts';
import { classes } from '../classes/classes.schema.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { users } from '../identity/users.schema.ts';
import { orderHistory, orders, type HistoryChange } from './orders.schema.ts';

export type OrderRow = typeof orders.$inferSelect;

const student = alias(users, 'student');

/** A lesson on a card: id, name, term, index, start (ISO). */
type CardLesson = [id: string, name: string, term: number, index: number, start: string];

const cardLessons = sql<CardLesson[]>`(
  select coalesce(json_agg(json_build_array(named.id, named.name, named.term, named.lesson_index, named.scheduled_at)
    order by named.scheduled_at, named.id), '[]'::json)
  from ${lessons} named where named.id = any(${orders.lessonIds}))`;

const nameOfUser = (id: Column) =>
  sql<string | null>`(select ${users.name} from ${users} where ${users.id} = ${id})`;

/**
 * Selects all of a card in one statement, because each further one is a round trip. Single values are subqueries: a
 * join of six tables takes longer to plan than to run. `total` is the list's count, repeated in each row.
 */
export const selectCards = (db: Db, total: SQL<number | null> = sql<null>`null::int`) =>
  db
    .select({
      order: {
        ...getTableColumns(orders),
        // JSON is parsed faster than an array.
        lessonIds: sql<string[]>`to_json(${orders.lessonIds})`,
        billableLessonIds: sql<string[]>`to_json(${orders.billableLessonIds})`,
      },
      student: {
        id: student.id,
        name: student.name,
        email: student.email,
        phoneCountryCode: student.phoneCountryCode,
        phone: student.phone,
      },
      className: sql<string>`(select ${classes.name} from ${classes} where ${classes.id} = ${orders.classId})`,
      agentName: nameOfUser(orders.agentId),
      handlerName: nameOfUser(orders.handledBy),
      code: sql<
        string | null
      >`(select ${discountCodes.code} from ${discountCodes} where ${discountCodes.id} = ${orders.discountCodeId})`,
      lessons: cardLessons,
      total,
    })
    .from(orders)
    .innerJoin(student, eq(student.id, orders.studentId));

export type OrderCardRow = Awaited<ReturnType<typeof listCards>>[number];

/** Orders by id in the form of cards, newest first. */
export const listCards = (db: Db, ids: string[]) =>
  selectCards(db)
    .where(anyOfList(orders.id, ids, 'uuid'))
    .orderBy(desc(orders.created), desc(orders.id));

/** Returns the card of an existing order. */
export const requireCard = async (db: Db, id: string): Promise<OrderCardRow> => {
  const [card] = await selectCards(db).where(eq(orders.id, id));
  if (!card) throw new Error('No order has this id.');
  return card;
};

/** Locks orders, sorted by id to avoid deadlocks. */
export const lockByIds = (db: Db, ids: string[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(anyOfList(orders.id, ids, 'uuid'))
    .orderBy(asc(orders.id))
    .for('no key update');

export const insert = async (db: Db, order: typeof orders.$inferInsert): Promise<OrderRow> => {
  const [row] = await insertRows(db, orders, [order]);
  if (!row) throw new Error('An inserted order was not returned.');
  return row;
};

export const insertHistory = (
  db: Db,
  entry: {
    orderId: string;
    at: Date;
    /** The id is null for Staffroom itself. */
    actor: { id: string | null; name: string; scopes?: Actor['scopes'] };
    action: 'created' | 'updated' | 'cancelled';
    remark: string;
    changes: HistoryChange[];
  },
) =>
  insertRows(
    db,
    orderHistory,
    [
      {
        id: newId(entry.at),
        orderId: entry.orderId,
        at: entry.at,
        // An integration has no account.
        actorId: entry.actor.scopes ? null : entry.actor.id,
        actorName: entry.actor.name,
        action: entry.action,
        remark: entry.remark,
        changes: entry.changes,
      },
    ],
    { silent: true },
  );

export const listHistory = (db: Db, orderId: string) =>
  db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.at), asc(orderHistory.id));

/** Time of a student's first purchase that is not cancelled, except `without`; null without one. */
export const firstPurchaseOf = async (
  db: Db,
  studentId: string,
  { without }: { without: string },
): Promise<Date | null> => {
  const [first] = await db
    .select({ created: orders.created })
    .from(orders)
    .where(
      and(
        eq(orders.studentId, studentId),
        ne(orders.id, without),
        sql`${orders.status} in ('PAID', 'PROCESSED')`,
        sql`${orders.type} <> 'TRIAL'`,
      ),
    )
    .orderBy(asc(orders.created))
    .limit(1);
  return first?.created ?? null;
};

/** True if the student has an upcoming or attended trial of the class, apart from `without`. */
export const hasTrial = async (
  db: Db,
  trial: { studentId: string; classId: string; now: Date; without: string | undefined },
) => {
  const [found] = await db
    .select({ count: count() })
    .from(orders)
    .innerJoin(lessons, sql`${lessons.id} = any(${orders.lessonIds})`)
    .where(
      and(
        eq(orders.studentId, trial.studentId),
        eq(orders.classId, trial.classId),
        eq(orders.type, 'TRIAL'),
        sql`${orders.status} <> 'CANCELLED'`,
        trial.without === undefined ? undefined : ne(orders.id, trial.without),
        sql`(${lessons.endedAt} > ${trial.now} or ${attendedOf(sql`${orders.studentId}`, sql`${lessons.id}`)} = 'attended')`,
      ),
    );
  return (found?.count ?? 0) > 0;
};

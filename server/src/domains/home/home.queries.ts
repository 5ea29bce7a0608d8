import { and, asc, desc, eq, lte, sql, type SQL } from 'drizzle-orm';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { OrderStatus } from '@staffroom/contract/domains/orders/orders.rules.ts';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { orders } from '../orders/orders.schema.ts';

/** In the words of the index `orders_unfinished`, which a parameter would keep from being used. */
const isUnfinished = sql`${orders.status} in ('INIT', 'PAID')`;

type Unfinished = { until: Date; scope: SQL | undefined };

/** How many unfinished orders were made by then, and what they cost, in hundredths, by currency. */
export const sumUnfinished = (db: Db, { until, scope }: Unfinished) =>
  db
    .select({
      currency: orders.currency,
      count: sql<number>`count(*)::int`,
      // Exact far beyond any sum of money, and twice as fast as the numeric sum of a bigint.
      amount: sql<number>`sum(${orders.actualPrice}::float8)`,
    })
    .from(orders)
    .where(and(isUnfinished, lte(orders.created, until), scope))
    .groupBy(orders.currency);

/** The unfinished orders of a status that were made by then, latest first. */
export const listUnfinished = async (
  db: Db,
  { until, scope, status, max }: Unfinished & { status: OrderStatus; max: number },
): Promise<string[]> => {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, status), lte(orders.created, until), scope))
    .orderBy(desc(orders.created), desc(orders.id))
    .limit(max);
  return rows.map(({ id }) => id);
};

/** Who is on trial in a lesson, by name, and whether the class has no lesson before on which they stand. */
export const listTrials = (db: Db, lessonId: string, scope: SQL) =>
  db
    .select({
      _id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      is_first: sql<boolean>`not exists (
        select from roster_sources earlier
        join lessons held on held.id = earlier.lesson_id
        join lessons this on this.id = ${lessonId}
        where earlier.student_id = ${users.id} and earlier.released_on is null
          and held.class_id = this.class_id and held.scheduled_on < this.scheduled_on)`,
    })
    .from(users)
    .innerJoin(
      sql`roster_places place`,
      sql`place.student_id = ${users.id} and place.lesson_id = ${lessonId} and place.kind = 'TRIAL'`,
    )
    .where(scope)
    .orderBy(asc(users.name), asc(users.id));

/** How many pay for a lesson. */
export const countPaying = async (db: Db, lessonId: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from roster_places where lesson_id = ${lessonId} and kind = 'PAYMENT'`,
  );
  return rows[0]?.count ?? 0;
};

/** The students who pay for a lesson of a class that has not ended (decisions: Reports, Active), by class; none is absent. */
export const countActiveStudents = async (
  db: Db,
  classIds: string[],
  now: Date,
): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ class_id: string; students: number }>(
    sql`select lessons.class_id, count(distinct place.student_id)::int as students
      from lessons join roster_sources place on place.lesson_id = lessons.id
      where lessons.class_id = any(${sql.param(classIds)}::uuid[]) and lessons.ended_on > ${now}
        and place.released_on is null and place.kind = 'PAYMENT'
      group by lessons.class_id`,
  );
  return new Map(rows.map(({ class_id: id, students }) => [id, students]));
};

/** Homework of the lessons that somebody teaches with submissions to mark: the first to be returned, and how many. */
export const findHomeworkToMark = async (db: Db, tutorId: string, max: number) => {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select homework.id, (count(*) over ())::int as count
    from lesson_staff taught
    join homework on homework.lesson_id = taught.lesson_id
    join submissions waiting on waiting.homework_id = homework.id and waiting.status in ('SUBMITTED', 'RESUBMITTED')
    where taught.user_id = ${tutorId}
    group by homework.id
    order by homework.return_on, homework.id
    limit ${max}`);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
};

/** The last lesson of a class before another, of those that somebody teaches, that has poll questions. */
export const findPolledBefore = async (
  db: Db,
  tutorId: string,
  { class: classId, scheduled_on: start }: Pick<LessonSummary, 'class' | 'scheduled_on'>,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select held.id from lessons held
    where held.class_id = ${classId} and held.is_active and held.scheduled_on < ${start}::timestamptz
      and exists (select from lesson_staff taught where taught.lesson_id = held.id and taught.user_id = ${tutorId})
      and exists (select from poll_questions asked where asked.lesson_id = held.id)
    order by held.scheduled_on desc limit 1`);
  return rows[0]?.id;
};

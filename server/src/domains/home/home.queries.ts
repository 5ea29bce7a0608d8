import { and, asc, desc, isNotNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { orders } from '../orders/orders.schema.ts';

/** Literals as in the index `orders_unfinished`; a parameter would prevent its use. */
const isInit = sql`${orders.status} = 'INIT'`;
const isUnfinished = sql`${orders.status} in ('INIT', 'PAID')`;

type Unfinished = { until: Date; scope: SQL | undefined };

/** Condition: unfinished and created by then, or marked for attention. */
const needsAttention = (until: Date) =>
  or(and(isUnfinished, lte(orders.created, until)), isNotNull(orders.attention));

/** Counts the orders that need attention and sums their prices, in cents, by currency. */
export const sumUnfinished = (db: Db, { until, scope }: Unfinished) =>
  db
    .select({
      currency: orders.currency,
      count: sql<number>`count(*)::int`,
      // Exact for any realistic sum, and twice as fast as the numeric sum of a bigint.
      amount: sql<number>`sum(${orders.actualPrice}::float8)`,
    })
    .from(orders)
    .where(and(needsAttention(until), scope))
    .groupBy(orders.currency);

/** Returns the orders that need attention, either INIT or all others, latest first. */
export const listUnfinished = async (
  db: Db,
  { until, scope, isBegun, max }: Unfinished & { isBegun: boolean; max: number },
): Promise<string[]> => {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(needsAttention(until), isBegun ? isInit : not(isInit), scope))
    .orderBy(desc(orders.created), desc(orders.id))
    .limit(max);
  return rows.map(({ id }) => id);
};

/** Returns the trial students of a lesson, by name, and whether it is their first lesson of the class. */
export const listTrials = (db: Db, lessonId: string, scope: SQL) =>
  db
    .select({
      _id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      is_first: sql<boolean>`not exists (
        select from roster_sources earlier
        join lessons held on held.id = earlier.lesson_id
        join lessons this on this.id = ${lessonId}
        where earlier.student_id = ${users.id} and earlier.released_at is null
          and held.class_id = this.class_id and held.scheduled_at < this.scheduled_at)`,
    })
    .from(users)
    .innerJoin(
      sql`roster_places place`,
      sql`place.student_id = ${users.id} and place.lesson_id = ${lessonId} and place.kind = 'TRIAL'`,
    )
    .where(scope)
    .orderBy(asc(users.name), asc(users.id));

/** Counts the paying students of a lesson. */
export const countPaying = async (db: Db, lessonId: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from roster_places where lesson_id = ${lessonId} and kind = 'PAYMENT'`,
  );
  return rows[0]?.count ?? 0;
};

/** Counts the students with a paying place on a lesson that has not ended, by class; classes with 0 are absent. */
export const countActiveStudents = async (
  db: Db,
  classIds: string[],
  now: Date,
): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ class_id: string; students: number }>(
    sql`select lessons.class_id, count(distinct place.student_id)::int as students
      from lessons join roster_sources place on place.lesson_id = lessons.id
      where lessons.class_id = any(${sql.param(classIds)}::uuid[]) and lessons.ended_at > ${now}
        and place.released_at is null and place.kind = 'PAYMENT'
      group by lessons.class_id`,
  );
  return new Map(rows.map(({ class_id: id, students }) => [id, students]));
};

/** Returns homework of a tutor's lessons with submissions to mark, earliest return date first, and the count. */
export const findHomeworkToMark = async (db: Db, tutorId: string, max: number) => {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select homework.id, (count(*) over ())::int as count
    from lesson_staff taught
    join homework on homework.lesson_id = taught.lesson_id
    join submissions waiting on waiting.homework_id = homework.id and waiting.status in ('SUBMITTED', 'RESUBMITTED')
    where taught.user_id = ${tutorId}
    group by homework.id
    order by homework.return_at, homework.id
    limit ${max}`);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
};

/** Returns the tutor's last lesson of the class before this one that has poll questions. */
export const findPolledBefore = async (
  db: Db,
  tutorId: string,
  { class: classId, scheduled_on: start }: Pick<LessonSummary, 'class' | 'scheduled_on'>,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select held.id from lessons held
    where held.class_id = ${classId} and held.is_active and held.scheduled_at < ${start}::timestamptz
      and exists (select from lesson_staff taught where taught.lesson_id = held.id and taught.user_id = ${tutorId})
      and exists (select from poll_questions asked where asked.lesson_id = held.id)
    order by held.scheduled_at desc limit 1`);
  return rows[0]?.id;
};

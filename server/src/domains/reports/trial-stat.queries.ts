import { and, eq, sql, type SQL } from 'drizzle-orm';
import { attendanceAfterMs } from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import type { TrialCount } from '@staffroom/contract/domains/reports/trial-stat.contract.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { attendedOf } from '../attendance/attendance.queries.ts';
import { classScope } from '../classes/classes.policy.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { resultDays } from '../tickets/ticket-life.rules.ts';

/** Who tries a lesson, and since when: an order moves with its lesson, and was made before. */
export const trialsOf = (lessonId: SQL) => sql`(
  select place.student_id, min(coalesce(made.created, place.created)) as registered
  from roster_sources place left join orders made on made.id = place.order_id
  where place.lesson_id = ${lessonId} and place.released_on is null and place.kind = 'TRIAL'
  group by place.student_id)`;

/** How many try a lesson; since when does not matter, so no order is read. */
export const trialCountOf = (lessonId: SQL) => sql`(
  select count(distinct place.student_id)::int from roster_sources place
  where place.lesson_id = ${lessonId} and place.released_on is null and place.kind = 'TRIAL')`;

export type TrialLesson = {
  id: string;
  name: string;
  term: number;
  index: number;
  scheduled_on: string;
  class_id: string;
  class_name: string;
};

/** These lessons, with their classes. */
export const listLessons = async (db: Db, ids: readonly string[]) => {
  const { rows } = await db.execute<TrialLesson>(sql`
    select lessons.id, lessons.name, lessons.term, lessons.lesson_index as index, lessons.scheduled_on,
      classes.id as class_id, classes.name as class_name
    from lessons join classes on classes.id = lessons.class_id
    where ${anyOfList(sql`lessons.id`, ids, 'uuid')}`);
  return rows;
};

export type Trial = {
  lesson_id: string;
  student_id: string;
  name: string;
  email: string;
  attended: 'attended' | 'absent' | null;
  purchase_id: string | null;
  purchased_on: string | null;
};

/**
 * Everybody who tries one of these lessons: how they attended once that is final, and the first purchase of the class
 * that counts as its success, as it wins the ticket of a trial (ADR 25).
 */
const trialsIn = (ids: readonly string[], { clock, settings }: Context): SQL => {
  const zone = settings.businessTimeZone;
  const final = new Date(clock.now().getTime() - attendanceAfterMs);
  return sql`(
    select lessons.id as lesson_id, trial.student_id,
      case when lessons.ended_on <= ${final} then ${attendedOf(sql`trial.student_id`, sql`lessons.id`)} end as attended,
      purchase.id as purchase_id, purchase.bought as purchased_on
    from lessons cross join lateral ${trialsOf(sql`lessons.id`)} trial
    left join lateral (
      select sold.id, sold.bought from (
        select orders.id, greatest(orders.created, orders.completed_on) as bought from orders
        where orders.student_id = trial.student_id and orders.class_id = lessons.class_id
          and orders.type = 'PAYMENT' and orders.status in ('PAID', 'PROCESSED')) sold
      where sold.bought >= trial.registered
        and (sold.bought at time zone ${zone})::date <= (lessons.scheduled_on at time zone ${zone})::date + ${resultDays}::int
      order by sold.bought, sold.id limit 1) purchase on true
    where ${anyOfList(sql`lessons.id`, ids, 'uuid')})`;
};

/** The same with their names, by these. */
export const listTrials = async (db: Db, ids: readonly string[], context: Context) => {
  const { rows } = await db.execute<Trial>(sql`
    select trial.*, users.name, users.email from ${trialsIn(ids, context)} trial
    join users on users.id = trial.student_id order by users.name_key, users.id`);
  return rows;
};

const hasAttended = sql`trial.attended = 'attended'`;
const hasBought = sql`trial.purchase_id is not null`;

const isCounted: Record<TrialCount, SQL> = {
  registered: sql`true`,
  attended: hasAttended,
  converted: hasBought,
  'attended-converted': sql`${hasAttended} and ${hasBought}`,
};

/** The students whom a count of a lesson stands for, as their ids. */
export const studentsBehind = (lessonId: string, count: TrialCount, context: Context): SQL =>
  sql`(select trial.student_id from ${trialsIn([lessonId], context)} trial where ${isCounted[count]})`;

/** Whether the actor's statistics have this lesson. */
export const isSeen = async (db: Db, id: string, { actor }: Context): Promise<boolean> =>
  (
    await db
      .select({ id: lessons.id })
      .from(lessons)
      .innerJoin(classes, eq(classes.id, lessons.classId))
      .where(and(eq(lessons.id, id), eq(lessons.isActive, true), classScope(actor)))
  ).length > 0;

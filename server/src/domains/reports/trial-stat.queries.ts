import { and, eq, sql, type SQL } from 'drizzle-orm';
import { attendanceAfterMs } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { TrialCount } from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { attendedAmong, cameTo } from '../attendance/attendance.queries.ts';
import { classScope } from '../classes/classes.policy.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { resultDays } from '../tickets/ticket-life.rules.ts';

/** Trial students of a lesson with their first registration; an order keeps its date when it moves to another one. */
const trialsOf = (lessonId: SQL) => sql`(
  select place.student_id, min(coalesce(made.created, place.created)) as registered
  from roster_sources place left join orders made on made.id = place.order_id
  where place.lesson_id = ${lessonId} and place.released_at is null and place.kind = 'TRIAL'
  group by place.student_id)`;

/** Number of trial students of a lesson, without reading orders. */
export const trialCountOf = (lessonId: SQL) => sql`(
  select count(distinct place.student_id)::int from roster_sources place
  where place.lesson_id = ${lessonId} and place.released_at is null and place.kind = 'TRIAL')`;

export type TrialLesson = {
  id: string;
  name: string;
  term: number;
  index: number;
  scheduled_at: string;
  class_id: string;
  class_name: string;
};

/** These lessons with their classes. */
export const listLessons = async (db: Db, ids: readonly string[]) => {
  const { rows } = await db.execute<TrialLesson>(sql`
    select lessons.id, lessons.name, lessons.term, lessons.lesson_index as index, lessons.scheduled_at,
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
  purchased_at: string | null;
};

/**
 * Trial students with final attendance, and the first purchase that counts as a conversion, by the rule that wins trial
 * tickets (ADR 25). `which` is a condition on the lesson `tried`; unneeded columns are null.
 */
const trialsIn = (
  which: SQL,
  { clock, settings }: Context,
  { attendance = true, purchase = true } = {},
): SQL => {
  const zone = settings.businessTimeZone;
  const final = new Date(clock.now().getTime() - attendanceAfterMs);
  return sql`(
    select tried.id as lesson_id, trial.student_id,
      case when tried.ended_at <= ${final} then ${attendedAmong(sql`trial.student_id`, sql`tried.id`, sql`held.came`)} end
        as attended,
      purchase.id as purchase_id, purchase.bought as purchased_at
    from lessons tried
    left join lateral (select ${cameTo(sql`tried.id`)} as came offset 0) held on ${joined(attendance)}
    cross join lateral ${trialsOf(sql`tried.id`)} trial
    left join lateral (
      select sold.id, sold.bought from (
        select orders.id, greatest(orders.created, orders.completed_at) as bought from orders
        where orders.student_id = trial.student_id and orders.class_id = tried.class_id
          and orders.type = 'PAYMENT' and orders.status in ('PAID', 'PROCESSED')) sold
      where sold.bought >= trial.registered
        and (sold.bought at time zone ${zone})::date <= (tried.scheduled_at at time zone ${zone})::date + ${resultDays}::int
      order by sold.bought, sold.id limit 1) purchase on ${joined(purchase)}
    where ${which})`;
};

/** A constant, so that the planner removes unused joins. */
const joined = (isNeeded: boolean) => sql.raw(String(isNeeded));

/** The same with names, sorted by name. */
export const listTrials = async (db: Db, ids: readonly string[], context: Context) => {
  const these = anyOfList(sql`tried.id`, ids, 'uuid');
  const { rows } = await db.execute<Trial>(sql`
    select trial.*, users.name, users.email from ${trialsIn(these, context)} trial
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

/** A count of a lesson, as a sort key. */
export const countOf = (
  lessonId: SQL,
  count: Exclude<TrialCount, 'registered'>,
  context: Context,
): SQL => sql`(
  select count(*)::int from ${trialsIn(sql`tried.id = ${lessonId}`, context, {
    attendance: count !== 'converted',
    purchase: count !== 'attended',
  })} trial
  where ${isCounted[count]})`;

/** Selects the ids of the students behind a count of a lesson. */
export const studentsBehind = (lessonId: string, count: TrialCount, context: Context): SQL =>
  sql`(select trial.student_id from ${trialsIn(sql`tried.id = ${lessonId}`, context)} trial
    where ${isCounted[count]})`;

/** Returns whether the actor's statistics include this lesson. */
export const isSeen = async (db: Db, id: string, { actor }: Context): Promise<boolean> =>
  (
    await db
      .select({ id: lessons.id })
      .from(lessons)
      .innerJoin(classes, eq(classes.id, lessons.classId))
      .where(and(eq(lessons.id, id), eq(lessons.isActive, true), classScope(actor)))
  ).length > 0;

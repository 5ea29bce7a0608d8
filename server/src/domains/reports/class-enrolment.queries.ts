import { and, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { EnrolmentFilter } from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { recentDays } from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { startOfDay } from '../../platform/business-period.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOf, containing } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classScope } from '../classes/classes.policy.ts';
import { countActiveStudents, everStudents } from '../classes/classes.queries.ts';
import { classes } from '../classes/classes.schema.ts';
import { reportedStudentScope } from '../users/users.policy.ts';

const ofClass = sql.raw('classes.id');

/** Condition for the classes that match a filter and that the actor sees. */
export const matchingClasses = (filter: EnrolmentFilter, context: Context): SQL | undefined =>
  and(
    classScope(context.actor),
    filter.name && containing(classes.name)(filter.name, context),
    filter.class_type && anyOf(classes.classType)(filter.class_type, context),
    filter.subject && anyOf(classes.subject)(filter.subject, context),
    filter.end_date === undefined ? undefined : endsBeyond(filter.end_date, context),
    filter.is_active === undefined ? undefined : eq(classes.isActive, filter.is_active),
    filter.is_listed === undefined ? undefined : eq(classes.isListed, filter.is_listed),
  );

const endsBeyond = (
  end: NonNullable<EnrolmentFilter['end_date']>,
  context: Context,
): SQL | undefined => {
  if (typeof end === 'object' && 'lt' in end)
    // A class that ends right now has ended.
    return (end.lt === 'now' ? lte : lt)(classes.endDate, momentOf(end.lt, context));
  const after = typeof end === 'object' ? end.gt : end;
  return after.length === 10
    ? sql`${classes.endDate} >= ${startOfDay(context, addDays(after, 1))}`
    : gt(classes.endDate, momentOf(after, context));
};

const momentOf = (end: string, context: Context): Date => {
  if (end === 'now') return context.clock.now();
  return end.length === 10 ? startOfDay(context, end) : new Date(end);
};

export const activeCount = ({ clock }: Context): SQL => countActiveStudents(ofClass, clock.now());

export const aggregateCount = sql`(select count(*)::int from ${everStudents(ofClass)} student)`;

/** Orders that count as sold (decisions: Reports). */
const isSold = sql.raw(`orders.type <> 'TRIAL' and orders.status <> 'CANCELLED'`);

/** The span of the last `days` days, until the end of today. */
const recentSpan = (context: Context, days: number) => {
  const today = todayOf(context);
  return {
    from: startOfDay(context, addDays(today, 1 - days)),
    to: startOfDay(context, addDays(today, 1)),
  };
};

/** The span of as many days before it, up to the current time of day. */
const spanBefore = (context: Context, days: number) => {
  const zone = context.settings.businessTimeZone;
  const now = Temporal.Instant.fromEpochMilliseconds(context.clock.now().getTime());
  const sameTime = now.toZonedDateTimeISO(zone).subtract({ days });
  return {
    from: startOfDay(context, addDays(todayOf(context), 1 - 2 * days)),
    to: new Date(sameTime.epochMilliseconds + 1),
  };
};

const todayOf = ({ clock, settings }: Context) =>
  businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

const createdIn = ({ from, to }: { from: Date; to: Date }) =>
  sql`orders.created >= ${from} and orders.created < ${to}`;

/** Number of a class's orders in the last `days` days. */
export const recentCount =
  (days: number) =>
  (context: Context): SQL =>
    sql`(select count(*)::int from orders where orders.class_id = ${ofClass} and ${isSold}
      and ${createdIn(recentSpan(context, days))})`;

/** The current or next lesson of a class. */
const nextLesson = (now: Date) => sql`(
  select lesson.id, lesson.name, lesson.scheduled_at, lesson.ended_at from lessons lesson
  where lesson.class_id = ${ofClass} and lesson.is_active and lesson.ended_at > ${now}
  order by lesson.scheduled_at, lesson.id limit 1)`;

/** Trial students of the next lesson; read per lesson, because a join would sort the whole view of places. */
const nextTrials = sql.raw(`(
  select place.lesson_id, place.student_id from roster_places place
  where place.lesson_id = next.id and place.kind = 'TRIAL' offset 0)`);

/** Number of trial students of a class's next lesson. */
export const trialCount = ({ clock }: Context): SQL => sql`(
  select count(trial.student_id)::int from ${nextLesson(clock.now())} next left join lateral ${nextTrials} trial on true)`;

/** True if the next lesson of a class has a trial student. */
export const isNextTried = ({ clock }: Context): SQL => sql`exists (
  select from ${nextLesson(clock.now())} next cross join lateral ${nextTrials} trial)`;

type Person = { _id: string; name: string };

type Enrolment = {
  id: string;
  name: string;
  active: number;
  aggregate: number;
  next: { _id: string; name: string; scheduled_on: string; ended_on: string } | null;
  trials: Person[];
  trial_count: number;
};

const shownName = sql.raw(`coalesce(nullif(users.name, ''), users.email)`);

/** These classes with their students and next lesson; students outside the actor's scope are only counted. */
export const listEnrolments = async (db: Db, ids: readonly string[], context: Context) => {
  const { rows } = await db.execute<Enrolment>(sql`
    select classes.id, classes.name, ${activeCount(context)} as active, ${aggregateCount} as aggregate,
      case when next.id is not null then json_build_object('_id', next.id, 'name', next.name,
        'scheduled_on', next.scheduled_at, 'ended_on', next.ended_at) end as next,
      (select coalesce(json_agg(json_build_object('_id', users.id, 'name', ${shownName})
          order by users.name, users.id), '[]')
        from ${nextTrials} trial join users on users.id = trial.student_id
        where ${reportedStudentScope(context.actor)}) as trials,
      (select count(*)::int from ${nextTrials} trial) as trial_count
    from classes left join lateral ${nextLesson(context.clock.now())} next on true
    where ${anyOfList(sql`classes.id`, ids, 'uuid')}`);
  return rows;
};

export type AgentOrders = {
  class_id: string;
  agent_id: string | null;
  agent: string | null;
} & Record<`days_${(typeof recentDays)[number]}`, number>;

/** Recent orders of these classes, by agent. */
export const listRecentOrders = async (db: Db, ids: readonly string[], context: Context) => {
  const counts = recentDays.map(
    (days) =>
      sql`count(*) filter (where ${createdIn(recentSpan(context, days))})::int as ${sql.identifier(`days_${days}`)}`,
  );
  const { rows } = await db.execute<AgentOrders>(sql`
    select orders.class_id, orders.agent_id, ${shownName} as agent, ${sql.join(counts, sql`, `)}
    from orders left join users on users.id = orders.agent_id
    where ${anyOfList(sql`orders.class_id`, ids, 'uuid')} and ${isSold}
      and ${createdIn(recentSpan(context, Math.max(...recentDays)))}
    group by orders.class_id, orders.agent_id, users.name, users.email
    order by users.name nulls last, orders.agent_id`);
  return rows;
};

type Figures = {
  classes: number;
  active: number;
  aggregate: number;
  trials: number;
  trial_classes: number;
} & Record<
  `total_${(typeof recentDays)[number]}` | `before_${(typeof recentDays)[number]}`,
  number
>;

/** Returns the totals of all classes that match a filter. */
export const readFigures = async (db: Db, filter: EnrolmentFilter, context: Context) => {
  const now = context.clock.now();
  const chosen = db
    .select({ id: classes.id })
    .from(classes)
    .where(matchingClasses(filter, context))
    .getSQL();
  const counts = recentDays.flatMap((days) => [
    sql`count(*) filter (where ${createdIn(recentSpan(context, days))})::int as ${sql.identifier(`total_${days}`)}`,
    sql`count(*) filter (where ${createdIn(spanBefore(context, days))})::int as ${sql.identifier(`before_${days}`)}`,
  ]);
  const { from } = spanBefore(context, Math.max(...recentDays));
  const { to } = recentSpan(context, 1);
  const { rows } = await db.execute<Figures>(sql`
    with classes as materialized (${chosen}),
    held as materialized (
      select lessons.id, lessons.ended_at > ${now} as comes from lessons join classes on classes.id = lessons.class_id),
    trials as (
      select count(distinct trial.student_id)::int as trials, count(distinct next.id)::int as trial_classes
      from classes cross join lateral ${nextLesson(now)} next cross join lateral ${nextTrials} trial),
    ordered as (
      select ${sql.join(counts, sql`, `)} from orders join classes on classes.id = orders.class_id
      where ${isSold} and ${createdIn({ from, to })})
    select (select count(*)::int from classes) as classes,
      (select count(distinct place.student_id)::int from held
        join roster_sources place on place.lesson_id = held.id
        where held.comes and place.released_at is null and place.kind = 'PAYMENT') as active,
      (select count(*)::int from (
        select place.student_id from held join roster_sources place on place.lesson_id = held.id
          where place.released_at is null and place.kind = 'PAYMENT'
        union
        select place.student_id from held join roster_sources place on place.lesson_id = held.id
          where place.released_at is not null and place.kind = 'PAYMENT') ever) as aggregate,
      trials.*, ordered.*
    from trials, ordered`);
  return rows[0];
};

/** Returns whether the actor sees this class. */
export const isSeen = async (db: Db, id: string, { actor }: Context): Promise<boolean> =>
  (
    await db
      .select({ id: classes.id })
      .from(classes)
      .where(and(eq(classes.id, id), classScope(actor)))
  ).length > 0;

/** Selects the ids of the classes that match a filter. */
export const classesOf = (filter: EnrolmentFilter, context: Context): SQL =>
  sql`select classes.id from classes where ${and(matchingClasses(filter, context), sql`true`)}`;

/** Selects the ids of the students behind a count of some classes. */
export const studentsBehind = {
  active: (classIds: SQL, now: Date) => sql`(
    select place.student_id from lessons join roster_sources place on place.lesson_id = lessons.id
    where lessons.class_id in (${classIds}) and lessons.ended_at > ${now}
      and place.released_at is null and place.kind = 'PAYMENT')`,
  aggregate: (classIds: SQL) => everStudents(classIds),
  'next-lesson-trial': (classIds: SQL, now: Date) => sql`(
    select trial.student_id
    from classes cross join lateral ${nextLesson(now)} next cross join lateral ${nextTrials} trial
    where classes.id in (${classIds}))`,
};

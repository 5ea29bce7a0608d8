import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { attendedOf } from '../attendance/attendance.queries.ts';
import { resultDays } from '../tickets/ticket-life.rules.ts';
import { attendanceAfterMs } from '../tickets/tickets.presenter.ts';

/** Who tries a lesson, and since when: an order moves with its lesson, and was made before. */
export const trialsOf = (lessonId: SQL) => sql`(
  select place.student_id, min(coalesce(made.created, place.created)) as registered
  from roster_sources place left join orders made on made.id = place.order_id
  where place.lesson_id = ${lessonId} and place.released_on is null and place.kind = 'TRIAL'
  group by place.student_id)`;

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
 * Everybody who tries one of these lessons, by name: how they attended once that is final, and the first purchase of the
 * class that counts as its success, as it wins the ticket of a trial (ADR 25).
 */
export const listTrials = async (db: Db, ids: readonly string[], { clock, settings }: Context) => {
  const zone = settings.businessTimeZone;
  const final = new Date(clock.now().getTime() - attendanceAfterMs);
  const { rows } = await db.execute<Trial>(sql`
    select lessons.id as lesson_id, users.id as student_id, users.name, users.email,
      case when lessons.ended_on <= ${final} then ${attendedOf(sql`trial.student_id`, sql`lessons.id`)} end as attended,
      purchase.id as purchase_id, purchase.bought as purchased_on
    from lessons cross join lateral ${trialsOf(sql`lessons.id`)} trial
    join users on users.id = trial.student_id
    left join lateral (
      select sold.id, sold.bought from (
        select orders.id, greatest(orders.created, orders.completed_on) as bought from orders
        where orders.student_id = trial.student_id and orders.class_id = lessons.class_id
          and orders.type = 'PAYMENT' and orders.status in ('PAID', 'PROCESSED')) sold
      where sold.bought >= trial.registered
        and (sold.bought at time zone ${zone})::date <= (lessons.scheduled_on at time zone ${zone})::date + ${resultDays}::int
      order by sold.bought, sold.id limit 1) purchase on true
    where ${anyOfList(sql`lessons.id`, ids, 'uuid')}
    order by users.name_key, users.id`);
  return rows;
};

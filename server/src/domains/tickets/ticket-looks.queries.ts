import { sql, type SQL } from 'drizzle-orm';
import { attendanceAfterMs } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { closedStatuses } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Db } from '../../platform/database.ts';
import { attendedOf } from '../attendance/attendance.queries.ts';
import type { Pair } from './ticket-life.queries.ts';

/** Selects of students and classes whose tickets may need a step because time has passed. */

const closed = sql.raw(closedStatuses.map((status) => `'${status}'`).join(', '));

/** Processed trial orders without a ticket. */
export const untracedTrials = () => sql`
  select o.student_id, o.class_id from orders o
  where o.type = 'TRIAL' and o.status = 'PROCESSED' and not exists (select from tickets t where t.order_id = o.id)`;

/** Trials since `from` that are over and whose known attendance differs from their ticket's. */
export const unrecordedAttendance = ({ now, from }: { now: Date; from: Date }) => sql`
  select t.student_id, t.class_id
  from tickets t
  join lessons l on l.id = t.lesson_id
  cross join lateral (select ${attendedOf(sql`t.student_id`, sql`t.lesson_id`)} as attended) known
  where t.type = 'TrialConversion' and t.trial_date between ${from} and ${now}
    and l.ended_at <= ${new Date(now.getTime() - attendanceAfterMs)}
    and known.attended is distinct from t.attended and known.attended is not null`;

/** Trials whose attendance staff corrected after the ticket recorded it. */
export const correctedAttendance = ({ now, from }: { now: Date; from: Date }) => sql`
  select t.student_id, t.class_id
  from attendance_corrections fix
  join tickets t on t.lesson_id = fix.lesson_id and t.student_id = fix.student_id
  join lessons l on l.id = t.lesson_id
  where t.trial_date >= ${from} and l.ended_at <= ${new Date(now.getTime() - attendanceAfterMs)}
    and case fix.status when 'absent' then 'absent' when 'attended' then 'attended' when 'half attended' then 'attended'
      else t.attended end is distinct from t.attended`;

/** Subscriptions to regular classes that end within the range and have no ticket yet. */
export const endingSubscriptions = ({ from, to }: { from: Date; to: Date }) => sql`
  select ending.student_id, ending.class_id
  from (
    select s.student_id, l.class_id, max(l.scheduled_at) as last_start
    from lessons l
    join classes c on c.id = l.class_id and c.class_type = 'Regular Classes'
    join roster_sources s on s.lesson_id = l.id and s.kind = 'PAYMENT' and s.released_at is null
    where l.is_active and l.scheduled_at >= ${from}
    group by s.student_id, l.class_id
    having max(l.scheduled_at) < ${to}) ending
  where not exists (
    select from tickets t
    where t.student_id = ending.student_id and t.class_id = ending.class_id and t.type = 'ClassRenewal'
      and (t.status not in (${closed}) or not t.withdrawn and t.subscription_end_date >= ending.last_start))`;

/** Tickets whose lesson has another start: it moved while the ticket was being opened. */
export const movedLessons = () => sql`
  select t.student_id, t.class_id from tickets t join lessons l on l.id = t.lesson_id
  where t.status not in (${closed}) and coalesce(t.trial_date, t.subscription_end_date) <> l.scheduled_at`;

/** Returns the next page of pairs of a select, sorted by student and class, after the given one. */
export const nextPairs = async (
  db: Db,
  look: SQL,
  { after, count }: { after: Pair | undefined; count: number },
): Promise<Pair[]> => {
  const { rows } = await db.execute<{ student_id: string; class_id: string }>(sql`
    select distinct student_id, class_id from (${look}) found
    ${after && sql`where (student_id, class_id) > (${after.studentId}::uuid, ${after.classId}::uuid)`}
    order by student_id, class_id limit ${count}`);
  return rows.map((row) => ({ studentId: row.student_id, classId: row.class_id }));
};

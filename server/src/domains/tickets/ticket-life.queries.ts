import { and, asc, eq, sql } from 'drizzle-orm';
import { attendanceAfterMs } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { Db } from '../../platform/database.ts';
import { hotRows } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { attendedOf } from '../attendance/attendance.queries.ts';
import type { Life, LifeTicket, LifeTrial } from './ticket-life.rules.ts';
import { tickets, type TicketRow } from './tickets.schema.ts';

/** A student and a class, whose tickets are decided together. */
export type Pair = { studentId: string; classId: string };

/** Selects the tickets of a pair and locks them. */
export const lockTickets = (db: Db, { studentId, classId }: Pair): Promise<TicketRow[]> =>
  hotRows(db, 'tickets of a pair to lock', { studentId, classId }, () =>
    db
      .select()
      .from(tickets)
      .where(
        and(
          eq(tickets.studentId, sql.placeholder('studentId')),
          eq(tickets.classId, sql.placeholder('classId')),
        ),
      )
      .orderBy(asc(tickets.id))
      .for('update'),
  );

type Found = {
  class_type: string;
  lead_source: string | null;
  trials: {
    id: string;
    status: LifeTrial['status'];
    created: string;
    cancelled_at: string | null;
    remark: string;
    agent_id: string | null;
    lesson_id: string;
    start: string;
    end: string;
  }[];
  purchases: { id: string; bought: string; agent_id: string | null }[];
  last_paid: { id: string; start: string } | null;
  starts: Record<string, string>;
};

/** Reads everything that decides the tickets of a pair, in one short statement because every order runs it. */
export const readLife = async (
  db: Db,
  { studentId, classId }: Pair,
  own: readonly TicketRow[],
  { now, timeZone, mayOpen }: Pick<Life, 'now' | 'timeZone' | 'mayOpen'>,
): Promise<Life> => {
  const [student, tuitionClass] = [sql`${studentId}::uuid`, sql`${classId}::uuid`];
  const { rows } = await db.execute<Found>(sql`
    select
      (select class_type from classes where id = ${tuitionClass}) as class_type,
      (select lead_source from users where id = ${student}) as lead_source,
      (select coalesce(json_agg(trial order by trial.created, trial.id), '[]')
        from (
          select o.id, o.status, o.created, o.cancelled_at, o.remark, o.agent_id,
            lesson.id as lesson_id, lesson.scheduled_at as start, lesson.ended_at as end
          from orders o
          cross join lateral (
            select l.id, l.scheduled_at, l.ended_at from lessons l where l.id = any(o.lesson_ids)
            order by l.scheduled_at, l.id limit 1) lesson
          where o.student_id = ${student} and o.class_id = ${tuitionClass} and o.type = 'TRIAL' and o.status <> 'INIT'
        ) trial) as trials,
      (select coalesce(json_agg(json_build_object('id', o.id, 'bought', greatest(o.created, o.completed_at),
          'agent_id', o.agent_id) order by greatest(o.created, o.completed_at), o.id), '[]')
        from orders o
        where o.student_id = ${student} and o.class_id = ${tuitionClass} and o.type = 'PAYMENT'
          and o.status in ('PAID', 'PROCESSED')) as purchases,
      (select json_build_object('id', l.id, 'start', l.scheduled_at)
        from roster_sources s join lessons l on l.id = s.lesson_id
        where s.student_id = ${student} and s.released_at is null and s.kind = 'PAYMENT'
          and l.class_id = ${tuitionClass} and l.is_active
        order by l.scheduled_at desc, l.id desc limit 1) as last_paid,
      (select coalesce(json_object_agg(l.id, l.scheduled_at), '{}') from lessons l
        where ${anyOfList(
          sql`l.id`,
          own.map(({ lessonId }) => lessonId),
          'uuid',
        )}) as starts`);
  const [found] = rows;
  if (!found) throw new Error('A select without a table returned no row.');
  const isOver = ({ end }: { end: string }) => Date.parse(end) + attendanceAfterMs <= now.getTime();
  const over = found.trials.filter(isOver).map(({ lesson_id }) => lesson_id);
  const attended = await findAttended(db, studentId, over);
  const lastPaid = found.last_paid && {
    id: found.last_paid.id,
    start: new Date(found.last_paid.start),
  };
  return {
    now,
    timeZone,
    isRegular: found.class_type === 'Regular Classes',
    leadSource: found.lead_source,
    trials: found.trials.map((trial) => ({
      id: trial.id,
      status: trial.status,
      created: new Date(trial.created),
      cancelledAt: trial.cancelled_at === null ? null : new Date(trial.cancelled_at),
      remark: trial.remark,
      agentId: trial.agent_id,
      lesson: {
        id: trial.lesson_id,
        start: new Date(trial.start),
        end: new Date(trial.end),
      },
      attended: attended.get(trial.lesson_id) ?? null,
    })),
    purchases: found.purchases.map(({ id, bought, agent_id }) => ({
      id,
      bought: new Date(bought),
      agentId: agent_id,
    })),
    lastPaid,
    starts: new Map(Object.entries(found.starts).map(([id, at]) => [id, new Date(at)])),
    tickets: own.map(ticketOf),
    mayOpen,
  };
};

/** How a student attended these lessons, by lesson id. */
const findAttended = async (
  db: Db,
  studentId: string,
  lessonIds: readonly string[],
): Promise<Map<string, LifeTrial['attended']>> => {
  if (lessonIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; attended: LifeTrial['attended'] }>(sql`
    select l.id, ${attendedOf(sql`${studentId}::uuid`, sql`l.id`)} as attended
    from lessons l where ${anyOfList(sql`l.id`, lessonIds, 'uuid')}`);
  return new Map(rows.map(({ id, attended }) => [id, attended]));
};

/** Names by id. */
export const findNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'));
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Saves a ticket's changes under a new version, and returns the row. */
export const saveTicket = (db: Db, ticket: LifeTicket, updated: Date) =>
  db
    .update(tickets)
    .set({ ...columnsOfTicket(ticket), updated, version: sql`${tickets.version} + 1` })
    .where(eq(tickets.id, ticket.id))
    .returning();

export const openTicket = (db: Db, pair: Pair, ticket: LifeTicket, updated: Date) =>
  db
    .insert(tickets)
    .values({ ...columnsOfTicket(ticket), ...pair, updated })
    .returning();

const columnsOfTicket = ({ lessonStart, ...ticket }: LifeTicket) => ({
  ...ticket,
  ...(ticket.type === 'TrialConversion'
    ? { trialDate: lessonStart }
    : { subscriptionEndDate: lessonStart }),
});

const ticketOf = (row: TicketRow): LifeTicket => ({
  id: row.id,
  type: row.type,
  status: row.status,
  statusSince: row.statusSince,
  lessonId: row.lessonId,
  // One of the two is always set.
  lessonStart: row.trialDate ?? row.subscriptionEndDate ?? row.created,
  orderId: row.orderId,
  resultOrderId: row.resultOrderId,
  attended: row.attended,
  nextActionDate: row.nextActionDate,
  remark: row.remark,
  agentId: row.agentId,
  leadSource: row.leadSource,
  created: row.created,
  withdrawn: row.withdrawn,
});

/** Students whose tickets of a class may depend on a lesson: those with a ticket or a paid place on it. */
export const pairsOnLesson = async (
  db: Db,
  { lessonId, classId }: { lessonId: string; classId: string },
): Promise<Pair[]> => {
  const { rows } = await db.execute<{ student_id: string }>(sql`
    select distinct t.student_id from tickets t
    where t.class_id = ${classId} and (t.lesson_id = ${lessonId} or t.type = 'ClassRenewal' and exists (
      select from roster_sources s where s.lesson_id = ${lessonId} and s.student_id = t.student_id
        and s.kind = 'PAYMENT' and s.released_at is null))
    order by t.student_id`);
  return rows.map((row) => ({ studentId: row.student_id, classId }));
};

/** The given students of a class who have or had a renewal ticket. */
export const followedUpOf = async (
  db: Db,
  { classId, studentIds }: { classId: string; studentIds: readonly string[] },
): Promise<Pair[]> =>
  studentIds.length === 0
    ? []
    : db
        .selectDistinct({ studentId: tickets.studentId, classId: tickets.classId })
        .from(tickets)
        .where(
          and(
            eq(tickets.classId, classId),
            anyOfList(tickets.studentId, studentIds, 'uuid'),
            eq(tickets.type, 'ClassRenewal'),
          ),
        )
        .orderBy(asc(tickets.studentId));

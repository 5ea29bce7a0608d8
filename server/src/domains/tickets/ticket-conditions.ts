import { and, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { attendanceAfterMs } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { longestLessonHours } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import {
  reminderSentBy,
  type TicketAttendance,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { tickets } from './tickets.schema.ts';

const hour = 3_600_000;

/** End of the ticket's lesson, for a statement that does not join lessons. */
const lessonEnd = sql`(select lessons.ended_at from lessons where lessons.id = ${tickets.lessonId})`;

/** Condition on the attendance of a trial; 'missing': it is unknown 2 hours after the lesson's end. */
export const hasAttended = (
  attended: TicketAttendance,
  now: Date,
  endedAt = lessonEnd,
): SQL | undefined =>
  attended === 'missing'
    ? and(
        isNull(tickets.attended),
        lt(tickets.trialDate, now),
        // For most trials the start alone shows that they are over, without reading the lesson.
        sql`(${tickets.trialDate} < ${new Date(now.getTime() - longestLessonHours * hour - attendanceAfterMs)}
          or ${endedAt} <= ${new Date(now.getTime() - attendanceAfterMs)})`,
      )
    : sql`${tickets.attended} = ${attended}`;

/**
 * True for a row `step` of the history that is a contact by a person: a remark, a status change or a reminder. An
 * assignment is no contact, nor is a step that an order caused (it has another action).
 */
export const isContact = sql`(step.actor_id is not null
  and (starts_with(step.action, ${reminderSentBy('')})
    or step.action = '' and (step.remark <> '' or step.to_status is distinct from step.from_status)))`;

/** When a person first followed a ticket up after its lesson ended; null if no one did. */
export const followedUpOn = (endedAt = lessonEnd) => sql`(
  select min(step.at) from ticket_history step where step.ticket_id = ${tickets.id} and ${isContact}
    and step.at >= ${endedAt})`;

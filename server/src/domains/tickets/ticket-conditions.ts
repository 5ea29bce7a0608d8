import { and, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { attendanceAfterMs } from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import { longestLessonHours } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import {
  reminderSentBy,
  type TicketAttendance,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { tickets } from './tickets.schema.ts';

const hour = 3_600_000;

/** When the lesson of a ticket ended, for a statement that does not join it. */
const lessonEnd = sql`(select lessons.ended_on from lessons where lessons.id = ${tickets.lessonId})`;

/** How a trial was attended; its data are missing once they are late. */
export const hasAttended = (
  attended: TicketAttendance,
  now: Date,
  endedOn = lessonEnd,
): SQL | undefined =>
  attended === 'missing'
    ? and(
        isNull(tickets.attended),
        lt(tickets.trialDate, now),
        // Of most, the start alone tells that they are over: that asks for no lesson.
        sql`(${tickets.trialDate} < ${new Date(now.getTime() - longestLessonHours * hour - attendanceAfterMs)}
          or ${endedOn} <= ${new Date(now.getTime() - attendanceAfterMs)})`,
      )
    : sql`${tickets.attended} = ${attended}`;

/**
 * When staff first did something about a ticket once its lesson was over; null where nobody did. That an order of theirs
 * moved it on is none: such a step names its action, theirs at most a reminder.
 */
export const followedUpOn = (endedOn = lessonEnd) => sql`(
  select min(step.at) from ticket_history step where step.ticket_id = ${tickets.id} and step.actor_id is not null
    and (step.action = '' or starts_with(step.action, ${reminderSentBy('')}))
    and step.at >= ${endedOn})`;

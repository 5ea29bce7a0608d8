import { sql, type SQL } from 'drizzle-orm';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  lastContactSchema,
  type LastContact,
} from 'staffroom-contract/domains/reports/last-contact.contract.ts';
import { ticketScreens, ticketTypes } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { feedbackScope, seesFollowUps } from '../feedback/feedback.policy.ts';
import { feedback } from '../feedback/feedback.schema.ts';
import { isContact } from '../tickets/ticket-conditions.ts';
import { ticketScope } from '../tickets/tickets.policy.ts';
import { tickets } from '../tickets/tickets.schema.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';

/** Returns the latest contact with a student that the actor may read. Throws not_found, also outside its scope. */
export const readLastContact = async ({ actor, db }: Context, studentId: string) => {
  const visible = await findVisibleStudents(db, [studentId], studentScope(actor));
  if (visible.size === 0) throw notFound('id');
  const sources = [
    ...ticketSteps(actor, studentId),
    ...followUps(actor, studentId),
    messages(studentId),
  ];
  const newest = sources.map((source) => sql`(${source} order by at desc, id desc limit 1)`);
  const { rows } = await db.execute<{ contact: LastContact & { at: string } }>(sql`
    select contact from (${sql.join(newest, sql` union all `)}) found
    order by at desc, id desc limit 1`);
  return { data: rows[0] ? lastContactSchema.parse(shown(rows[0].contact)) : null };
};

const shown = (contact: LastContact) => ({ ...contact, at: new Date(contact.at).toISOString() });

/** Number of characters shown of a message without a subject. */
const excerpt = 200;

/** Remarks, status changes and reminders of the student's tickets, in the lists that the actor may open. */
const ticketSteps = (actor: Actor, studentId: string): SQL[] => {
  const seen = ticketTypes
    .filter((type) => mayOpen(actor, ticketScreens[type]))
    .flatMap((type) => ticketScope(type)(actor) ?? []);
  if (seen.length === 0) return [];
  return [
    sql`select step.at as at, step.id as id, jsonb_build_object(
      'source', 'ticket', 'at', step.at, 'by', jsonb_build_object('_id', step.actor_id, 'name', step.actor_name),
      'text', step.remark, 'ticket', ${tickets.id}, 'type', ${tickets.type},
      'status', step.to_status, 'action', step.action) as contact
    from ${tickets} join ticket_history step on step.ticket_id = ${tickets.id}
    where ${tickets.studentId} = ${studentId} and ${isContact} and (${sql.join(seen, sql` or `)})`,
  ];
};

/** Remarks and state changes of the follow-ups of the student's feedback. */
const followUps = (actor: Actor, studentId: string): SQL[] => {
  if (!mayOpen(actor, '/feedback') || !seesFollowUps(actor)) return [];
  const changes = (field: string) =>
    sql`step.after ->> ${field} is distinct from coalesce(step.before ->> ${field}, '')`;
  return [
    sql`select step.at as at, step.id as id, jsonb_build_object(
      'source', 'feedback', 'at', step.at, 'by', jsonb_build_object('_id', step.actor_id, 'name', step.actor_name),
      'text', coalesce(step.after ->> 'remark', ''), 'feedback', ${feedback.id}) as contact
    from ${feedback} join feedback_follow_ups owned on owned.feedback_id = ${feedback.id}
    join audit_log step on step.entity = 'feedback_follow_up' and step.entity_id = owned.id
    where ${feedback.studentId} = ${studentId} and step.actor_id is not null
      and (${changes('remark')} or (step.before is not null and ${changes('state')}))
      and ${feedbackScope(actor) ?? sql`true`}`,
  ];
};

/** Messages of lessons that were sent to the student or the parent. */
const messages = (studentId: string): SQL => sql`
  select received.created as at, received.id as id, jsonb_build_object(
    'source', 'message', 'at', received.created, 'by', jsonb_build_object('_id', sender.id, 'name', sender.name),
    'text', coalesce(nullif(sent.subject, ''), left(sent.content, ${excerpt})), 'method', sent.method) as contact
  from announcement_recipients received
  join announcement_deliveries delivery on delivery.id = received.delivery_id and delivery.state = 'sent'
  join announcements sent on sent.id = received.announcement_id
  join users sender on sender.id = sent.sent_by
  where received.student_id = ${studentId}`;

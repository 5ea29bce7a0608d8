import { sql, type SQL } from 'drizzle-orm';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';
import { seesEveryStudent, studentScope } from '../users/users.policy.ts';
import { feedback, followUps } from './feedback.schema.ts';

/** Feedback that an actor reads (decisions: guard table): a Tutor's own classes, others that of students they see. */
export const feedbackScope = (actor: Actor): SQL | undefined => {
  if (actor.role === 'Tutor')
    return sql`${feedback.lessonId} in (
      select taught.lesson_id from lesson_staff taught where taught.user_id = ${actor.id}
      union all
      select lessons.id from class_staff own join lessons on lessons.class_id = own.class_id where own.user_id = ${actor.id})`;
  return seesEveryStudent(actor)
    ? undefined
    : sql`exists (select from ${users} where ${users.id} = ${feedback.studentId} and ${studentScope(actor)})`;
};

/** The follow-ups of feedback that the actor reads. */
export const followUpScope = (actor: Actor): SQL | undefined => {
  const scope = feedbackScope(actor);
  return (
    scope &&
    sql`exists (select from ${feedback} where ${feedback.id} = ${followUps.feedbackId} and ${scope})`
  );
};

/** Tutors see no contact data here, of students or parents. */
export const mayReadContacts = (actor: Actor) => actor.role !== 'Tutor';

/** Only users who may follow up feedback see follow-ups. */
export const seesFollowUps = (actor: Actor) => can(actor, 'feedback.canFollowUp');

import { or, sql, type SQL } from 'drizzle-orm';
import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { studentScope } from '../users/users.policy.ts';

const workedTickets = (actor: Actor) => [
  ...(mayOpen(actor, '/tickets/trial') ? ['TrialConversion'] : []),
  ...(mayOpen(actor, '/tickets/renewal') ? ['ClassRenewal'] : []),
];

/** Students whose ticket of this lesson the actor works; a Partner finds those of its lead source alone. */
export const ticketedOn = (actor: Actor, lessonId: SQL | string): SQL => {
  const seen = actor.role === 'Partner' ? studentScope(actor) : sql`${users.type} = 'Student'`;
  return sql`(${seen} and exists (
    select from tickets where tickets.lesson_id = ${lessonId} and tickets.student_id = ${users.id}
      and tickets.type = any(${sql.param(workedTickets(actor))}::text[])))`;
};

/** Whom an actor reads by name on a lesson: students whom it sees, and those whose ticket of the lesson it works. */
export const attendingScope = (actor: Actor, lessonId: string): SQL =>
  sql`(${studentScope(actor)} or ${ticketedOn(actor, lessonId)})`;

/** Whose attendance an actor reads: of lessons that it sees there, and of those whose tickets it works. */
export const attendedLessonScope = (actor: Actor): SQL | undefined => {
  const ticketed = sql`exists (select from ${users} where ${ticketedOn(actor, sql`${lessons.id}`)})`;
  if (!mayOpen(actor, '/lessons')) return ticketed;
  const seen = lessonScope(actor);
  return seen && or(seen, ticketed);
};

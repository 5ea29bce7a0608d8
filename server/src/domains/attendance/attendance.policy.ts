import { or, sql, type SQL } from 'drizzle-orm';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { studentScope } from '../users/users.policy.ts';

const workedTickets = (actor: Actor) => [
  ...(mayOpen(actor, '/tickets/trial') ? ['TrialConversion'] : []),
  ...(mayOpen(actor, '/tickets/renewal') ? ['ClassRenewal'] : []),
];

/** Condition for students whose ticket of this lesson the actor works; for a Partner only those of its lead source. */
export const ticketedOn = (actor: Actor, lessonId: SQL | string): SQL => {
  const seen = actor.role === 'Partner' ? studentScope(actor) : sql`${users.type} = 'Student'`;
  return sql`(${seen} and exists (
    select from tickets where tickets.lesson_id = ${lessonId} and tickets.student_id = ${users.id}
      and tickets.type = any(${sql.param(workedTickets(actor))}::text[])))`;
};

/** Condition for students whom an actor sees by name on a lesson: visible ones, and those of its tickets. */
export const attendingScope = (actor: Actor, lessonId: string): SQL =>
  sql`(${studentScope(actor)} or ${ticketedOn(actor, lessonId)})`;

/** Condition for lessons whose attendance an actor may read: visible lessons, and those of tickets that it works. */
export const lessonAttendanceScope = (actor: Actor): SQL | undefined => {
  const ticketed = sql`exists (select from ${users} where ${ticketedOn(actor, sql`${lessons.id}`)})`;
  if (!mayOpen(actor, '/lessons')) return ticketed;
  const seen = lessonScope(actor);
  return seen && or(seen, ticketed);
};

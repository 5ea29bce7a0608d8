import { and, sql, type SQL } from 'drizzle-orm';
import {
  can,
  isStaffType,
  mayOpen,
  type UserType,
} from '@staffroom/contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';

/**
 * Whose records an actor finds (decisions: Roles). Staff records are Admin's, except enabled agents,
 * whom order screens name; a Partner finds the students of its lead source; who sees only own orders
 * finds the students of those orders; a Tutor the students of the lessons it teaches.
 */
export const userScope = (actor: Actor): SQL | undefined => {
  if (actor.role === 'Admin') return undefined;
  const visible = [agentScope(actor), studentScope(actor)];
  if (mayOpen(actor, '/user') || mayOpen(actor, '/tutor-payments')) visible.push(tutorScope(actor));
  return sql`(${sql.join(visible, sql` or `)})`;
};

/** Does `userScope` ask only for type, lead source and state? */
export const isScopedByKind = (actor: Actor) => can(actor, 'order.canViewAllOrders');

/** Whose e-mail and phone an actor may read: colleagues are only named to those who do not manage them. */
export const readableDetails = (actor: Actor): SQL | undefined =>
  actor.role === 'Admin' ? undefined : sql`${users.type} in ('Student', 'Tutor', 'TA')`;

/** The same of one person. */
export const readsDetails = (actor: Actor, type: UserType) =>
  actor.role === 'Admin' || !isStaffType(type);

/** Whose whole record an actor opens: an Admin everybody's, others those of students, tutors and TAs in their scope. */
export const recordScope = (actor: Actor): SQL | undefined =>
  and(userScope(actor), readableDetails(actor));

/** Who reads what an Admin sets on an account (decisions: Roles). */
export const mayReadAccount = (actor: Actor) => can(actor, 'staff.canManage');

/** Tutors never read parents' contacts (decisions: Roles). */
export const mayReadParent = (actor: Actor) => actor.role !== 'Tutor';

/** Who finds students by their parents: those who open a student's record and read the parent there. */
export const findsByParent = (actor: Actor) => mayReadParent(actor) && mayOpen(actor, '/user');

/** Is this field of a record's timeline one that the actor may not read in the record either? */
export const hidesField = (actor: Actor, field: string) =>
  (field.startsWith('account.') && !mayReadAccount(actor)) ||
  (field.startsWith('parent.') && !mayReadParent(actor));

/** Are there no students whom the actor does not see? Then a long list need not look up the student of each row. */
export const seesEveryStudent = (actor: Actor) =>
  actor.role !== 'Partner' &&
  actor.role !== 'Tutor' &&
  (mayOpen(actor, '/user') || can(actor, 'order.canViewAllOrders'));

/** The students an actor sees by list, id, search, order and roster alike. */
export const studentScope = (actor: Actor): SQL => {
  if (actor.role === 'Partner')
    return sql`(${users.type} = 'Student' and ${users.leadSource} = ${actor.leadSourceScope})`;
  if (actor.role === 'Tutor')
    return sql`(${users.type} = 'Student' and exists (
      select from roster_sources places join lesson_staff taught on taught.lesson_id = places.lesson_id
      where places.student_id = ${users.id} and places.released_on is null and taught.user_id = ${actor.id}))`;
  if (seesEveryStudent(actor)) return sql`(${users.type} = 'Student')`;
  return sql`(${users.type} = 'Student' and exists (
    select from orders where orders.student_id = ${users.id} and orders.agent_id = ${anyId(ownAgents(actor))}))`;
};

/** Does an actor read the names of students, and nothing else of them? Reports are DataAdmin's only screen. */
export const readsNamesAlone = (actor: Actor) => actor.role === 'DataAdmin';

/** Do reports name every student to this actor? */
export const namesEveryStudent = (actor: Actor) =>
  readsNamesAlone(actor) || seesEveryStudent(actor);

/** Whom reports name to an actor; the others are counted. */
export const reportedStudentScope = (actor: Actor): SQL =>
  namesEveryStudent(actor) ? sql`(${users.type} = 'Student')` : studentScope(actor);

/** The agents whose orders count as the actor's own. */
export const ownAgents = (actor: Actor) => [actor.id, ...actor.orderAgents];

const anyId = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`;

/** Who works tickets gives them to any of the agents (part 2 §6). */
const worksTickets = (actor: Actor) =>
  mayOpen(actor, '/tickets/trial') || mayOpen(actor, '/tickets/renewal');

const agentScope = (actor: Actor): SQL =>
  can(actor, 'order.canViewAllOrders') || worksTickets(actor)
    ? sql`(${users.type} = 'Agent' and ${users.enabled})`
    : sql`(${users.type} = 'Agent' and ${users.id} = ${anyId(ownAgents(actor))})`;

const tutorScope = (actor: Actor): SQL =>
  actor.role === 'Partner' ? sql`false` : sql`(${users.type} in ('Tutor', 'TA'))`;

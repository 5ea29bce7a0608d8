import { and, sql, type SQL } from 'drizzle-orm';
import {
  can,
  isStaffType,
  mayOpen,
  type UserType,
} from 'staffroom-contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';

/**
 * The users whom an actor finds (decisions: Roles). Only an Admin finds staff, others only enabled agents, whom order
 * screens name; a Partner its lead source's students, an actor with own orders theirs, a Tutor those it teaches.
 */
export const userScope = (actor: Actor): SQL | undefined => {
  if (actor.role === 'Admin') return undefined;
  const visible = [agentScope(actor), studentScope(actor)];
  if (mayOpen(actor, '/user') || mayOpen(actor, '/tutor-payments')) visible.push(tutorScope(actor));
  return sql`(${sql.join(visible, sql` or `)})`;
};

/** Returns whether `userScope` depends only on type, lead source and state. */
export const isScopedByKind = (actor: Actor) => can(actor, 'order.canViewAllOrders');

/** Condition for users whose e-mail and phone an actor may read: only an Admin reads those of colleagues. */
export const readableDetails = (actor: Actor): SQL | undefined =>
  actor.role === 'Admin' ? undefined : sql`${users.type} in ('Student', 'Tutor', 'TA')`;

/** True if the actor may read the e-mail and phone of a person of this type. */
export const readsDetails = (actor: Actor, type: UserType) =>
  actor.role === 'Admin' || !isStaffType(type);

/** Condition for records that an actor may open: an Admin all, others students, tutors and TAs in scope. */
export const recordScope = (actor: Actor): SQL | undefined =>
  and(userScope(actor), readableDetails(actor));

/** Returns whether the actor may read the account settings that an Admin sets (decisions: Roles). */
export const mayReadAccount = (actor: Actor) => can(actor, 'staff.canManage');

/** Tutors never read parents' contacts (decisions: Roles). */
export const mayReadParent = (actor: Actor) => actor.role !== 'Tutor';

/** Returns whether the actor finds students by their parents: it opens student records and may read parents there. */
export const findsByParent = (actor: Actor) => mayReadParent(actor) && mayOpen(actor, '/user');

/** Returns whether the timeline must hide this field because the actor may not read it in the record. */
export const hidesField = (actor: Actor, field: string) =>
  (field.startsWith('account.') && !mayReadAccount(actor)) ||
  (field.startsWith('parent.') && !mayReadParent(actor));

/** Returns whether the actor sees all students. If so, a long list need not check the student of each row. */
export const seesEveryStudent = (actor: Actor) =>
  actor.role !== 'Partner' &&
  actor.role !== 'Tutor' &&
  (mayOpen(actor, '/user') || can(actor, 'order.canViewAllOrders'));

/** Condition for the students whom an actor sees, in lists, by id, in searches, orders and rosters alike. */
export const studentScope = (actor: Actor): SQL => {
  if (actor.role === 'Partner')
    return sql`(${users.type} = 'Student' and ${users.leadSource} = ${actor.leadSourceScope})`;
  if (actor.role === 'Tutor')
    return sql`(${users.type} = 'Student' and exists (
      select from roster_sources places join lesson_staff taught on taught.lesson_id = places.lesson_id
      where places.student_id = ${users.id} and places.released_at is null and taught.user_id = ${actor.id}))`;
  if (seesEveryStudent(actor)) return sql`(${users.type} = 'Student')`;
  return sql`(${users.type} = 'Student' and exists (
    select from orders where orders.student_id = ${users.id} and orders.agent_id = ${anyId(ownAgents(actor))}))`;
};

/** Returns whether an actor reads only the names of students: DataAdmin's only screen is the reports. */
export const readsNamesAlone = (actor: Actor) => actor.role === 'DataAdmin';

/** Returns whether reports name every student to this actor. */
export const namesEveryStudent = (actor: Actor) =>
  readsNamesAlone(actor) || seesEveryStudent(actor);

/** Condition for the students whom reports name to an actor; the others are only counted. */
export const reportedStudentScope = (actor: Actor): SQL =>
  namesEveryStudent(actor) ? sql`(${users.type} = 'Student')` : studentScope(actor);

/** The agents whose orders count as the actor's own. */
export const ownAgents = (actor: Actor) => [actor.id, ...actor.orderAgents];

const anyId = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`;

/** Returns whether the actor works tickets and so may assign them to any agent (part 2 §6). */
const worksTickets = (actor: Actor) =>
  mayOpen(actor, '/tickets/trial') || mayOpen(actor, '/tickets/renewal');

const agentScope = (actor: Actor): SQL =>
  can(actor, 'order.canViewAllOrders') || worksTickets(actor)
    ? sql`(${users.type} = 'Agent' and ${users.enabled})`
    : sql`(${users.type} = 'Agent' and ${users.id} = ${anyId(ownAgents(actor))})`;

const tutorScope = (actor: Actor): SQL =>
  actor.role === 'Partner' ? sql`false` : sql`(${users.type} in ('Tutor', 'TA'))`;

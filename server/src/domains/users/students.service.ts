import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { presentRecord } from './user-record.presenter.ts';
import { studentScope } from './users.policy.ts';
import { users } from '../identity/users.schema.ts';

export type Student = {
  id: string;
  name: string;
  email: string;
  phoneCountryCode: string;
  phone: string;
};

const studentColumns = {
  id: users.id,
  type: users.type,
  name: users.name,
  email: users.email,
  phoneCountryCode: users.phoneCountryCode,
  phone: users.phone,
};

/**
 * The student with this e-mail, null when there is none. Refuses the e-mail of a staff member, tutor or
 * TA with `not_a_student`, and a student out of the actor's scope with `not_found`.
 */
export const findStudentByEmail = async (
  db: Db,
  context: Pick<Context, 'actor'>,
  email: string,
): Promise<Student | null> => {
  const [found] = await db
    .select({ ...studentColumns, visible: sql<boolean>`${studentScope(context.actor)}` })
    .from(users)
    .where(eq(users.emailKey, email.toLowerCase()));
  if (!found) return null;
  if (found.type !== 'Student') throw refusal('not_a_student', { field: 'email' });
  if (!found.visible) throw notFound('email');
  return found;
};

/** The student of an address, null where it is nobody's or no student's. */
export const findStudentIdByEmail = async (db: Db, email: string): Promise<string | null> => {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, email.toLowerCase()), eq(users.type, 'Student')));
  return found?.id ?? null;
};

/** A new student as an order makes one. */
export type NewStudent = {
  email: string;
  name: string;
  phoneCountryCode: string;
  phone: string;
};

/**
 * Finds the student or creates one, and locks the record, so that orders of one student are taken one
 * after another. A student whom a Partner creates gets the Partner's lead source (decisions: Roles).
 */
export const findOrCreateStudent = async (
  tx: Db,
  context: Context,
  person: NewStudent,
): Promise<Student & { isNew: boolean }> => {
  const known = await findStudentByEmail(tx, context, person.email);
  if (known) {
    await lockStudent(tx, known.id);
    return { ...known, isNew: false };
  }
  const now = context.clock.now();
  const leadSource = context.actor.role === 'Partner' ? context.actor.leadSourceScope : null;
  const inserted = await tx
    .insert(users)
    .values({
      id: newId(now),
      type: 'Student',
      email: person.email,
      name: person.name,
      phoneCountryCode: person.phone === '' ? '' : person.phoneCountryCode,
      phone: person.phone,
      leadSource,
      referralCode: newReferralCode(now),
      created: now,
      updated: now,
    })
    .onConflictDoNothing({ target: users.emailKey })
    .returning();
  const student = inserted[0];
  // Somebody else created the same student meanwhile: it is theirs that counts.
  if (!student) return findOrCreateStudent(tx, context, person);
  await recordAudit(tx, context, {
    action: 'user.created',
    entity: 'user',
    entityId: student.id,
    after: presentRecord({ user: student, orderAgents: [], referrer: null }),
  });
  return { ...student, isNew: true };
};

/** A code that nobody has: the random end of an id. */
export const newReferralCode = (now: Date) => newId(now).slice(-12);

/** Locks a student before the places and purchases that hang on the record are changed. */
export const lockStudent = (tx: Db, id: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');

/** A first purchase sets the date, an earlier one moves it back. */
export const noteFirstPurchase = (tx: Db, studentId: string, at: Date) =>
  tx
    .update(users)
    .set({ firstPurchasedOn: at })
    .where(
      and(
        eq(users.id, studentId),
        sql`(${users.firstPurchasedOn} is null or ${users.firstPurchasedOn} > ${at})`,
      ),
    );

/** After a cancelled purchase: the first that still stands, or none. */
export const setFirstPurchase = (tx: Db, studentId: string, at: Date | null) =>
  tx.update(users).set({ firstPurchasedOn: at }).where(eq(users.id, studentId));

/** An enabled agent, or undefined: only those can be given orders. */
export const findEnabledAgent = async (db: Db, id: string) =>
  (
    await db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(eq(users.id, id), eq(users.type, 'Agent'), eq(users.enabled, true)))
  )[0];

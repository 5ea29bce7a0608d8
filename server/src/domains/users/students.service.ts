import { and, eq, sql } from 'drizzle-orm';
import { isReadableName } from 'staffroom-contract/shared/text.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertRows } from '../../platform/prepared.ts';
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

/** The student with this e-mail, or null. Throws `not_a_student` for another user, `not_found` out of scope. */
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

/** Returns the id of the student with this e-mail; null for an unknown e-mail and for other users. */
export const findStudentIdByEmail = async (db: Db, email: string): Promise<string | null> => {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, email.toLowerCase()), eq(users.type, 'Student')));
  return found?.id ?? null;
};

/** The fields with which an order creates a student. */
export type NewStudent = {
  email: string;
  name: string;
  phoneCountryCode: string;
  phone: string;
  /** When the order counts as a purchase; null for a trial or an unpaid order. */
  firstPurchasedAt: Date | null;
};

/**
 * Finds or creates the student, notes the first purchase, and locks the record, which serializes orders of one student.
 * A student whom a Partner creates gets the Partner's lead source (decisions: Roles). Throws name_required for a new
 * student without a name.
 */
export const findOrCreateStudent = async (
  tx: Db,
  context: Context,
  person: NewStudent,
): Promise<Student & { isNew: boolean }> => {
  const known = await findStudentByEmail(tx, context, person.email);
  if (known) {
    await lockStudent(tx, known.id);
    if (person.firstPurchasedAt) await noteFirstPurchase(tx, known.id, person.firstPurchasedAt);
    return { ...known, isNew: false };
  }
  if (!isReadableName(person.name)) throw refusal('name_required', { field: 'name' });
  const now = context.clock.now();
  const leadSource = context.actor.role === 'Partner' ? context.actor.leadSourceScope : null;
  const [student] = await insertRows(
    tx,
    users,
    [
      {
        id: newId(now),
        type: 'Student',
        email: person.email,
        name: person.name,
        phoneCountryCode: person.phone === '' ? '' : person.phoneCountryCode,
        phone: person.phone,
        leadSource,
        firstPurchasedAt: person.firstPurchasedAt,
        referralCode: newReferralCode(now),
        created: now,
        updated: now,
      },
    ],
    { unlessTaken: [users.emailKey] },
  );
  // A concurrent transaction created the same student: use that one.
  if (!student) return findOrCreateStudent(tx, context, person);
  await recordAudit(tx, context, {
    action: 'user.created',
    entity: 'user',
    entityId: student.id,
    after: presentRecord({ user: student, orderAgents: [], referrer: null }),
  });
  return { ...student, isNew: true };
};

/** Returns a new unique code: the random end of an id. */
export const newReferralCode = (now: Date) => newId(now).slice(-12);

/** Locks a student before changes to the student's places and purchases. */
export const lockStudent = (tx: Db, id: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');

/** Sets the date of the first purchase, or moves it back for an earlier one. */
export const noteFirstPurchase = (tx: Db, studentId: string, at: Date) =>
  tx
    .update(users)
    .set({ firstPurchasedAt: at })
    .where(
      and(
        eq(users.id, studentId),
        sql`(${users.firstPurchasedAt} is null or ${users.firstPurchasedAt} > ${at})`,
      ),
    );

/** Sets the date of the first purchase that is left after a cancellation, or null. */
export const setFirstPurchase = (tx: Db, studentId: string, at: Date | null) =>
  tx.update(users).set({ firstPurchasedAt: at }).where(eq(users.id, studentId));

/** Returns an agent who can be given orders (enabled), or undefined. */
export const findEnabledAgent = async (db: Db, id: string) =>
  (
    await db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(eq(users.id, id), eq(users.type, 'Agent'), eq(users.enabled, true)))
  )[0];

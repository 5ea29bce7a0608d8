import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { staffRoles } from '@staffroom/contract/domains/identity/permissions.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUserRow = typeof users.$inferInsert;

/** What can be written of a record; the rest is generated or follows from the write itself. */
export type UserColumns = Partial<Omit<NewUserRow, 'id' | 'emailKey' | 'search' | 'version'>>;

/** One person's row; undefined when it is not there or not in the scope. */
export const findById = async (db: Db, id: string, scope?: SQL): Promise<UserRow | undefined> =>
  (
    await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), scope))
  )[0];

/** Is the record of this type? Letter case does not matter. */
export const isOfType = (type: string) => sql`lower(${users.type}) = ${type.toLowerCase()}`;

/** Who has this e-mail, in the scope; letter case does not matter. */
export const findByEmail = async (db: Db, email: string, scope?: SQL) =>
  (
    await db
      .select({ id: users.id, type: users.type, name: users.name })
      .from(users)
      .where(and(eq(users.emailKey, email.toLowerCase()), scope))
  )[0];

/** The other students with this student's parent's e-mail or phone, in the scope, by name. */
export const listSiblings = async (db: Db, student: UserRow, scope?: SQL) => {
  const { parentEmail, parentPhone } = student;
  // The indexes on parents leave out who has none, and are used only where that is said.
  const sameParent = [
    parentEmail
      ? and(
          sql`${users.parentEmail} <> ''`,
          sql`lower(${users.parentEmail}) = lower(${parentEmail})`,
        )
      : undefined,
    parentPhone
      ? and(
          sql`${users.parentPhone} <> ''`,
          eq(users.parentPhone, parentPhone),
          sql`coalesce(${users.parentPhoneCountryCode}, '') = ${student.parentPhoneCountryCode ?? ''}`,
        )
      : undefined,
  ].filter((condition) => condition !== undefined);
  return sameParent.length === 0
    ? []
    : db
        .select({ id: users.id, name: users.name, email: users.email })
        .from(users)
        .where(and(eq(users.type, 'Student'), ne(users.id, student.id), or(...sameParent), scope))
        .orderBy(users.nameKey, users.id);
};

/** The names of these agents, disabled ones too; ids of nobody and of others are left out. */
export const listAgents = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(and(anyOfList(users.id, ids, 'uuid'), eq(users.type, 'Agent')))
        .orderBy(users.name, users.id);

/**
 * Locks every enabled account whose effective role is Admin, by id, and answers their ids: two Admins who demote each
 * other are taken one after the other, and the second sees what the first has done.
 */
export const lockAdmins = async (tx: Db) => {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.type, [...staffRoles]),
        eq(users.enabled, true),
        sql`coalesce(${users.actsAs}, ${users.type}) = 'Admin'`,
      ),
    )
    .orderBy(users.id)
    .for('no key update');
  return rows.map((row) => row.id);
};

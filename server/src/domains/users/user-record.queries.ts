import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

export type UserRow = typeof users.$inferSelect;
type NewUserRow = typeof users.$inferInsert;

/** The columns that can be written; the others are generated or set by the write itself. */
export type UserColumns = Partial<Omit<NewUserRow, 'id' | 'emailKey' | 'search' | 'version'>>;

/** Returns one person's row; undefined if it does not exist or is not in the scope. */
export const findById = async (db: Db, id: string, scope?: SQL): Promise<UserRow | undefined> =>
  (
    await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), scope))
  )[0];

/** Condition: the record is of this type, in any letter case. */
export const isOfType = (type: string) => sql`lower(${users.type}) = ${type.toLowerCase()}`;

/** Finds the user with this e-mail in the scope, in any letter case. */
export const findByEmail = async (db: Db, email: string, scope?: SQL) =>
  (
    await db
      .select({ id: users.id, type: users.type, name: users.name })
      .from(users)
      .where(and(eq(users.emailKey, email.toLowerCase()), scope))
  )[0];

/** Returns the other students with this student's parent's e-mail or phone, in the scope, by name. */
export const listSiblings = async (db: Db, student: UserRow, scope?: SQL) => {
  const { parentEmail, parentPhone } = student;
  // The indexes on parents are partial, so the query must repeat their conditions to use them.
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

/** Returns the names of these agents, disabled ones included; other ids are left out. */
export const listAgents = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(and(anyOfList(users.id, ids, 'uuid'), eq(users.type, 'Agent')))
        .orderBy(users.name, users.id);

/** Locks every enabled Admin; returns the ids. Of two who demote each other, the second sees the first's change. */
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

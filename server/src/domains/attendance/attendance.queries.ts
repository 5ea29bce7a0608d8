import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { AttendeeRole } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { AttendanceStatus } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';
import { accountOf, accountOfMany } from '../lessons/attendees.ts';
import { users } from '../identity/users.schema.ts';
import {
  attendanceAssignments,
  attendanceCorrections,
  attendeeRoles,
} from './attendance.schema.ts';

/** Returns all students of a lesson by name, with their corrections; `is_visible` is the result of the scope. */
export const listRoster = async (db: Db, lessonId: string, scope: SQL) =>
  (
    await db.execute<{
      id: string;
      name: string;
      email: string;
      kind: PlaceKind;
      is_visible: boolean;
      status: AttendanceStatus | null;
      reason: string | null;
      version: number;
      corrected_by: string | null;
      corrected_at: string | null;
    }>(sql`
      select ${users.id}, ${users.name}, ${users.email}, place.kind, coalesce(${scope}, false) as is_visible,
        fix.status, fix.reason, coalesce(fix.version, 1) as version,
        fixer.name as corrected_by, fix.corrected_at
      from roster_places place
      join users on ${users.id} = place.student_id
      left join attendance_corrections fix
        on fix.lesson_id = place.lesson_id and fix.student_id = place.student_id
      left join users fixer on fixer.id = fix.corrected_by
      where place.lesson_id = ${lessonId}
      order by ${users.name}, ${users.id}`)
  ).rows;

const came = accountOf('came');

/** Returns all stays of a lesson, earliest first, with the account that each belongs to. */
export const listRows = async (db: Db, lessonId: string) =>
  (
    await db.execute<{
      id: string;
      name: string;
      email: string;
      person: string;
      joined_at: string | null;
      left_at: string | null;
      account: string | null;
      account_name: string | null;
      account_type: UserType | null;
      assigned_by: string | null;
      assigned_at: string | null;
      role: AttendeeRole | null;
      role_user: string | null;
      role_name: string | null;
      role_by: string | null;
      role_at: string | null;
    }>(sql`
      select came.id, came.name, came.email, came.person, came.joined_at, came.left_at,
        who.id as account, coalesce(nullif(who.name, ''), who.email) as account_name, who.type as account_type,
        giver.name as assigned_by, assigned.assigned_at,
        role.role, role.user_id as role_user, coalesce(nullif(roled.name, ''), roled.email) as role_name,
        role_giver.name as role_by, role.given_at as role_at
      from attendance_rows came ${came.joins}
      left join attendee_roles role on role.person = came.person
      left join users roled on roled.id = role.user_id
      left join users role_giver on role_giver.id = role.given_by
      left join users giver on giver.id = assigned.assigned_by
      left join users who on who.id = ${came.account}
      where came.lesson_id = ${lessonId}
      order by coalesce(came.joined_at, came.left_at), came.id`)
  ).rows;

export type AttendanceRow = Awaited<ReturnType<typeof listRows>>[number];

/** Returns the stays of a lesson with a time outside it, earliest first. */
export const listOutside = async (db: Db, lessonId: string) =>
  (
    await db.execute<{
      id: string;
      name: string;
      email: string;
      joined_at: string | null;
      left_at: string | null;
    }>(sql`
      select id, name, email, joined_at, left_at from attendance_outside_rows
      where lesson_id = ${lessonId} order by coalesce(joined_at, left_at), id`)
  ).rows;

/** Returns the person of a row of a lesson, and the account with its e-mail; undefined if there is no such row. */
export const findPerson = async (db: Db, lessonId: string, rowId: string) =>
  (
    await db.execute<{ person: string; name: string; account: string | null }>(sql`
      select came.person, came.name, coalesce(came.student_id, known.id) as account
      from attendance_rows came left join users known on known.email_key = came.person
      where came.lesson_id = ${lessonId} and came.id = ${rowId}`)
  ).rows[0];

const assignmentOf = (lessonId: string, person: string) =>
  and(eq(attendanceAssignments.lessonId, lessonId), eq(attendanceAssignments.person, person));

/** Returns the student to whom staff matched this person. */
export const findAssignment = async (db: Db, lessonId: string, person: string) =>
  (
    await db
      .select({ student: attendanceAssignments.studentId })
      .from(attendanceAssignments)
      .where(assignmentOf(lessonId, person))
  )[0];

export const assign = (db: Db, row: typeof attendanceAssignments.$inferInsert) =>
  db
    .insert(attendanceAssignments)
    .values(row)
    .onConflictDoUpdate({
      target: [attendanceAssignments.lessonId, attendanceAssignments.person],
      set: row,
    });

export const unassign = (db: Db, lessonId: string, person: string) =>
  db.delete(attendanceAssignments).where(assignmentOf(lessonId, person));

/** Returns the role that staff gave to an attendee who is not a student. */
export const findRole = async (db: Db, person: string) =>
  (await db.select().from(attendeeRoles).where(eq(attendeeRoles.person, person)))[0];

export const setRole = (db: Db, row: typeof attendeeRoles.$inferInsert) =>
  db
    .insert(attendeeRoles)
    .values(row)
    .onConflictDoUpdate({ target: attendeeRoles.person, set: row });

export const removeRole = (db: Db, person: string) =>
  db.delete(attendeeRoles).where(eq(attendeeRoles.person, person));

/** Returns a tutor or TA of a lesson. */
export const findTeacher = async (
  db: Db,
  lessonId: string,
  { user, kind }: { user: string; kind: 'tutor' | 'ta' },
) =>
  (
    await db
      .select({ name: users.name })
      .from(lessonStaff)
      .innerJoin(users, eq(users.id, lessonStaff.userId))
      .where(
        and(
          eq(lessonStaff.lessonId, lessonId),
          eq(lessonStaff.userId, user),
          eq(lessonStaff.kind, kind),
        ),
      )
  )[0];

export const correct = (db: Db, row: typeof attendanceCorrections.$inferInsert) =>
  db
    .insert(attendanceCorrections)
    .values(row)
    .onConflictDoUpdate({
      target: [attendanceCorrections.lessonId, attendanceCorrections.studentId],
      set: row,
    });

const cameOfMany = accountOfMany('came');

/** The accounts that attended a lesson, as an array, for statements over many lessons; null if nothing is known. */
export const cameTo = (lessonId: SQL) => sql`(
  select array_agg(distinct ${cameOfMany.account}) from attendance_rows came ${cameOfMany.joins}
  where came.lesson_id = ${lessonId})`;

/** `attendedOf` for a given result of `cameTo`. */
export const attendedAmong = (studentId: SQL, lessonId: SQL, came: SQL) => sql`coalesce(
  (select case fix.status when 'absent' then 'absent' else 'attended' end from attendance_corrections fix
    where fix.lesson_id = ${lessonId} and fix.student_id = ${studentId} and fix.status is not null),
  case when ${studentId} = any(${came}) then 'attended' when ${came} is not null then 'absent' end)`;

/** Whether a student attended, by correction, else by account; null if unknown. Half attended counts. */
export const attendedOf = (studentId: SQL, lessonId: SQL) => sql`coalesce(
  (select case fix.status when 'absent' then 'absent' else 'attended' end from attendance_corrections fix
    where fix.lesson_id = ${lessonId} and fix.student_id = ${studentId} and fix.status is not null),
  (select case when bool_or(${came.account} = ${studentId}) then 'attended' else 'absent' end
    from attendance_rows came ${came.joins}
    where came.lesson_id = ${lessonId}
    having count(*) > 0))`;

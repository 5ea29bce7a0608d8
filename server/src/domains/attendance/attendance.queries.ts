import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { AttendanceStatus } from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import type { UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import type { PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { accountOf } from '../lessons/attendees.ts';
import { users } from '../identity/users.schema.ts';
import {
  attendanceAssignments,
  attendanceCorrections,
  attendanceRecords,
} from './attendance.schema.ts';

/** Everybody on a lesson's roster by name, with their correction; `is_visible` as the scope says. */
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
      corrected_on: string | null;
    }>(sql`
      select ${users.id}, ${users.name}, ${users.email}, place.kind, coalesce(${scope}, false) as is_visible,
        fix.status, fix.reason, coalesce(fix.version, 1) as version,
        fixer.name as corrected_by, fix.corrected_on
      from roster_places place
      join users on ${users.id} = place.student_id
      left join attendance_corrections fix
        on fix.lesson_id = place.lesson_id and fix.student_id = place.student_id
      left join users fixer on fixer.id = fix.corrected_by
      where place.lesson_id = ${lessonId}
      order by ${users.name}, ${users.id}`)
  ).rows;

const came = accountOf('came');

/** Every coming and going of a lesson, the first first, with the account that it is of. */
export const listRows = async (db: Db, lessonId: string) =>
  (
    await db.execute<{
      id: string;
      name: string;
      email: string;
      person: string;
      joined_on: string | null;
      left_on: string | null;
      account: string | null;
      account_name: string | null;
      account_type: UserType | null;
      assigned_by: string | null;
      assigned_on: string | null;
    }>(sql`
      select came.id, came.name, came.email, came.person, came.joined_on, came.left_on,
        who.id as account, coalesce(nullif(who.name, ''), who.email) as account_name, who.type as account_type,
        giver.name as assigned_by, assigned.assigned_on
      from attendance_rows came ${came.joins}
      left join users giver on giver.id = assigned.assigned_by
      left join users who on who.id = ${came.account}
      where came.lesson_id = ${lessonId}
      order by coalesce(came.joined_on, came.left_on), came.id`)
  ).rows;

/** The person of a row of a lesson, and the account that its e-mail says; undefined where there is no such row. */
export const findPerson = async (db: Db, lessonId: string, rowId: string) =>
  (
    await db.execute<{ person: string; name: string; account: string | null }>(sql`
      select came.person, came.name, coalesce(came.student_id, known.id) as account
      from attendance_rows came left join users known on known.email_key = came.person
      where came.lesson_id = ${lessonId} and came.id = ${rowId}`)
  ).rows[0];

const assignmentOf = (lessonId: string, person: string) =>
  and(eq(attendanceAssignments.lessonId, lessonId), eq(attendanceAssignments.person, person));

/** Which student somebody is said to be. */
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

export const correct = (db: Db, row: typeof attendanceCorrections.$inferInsert) =>
  db
    .insert(attendanceCorrections)
    .values(row)
    .onConflictDoUpdate({
      target: [attendanceCorrections.lessonId, attendanceCorrections.studentId],
      set: row,
    });

/** Keeps these rows but those that are there already; answers how many were new. */
export const insertRecords = async (db: Db, rows: (typeof attendanceRecords.$inferInsert)[]) =>
  (
    await db
      .insert(attendanceRecords)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: attendanceRecords.id })
  ).length;

/**
 * How a student attended a lesson: what staff say, else whether any of who came is theirs; null where nothing is known.
 * Half attended is attended.
 */
export const attendedOf = (studentId: SQL, lessonId: SQL) => sql`coalesce(
  (select case fix.status when 'absent' then 'absent' else 'attended' end from attendance_corrections fix
    where fix.lesson_id = ${lessonId} and fix.student_id = ${studentId} and fix.status is not null),
  (select case when bool_or(${came.account} = ${studentId}) then 'attended' else 'absent' end
    from attendance_rows came ${came.joins}
    where came.lesson_id = ${lessonId}
    having count(*) > 0))`;

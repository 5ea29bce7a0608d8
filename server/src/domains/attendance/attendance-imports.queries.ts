import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { attendanceImports, attendanceRecords } from './attendance.schema.ts';

type NewRecord = typeof attendanceRecords.$inferInsert;
type NewImport = Omit<typeof attendanceImports.$inferInsert, 'rows' | 'added'>;

/**
 * Inserts the new records of an import and links all records that its file contains. Returns the number of new ones. A
 * file with nothing new is not listed as an import. Records from before the list of imports existed belong to no import.
 */
export const insertImport = async (
  db: Db,
  imported: NewImport,
  records: NewRecord[],
): Promise<number> => {
  const added =
    records.length === 0
      ? []
      : await db
          .insert(attendanceRecords)
          .values(records)
          .onConflictDoNothing()
          .returning({ id: attendanceRecords.id });
  if (added.length === 0 && imported.importedBy !== null) return 0;
  await db
    .insert(attendanceImports)
    .values({ ...imported, rows: records.length, added: added.length });
  const contained = records.map(({ source, email, name, joinedAt, leftAt }) => ({
    source,
    email,
    name,
    joined_at: joinedAt,
    left_at: leftAt,
  }));
  await db.execute(sql`
    insert into attendance_import_rows (import_id, record_id)
    select distinct ${imported.id}::uuid, record.id
    from jsonb_to_recordset(${JSON.stringify(contained)}::jsonb)
      as contained (source text, email text, name text, joined_at timestamptz, left_at timestamptz)
    join attendance_records record on record.lesson_id = ${imported.lessonId}::uuid
      and record.source = contained.source and lower(record.email) = lower(contained.email)
      and record.name = contained.name
      and record.joined_at = contained.joined_at and record.left_at = contained.left_at
    where record.id = any(${sql.param(added.map(({ id }) => id))}::uuid[])
      or exists (select from attendance_import_rows other where other.record_id = record.id)`);
  return added.length;
};

const undoers = alias(users, 'undoers');

const selectImports = (db: Db) =>
  db
    .select({
      id: attendanceImports.id,
      source: attendanceImports.source,
      fileName: attendanceImports.fileName,
      rows: attendanceImports.rows,
      added: attendanceImports.added,
      importedBy: users.name,
      importedAt: attendanceImports.importedAt,
      undoneBy: undoers.name,
      undoneAt: attendanceImports.undoneAt,
    })
    .from(attendanceImports)
    .leftJoin(users, eq(users.id, attendanceImports.importedBy))
    .leftJoin(undoers, eq(undoers.id, attendanceImports.undoneBy));

export type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

const isFileOf = (lessonId: string) =>
  and(eq(attendanceImports.lessonId, lessonId), isNotNull(attendanceImports.importedBy));

/** Returns the imported files of a lesson, latest first. */
export const listImports = (db: Db, lessonId: string) =>
  selectImports(db)
    .where(isFileOf(lessonId))
    .orderBy(desc(attendanceImports.importedAt), desc(attendanceImports.id));

/** Returns one imported file of a lesson. */
export const findImport = async (db: Db, lessonId: string, importId: string) =>
  (await selectImports(db).where(and(isFileOf(lessonId), eq(attendanceImports.id, importId))))[0];

/** Removes the records that no other import contains. Returns their number. */
export const undoImport = async (db: Db, importId: string, by: { id: string; at: Date }) => {
  const removed = await db.execute(sql`
    delete from attendance_records record using attendance_import_rows own
    where own.import_id = ${importId}::uuid and own.record_id = record.id and not exists (
      select from attendance_import_rows other
      where other.record_id = record.id and other.import_id <> own.import_id)`);
  await db.execute(sql`delete from attendance_import_rows where import_id = ${importId}::uuid`);
  await db
    .update(attendanceImports)
    .set({ undoneBy: by.id, undoneAt: by.at })
    .where(eq(attendanceImports.id, importId));
  return removed.rowCount ?? 0;
};

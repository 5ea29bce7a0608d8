import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { hotRows } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { teachersOf } from '../users/teachers.service.ts';
import { classes, classStaff } from './classes.schema.ts';

export type ClassRow = typeof classes.$inferSelect;

/** Reads and writes the teachers of classes. */
export const teachers = teachersOf(classStaff, 'classId');

/** Counts all lessons of a class, including inactive ones. */
export const countLessons = async (db: Db, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from lessons where class_id = ${classId}`,
  );
  return rows[0]?.count ?? 0;
};

/** Counts the students with a paying place on a lesson of the class that has not ended (decisions: Reports). */
export const countActiveStudents = (classId: SQL, now: Date): SQL => sql`(
  select count(distinct place.student_id)::int
  from lessons join roster_sources place on place.lesson_id = lessons.id
  where lessons.class_id = ${classId} and lessons.ended_at > ${now}
    and place.released_at is null and place.kind = 'PAYMENT')`;

/** All students who were ever on a paying roster of a class (decisions: Reports); each part uses its own index. */
export const everStudents = (classIds: SQL): SQL => sql`(
  select place.student_id from lessons join roster_sources place on place.lesson_id = lessons.id
  where lessons.class_id in (${classIds}) and place.released_at is null and place.kind = 'PAYMENT'
  union
  select place.student_id from lessons join roster_sources place on place.lesson_id = lessons.id
  where lessons.class_id in (${classIds}) and place.released_at is not null and place.kind = 'PAYMENT')`;

/** Returns both counts for one class. */
export const countStudents = async (db: Db, classId: string, now: Date) => {
  const id = sql`${classId}::uuid`;
  const { rows } = await db.execute<{ active: number; ever: number }>(
    sql`select ${countActiveStudents(id, now)} as active,
      (select count(*)::int from ${everStudents(id)} student) as ever`,
  );
  return rows[0] ?? { active: 0, ever: 0 };
};

/** Returns those of these classes that exist, by name. */
export const listNames = (db: Db, classIds: string[]) =>
  db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(anyOfList(classes.id, classIds, 'uuid'))
    .orderBy(asc(classes.name), asc(classes.id));

export const findById = async (db: Db, id: string) =>
  (
    await hotRows(db, 'class by id', { id }, () =>
      db
        .select()
        .from(classes)
        .where(eq(classes.id, sql.placeholder('id'))),
    )
  )[0];

/** Returns the class that a record references. Throws if it does not exist. */
export const requireById = async (db: Db, id: string): Promise<ClassRow> => {
  const found = await findById(db, id);
  if (!found) throw new Error('A record names a class that does not exist.');
  return found;
};

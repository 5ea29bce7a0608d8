import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { teachersOf } from '../users/teachers.service.ts';
import { classes, classStaff } from './classes.schema.ts';

export type ClassRow = typeof classes.$inferSelect;

/** Who teaches which class. */
export const teachers = teachersOf(classStaff, 'classId');

/** All lessons of a class, inactive ones too. */
export const countLessons = async (db: Db, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from lessons where class_id = ${classId}`,
  );
  return rows[0]?.count ?? 0;
};

/** Distinct students on paying rosters of a class's lessons: of those that have not ended, and ever. */
export const countStudents = async (db: Db, classId: string, now: Date) => {
  const { rows } = await db.execute<{ active: number; ever: number }>(
    sql`select count(distinct source.student_id)::int as ever,
      count(distinct source.student_id) filter (where source.released_on is null and lessons.ended_on > ${now})::int as active
    from lessons join roster_sources source on source.lesson_id = lessons.id and source.kind = 'PAYMENT'
    where lessons.class_id = ${classId}`,
  );
  return rows[0] ?? { active: 0, ever: 0 };
};

/** Those of these classes that exist, by name. */
export const listNames = (db: Db, classIds: string[]) =>
  db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(anyOfList(classes.id, classIds, 'uuid'))
    .orderBy(asc(classes.name), asc(classes.id));

export const findById = async (db: Db, id: string) =>
  (await db.select().from(classes).where(eq(classes.id, id)))[0];

/** The class that a record names, which therefore exists. */
export const requireById = async (db: Db, id: string): Promise<ClassRow> => {
  const found = await findById(db, id);
  if (!found) throw new Error('A record names a class that does not exist.');
  return found;
};

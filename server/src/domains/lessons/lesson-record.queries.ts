import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, lessonStaff } from './lessons.schema.ts';

/** One lesson with its class, in the given scope; `lock` keeps the lesson until the transaction ends. */
export const findWhole = async (
  db: Db,
  id: string,
  scope: SQL | undefined,
  lock: 'lock' | 'read' = 'read',
) => {
  const found = db
    .select({ lesson: lessons, className: classes.name, maxCap: classes.maxCap })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(and(eq(lessons.id, id), scope));
  return (await (lock === 'lock' ? found.for('no key update', { of: lessons }) : found))[0];
};
export type WholeLesson = NonNullable<Awaited<ReturnType<typeof findWhole>>>;

export const insert = (db: Db, row: typeof lessons.$inferInsert) => db.insert(lessons).values(row);

/** Changes a lesson and moves its version on. */
export const update = (db: Db, id: string, changes: Partial<typeof lessons.$inferInsert>) =>
  db
    .update(lessons)
    .set({ ...changes, version: sql`${lessons.version} + 1` })
    .where(eq(lessons.id, id));

/** Everybody who teaches a lesson, in order. */
export const listStaff = (db: Db, lessonId: string) =>
  db
    .select({ kind: lessonStaff.kind, id: users.id, name: users.name })
    .from(lessonStaff)
    .innerJoin(users, eq(users.id, lessonStaff.userId))
    .where(eq(lessonStaff.lessonId, lessonId))
    .orderBy(asc(lessonStaff.position));

/** Makes these people the lesson's tutors or TAs, in this order, each once. */
export const replaceStaff = async (
  db: Db,
  lessonId: string,
  kind: 'tutor' | 'ta',
  userIds: string[],
) => {
  await db
    .delete(lessonStaff)
    .where(and(eq(lessonStaff.lessonId, lessonId), eq(lessonStaff.kind, kind)));
  if (userIds.length > 0)
    await db
      .insert(lessonStaff)
      .values(
        [...new Set(userIds)].map((userId, position) => ({ lessonId, userId, kind, position })),
      );
};

/** How many students stand on a lesson, by kind. */
export const countPlaces = async (db: Db, lessonId: string) => {
  const kinds = sql<'PAYMENT' | 'TRIAL' | 'PAYMENT_VIDEO'>`kind`;
  const rows = await db
    .select({ kind: kinds, count: sql<number>`count(*)::int` })
    .from(sql`roster_places`)
    .where(sql`lesson_id = ${lessonId}`)
    .groupBy(kinds);
  return new Map(rows.map((row) => [row.kind, row.count]));
};

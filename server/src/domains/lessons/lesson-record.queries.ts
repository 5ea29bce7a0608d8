import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { teachersOf } from '../users/teachers.service.ts';
import { lessons, lessonStaff } from './lessons.schema.ts';

export type LessonRow = typeof lessons.$inferSelect;

export const insert = (db: Db, row: typeof lessons.$inferInsert) => db.insert(lessons).values(row);

/** Who teaches which lesson. */
export const teachers = teachersOf(lessonStaff, 'lessonId');

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

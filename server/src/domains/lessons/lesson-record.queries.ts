import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { teachersOf } from '../users/teachers.service.ts';
import { lessons, lessonStaff } from './lessons.schema.ts';

export type LessonRow = typeof lessons.$inferSelect;

/** Reads and writes the teachers of lessons. */
export const teachers = teachersOf(lessonStaff, 'lessonId');

/** Returns the students of a lesson with their kinds, by name; `isVisible` is the result of the scope. */
export const listPlaces = (db: Db, lessonId: string, scope: SQL) =>
  db
    .select({
      studentId: users.id,
      kind: sql<PlaceKind>`place.kind`,
      isVisible: sql<boolean>`coalesce(${scope}, false)`,
    })
    .from(sql`roster_places place`)
    .innerJoin(users, eq(users.id, sql`place.student_id`))
    .where(sql`place.lesson_id = ${lessonId}`)
    .orderBy(asc(users.name), asc(users.id));

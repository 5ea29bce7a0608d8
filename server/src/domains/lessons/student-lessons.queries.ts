import { and, asc, count, desc, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { listStudentLessons } from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Db } from '../../platform/database.ts';
import { classes } from '../classes/classes.schema.ts';
import { summaryColumns } from './lessons.queries.ts';
import { lessons } from './lessons.schema.ts';
import { placesOfStudent } from './rosters.queries.ts';

export type StudentLessonQuery = QueryOf<typeof listStudentLessons>;

/** A page of a student's lessons with the exact count: not ended by `now`, soonest first, or ended, latest first. */
export const listAndCount = async (
  db: Db,
  studentId: string,
  query: StudentLessonQuery,
  { now, scope }: { now: Date; scope: SQL | undefined },
) => {
  const places = placesOfStudent(db, studentId);
  const isComing = query.period === 'coming';
  const direction = isComing ? asc : desc;
  const where = and(isComing ? gt(lessons.endedAt, now) : lte(lessons.endedAt, now), scope);
  const rows = await db
    .select({ ...summaryColumns, kind: places.kind })
    .from(places)
    .innerJoin(lessons, eq(lessons.id, places.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(where)
    .orderBy(direction(lessons.scheduledAt), direction(lessons.id))
    .limit(query.max)
    .offset(query.offset);
  const [total] = await db
    .select({ count: count() })
    .from(places)
    .innerJoin(lessons, eq(lessons.id, places.lessonId))
    .where(where);
  return { rows, count: total?.count ?? 0 };
};

export type StudentLessonRow = Awaited<ReturnType<typeof listAndCount>>['rows'][number];

import { and, sql, type SQL } from 'drizzle-orm';
import {
  summedLessons,
  type listStudentAttendance as operation,
} from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import * as studentLessonQueries from '../lessons/student-lessons.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { lessonAttendanceScope } from './attendance.policy.ts';
import { attendedOf } from './attendance.queries.ts';

/** The number of recent lessons searched for known attendance. */
const searchedLessons = 40;

/** A page of a student's past lessons with attendance, and the sum of the recent live ones. Throws not_found. */
export const listStudentAttendance = async (
  { actor, clock, db }: Context,
  studentId: string,
  query: QueryOf<typeof operation>,
) => {
  const visible = await findVisibleStudents(db, [studentId], studentScope(actor));
  if (visible.size === 0) throw notFound('id');
  const read = (page: QueryOf<typeof operation>) =>
    studentLessonQueries.listAndCount(
      db,
      studentId,
      { ...page, period: 'past' },
      { now: clock.now(), scope: lessonScope(actor) },
    );
  const page = await read(query);
  const last = await read({ max: searchedLessons, offset: 0 });
  const known = await findAttended(
    db,
    studentId,
    [...page.rows, ...last.rows].filter(isExpected).map(({ id }) => id),
    lessonAttendanceScope(actor),
  );
  const recent = last.rows.flatMap(({ id }) => known.get(id) ?? []).slice(0, summedLessons);
  return {
    data: page.rows.map(({ id }) => ({ lesson: id, attended: known.get(id) ?? null })),
    count: page.count,
    recent: {
      attended: recent.filter((attended) => attended === 'attended').length,
      of: recent.length,
    },
  };
};

/** Students are expected in active lessons, unless their place is for the video alone. */
const isExpected = ({ kind, isActive }: studentLessonQueries.StudentLessonRow) =>
  kind !== 'PAYMENT_VIDEO' && isActive;

const findAttended = async (
  db: Db,
  studentId: string,
  ids: readonly string[],
  scope: SQL | undefined,
) => {
  const attended = attendedOf(sql`${studentId}::uuid`, sql`${lessons.id}`);
  const rows = await db
    .select({ id: lessons.id, attended: sql<'attended' | 'absent' | null>`${attended}` })
    .from(lessons)
    .where(and(anyOfList(lessons.id, [...new Set(ids)], 'uuid'), scope));
  return new Map(rows.flatMap(({ id, attended: is }) => (is ? [[id, is] as const] : [])));
};

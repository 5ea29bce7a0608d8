import { desc, eq, sql } from 'drizzle-orm';
import { can, mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { usualReportDays } from 'staffroom-contract/domains/attendance/lesson-attendance.rules.ts';
import type { Context } from '../../platform/context.ts';
import { lessonAttendanceList } from '../attendance/lesson-attendance.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';

/** The maximum number of lessons. */
const most = 5;

/** Lessons without attendance in the default period, latest first; null for users who may not open lessons. */
export const missingAttendance = async (context: Context, today: string) => {
  const { db, actor } = context;
  if (!mayOpen(actor, '/lessons')) return null;
  const { start, end } = usualReportDays(today);
  const filter = { date_range: { between: [start, end] as [string, string] }, missing: true };
  const rows = await db
    .select({
      _id: lessons.id,
      name: lessons.name,
      index: lessons.lessonIndex,
      term: lessons.term,
      class: { _id: classes.id, name: classes.name },
      scheduledAt: lessons.scheduledAt,
      endedAt: lessons.endedAt,
      hosting_platform: lessons.hostingPlatform,
      students: sql<number>`(select count(distinct expected.student_id)::int from roster_sources expected
        where expected.lesson_id = ${lessons.id} and expected.released_at is null and expected.kind <> 'PAYMENT_VIDEO')`,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(lessonAttendanceList.where({ filter }, context))
    .orderBy(desc(lessons.scheduledAt), desc(lessons.id))
    .limit(most);
  return {
    data: rows.map(({ index, term, scheduledAt, endedAt, count: _all, ...lesson }) => ({
      ...lesson,
      meta: { index, term },
      scheduled_on: scheduledAt.toISOString(),
      ended_on: endedAt.toISOString(),
    })),
    count: rows[0]?.count ?? 0,
    can_import: can(actor, 'lesson.canCorrectAttendance'),
  };
};

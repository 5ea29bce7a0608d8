import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { can, mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { Context } from '../../platform/context.ts';
import { isAttendanceMissing } from '../attendance/attendance-report.queries.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { attendanceAfterMs } from '../tickets/tickets.presenter.ts';

/** As many lessons as are shown. */
const most = 5;
/** How far back somebody can still be asked who came. */
const lastDays = 7;

/**
 * The lessons of the last days that are over for so long that a ticket calls their attendance missing (decisions:
 * Tickets), the latest first. Null for those who do not open lessons.
 */
export const missingAttendance = async ({ db, actor, clock }: Context) => {
  if (!mayOpen(actor, '/lessons')) return null;
  const now = clock.now().getTime();
  const until = new Date(now - attendanceAfterMs);
  const where = and(
    eq(lessons.isActive, true),
    gte(lessons.endedOn, new Date(now - lastDays * 86_400_000)),
    lte(lessons.endedOn, until),
    isAttendanceMissing(until),
    lessonScope(actor),
  );
  const rows = await db
    .select({
      _id: lessons.id,
      name: lessons.name,
      index: lessons.lessonIndex,
      term: lessons.term,
      class: { _id: classes.id, name: classes.name },
      scheduledOn: lessons.scheduledOn,
      endedOn: lessons.endedOn,
      hosting_platform: lessons.hostingPlatform,
      students: sql<number>`(select count(distinct expected.student_id)::int from roster_sources expected
        where expected.lesson_id = ${lessons.id} and expected.released_on is null and expected.kind <> 'PAYMENT_VIDEO')`,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(where)
    .orderBy(desc(lessons.endedOn), desc(lessons.id))
    .limit(most);
  return {
    data: rows.map(({ index, term, scheduledOn, endedOn, count: _all, ...lesson }) => ({
      ...lesson,
      meta: { index, term },
      scheduled_on: scheduledOn.toISOString(),
      ended_on: endedOn.toISOString(),
    })),
    count: rows[0]?.count ?? 0,
    can_import: can(actor, 'lesson.canCorrectAttendance'),
  };
};

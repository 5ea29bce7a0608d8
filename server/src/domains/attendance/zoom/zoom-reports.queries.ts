import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';
import { zoomReports } from './zoom-attendance.schema.ts';

export type DueReport = {
  lessonId: string;
  roomId: string;
  kind: 'meeting' | 'webinar';
  /** The end of the meeting, which may be after the end of the lesson. */
  endedAt: Date;
  tries: number;
};

type Times = { now: Date; firstAfterMs: number; mostAfterMs: number };

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Lessons whose meeting ended recently with a report not settled, or one that staff requested; earliest end first. */
export const listDue = async (db: Db, { now, firstAfterMs, mostAfterMs }: Times) =>
  (
    await db.execute<{
      lesson_id: string;
      room_id: string;
      kind: DueReport['kind'];
      ended_at: string;
      tries: number;
    }>(sql`
      select lesson.id as lesson_id, room.room_id, made.ended_at, coalesce(report.tries, 0) as tries,
        coalesce(zoom.kind, case when lesson.hosting_type = 'webinar' then 'webinar' else 'meeting' end) as kind
      from lessons lesson
      join lesson_rooms room on room.lesson_id = lesson.id
      left join zoom_rooms zoom on zoom.lesson_id = lesson.id
      left join zoom_reports report on report.lesson_id = lesson.id
      cross join lateral (
        select greatest(lesson.ended_at, max(event.at)) as ended_at
        from zoom_events event where event.lesson_id = lesson.id and event.kind = 'ended'
      ) made
      where lesson.hosting_platform = 'Zoom' and lesson.is_active
        and lesson.ended_at <= ${now}
        and (report is null or (report.state = 'waiting' and report.next_try <= ${now}))
        and (report.requested_at is not null or (
          lesson.ended_at >= ${ago(now, mostAfterMs)} and made.ended_at <= ${ago(now, firstAfterMs)}
        ))
      order by made.ended_at, lesson.id`)
  ).rows.map((row) => ({
    lessonId: row.lesson_id,
    roomId: row.room_id,
    kind: row.kind,
    endedAt: new Date(row.ended_at),
    tries: row.tries,
  }));

/** Reserves a report until a time, so that no other worker requests it; false if another worker has it. */
export const take = async (db: Db, lessonId: string, { now, until }: { now: Date; until: Date }) =>
  (
    await db
      .insert(zoomReports)
      .values({ lessonId, state: 'waiting', tries: 0, nextTry: until, updated: now })
      .onConflictDoUpdate({
        target: zoomReports.lessonId,
        set: { nextTry: until, updated: now },
        setWhere: and(
          eq(zoomReports.state, 'waiting'),
          sql`${zoomReports.nextTry} <= ${now}::timestamptz`,
        ),
      })
      .returning({ lessonId: zoomReports.lessonId })
  ).length > 0;

/** Requests a report by hand: it is due now, in any state. False if it was already requested. */
export const request = async (db: Db, lessonId: string, now: Date) => {
  const asked = {
    state: 'waiting',
    error: null,
    nextTry: now,
    requestedAt: now,
    updated: now,
  } as const;
  const rows = await db
    .insert(zoomReports)
    .values({ lessonId, tries: 0, ...asked })
    .onConflictDoUpdate({
      target: zoomReports.lessonId,
      set: asked,
      setWhere: sql`${zoomReports.state} <> 'waiting' or ${zoomReports.requestedAt} is null`,
    })
    .returning({ lessonId: zoomReports.lessonId });
  return rows.length > 0;
};

export const settle = (
  db: Db,
  lessonId: string,
  values: Partial<Omit<typeof zoomReports.$inferSelect, 'lessonId'>>,
) => db.update(zoomReports).set(values).where(eq(zoomReports.lessonId, lessonId));

/** Returns the state of a lesson's report; undefined before the first request. */
export const find = async (db: Db, lessonId: string) =>
  (await db.select().from(zoomReports).where(eq(zoomReports.lessonId, lessonId)))[0];

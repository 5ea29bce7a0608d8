import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { lessonRooms, lessons } from '../../lessons/lessons.schema.ts';
import { zoomEvents } from './zoom-attendance.schema.ts';

/** An event of a meeting from Zoom; a repeated event has the same `identity`. */
export type ZoomEvent = Pick<
  typeof zoomEvents.$inferSelect,
  'identity' | 'kind' | 'email' | 'name' | 'person' | 'at'
> & { meetingId: string };

type Caller = Pick<Context, 'db' | 'clock' | 'address' | 'requestId'>;

/** Stores an event of a lesson's meeting once, ignoring other meetings; a reader matches it to a person (ADR 20). */
export const takeZoomEvent = (caller: Caller, { meetingId, ...event }: ZoomEvent) =>
  caller.db.transaction(async (tx) => {
    const lesson = await findLesson(tx, meetingId, event.at);
    if (!lesson) return;
    const received = caller.clock.now();
    const kept = await tx
      .insert(zoomEvents)
      .values({ ...event, id: newId(received), lessonId: lesson.id, received })
      .onConflictDoNothing()
      .returning({ id: zoomEvents.id });
    for (const { id } of kept)
      await recordAudit(
        tx,
        { ...caller, actor: { id: null, name: 'Zoom' } },
        {
          action: 'zoom_event.received',
          entity: 'zoom_event',
          entityId: id,
          after: {
            lesson: lesson.id,
            kind: event.kind,
            at: event.at,
            name: event.name,
            email: event.email,
          },
        },
      );
  });

/** Finds the lesson with this meeting as its room; of several, the one nearest in time. */
const findLesson = async (tx: Db, meetingId: string, at: Date) =>
  (
    await tx
      .select({ id: lessons.id })
      .from(lessonRooms)
      .innerJoin(lessons, eq(lessons.id, lessonRooms.lessonId))
      .where(eq(lessonRooms.roomId, meetingId))
      .orderBy(sql`abs(extract(epoch from ${lessons.scheduledAt} - ${at}::timestamptz))`)
      .limit(1)
  )[0];

import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { classes } from '../../classes/classes.schema.ts';
import { users } from '../../identity/users.schema.ts';
import { lessonRooms, lessons, lessonStaff } from '../lessons.schema.ts';
import { kindOf, type Meeting, type RoomKind, type RoomPlan } from './zoom-meetings.ts';
import { zoomDailyCalls, zoomRooms } from './zoom-rooms.schema.ts';

export type ZoomRoom = typeof zoomRooms.$inferSelect;

/** Returns lessons with the data for their rooms, the state of the rooms, and the numbers of existing ones. */
export const listLessons = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .select({
      lesson: lessons,
      className: classes.name,
      room: zoomRooms,
      roomId: lessonRooms.roomId,
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .leftJoin(zoomRooms, eq(zoomRooms.lessonId, lessons.id))
    .leftJoin(lessonRooms, eq(lessonRooms.lessonId, lessons.id))
    .where(anyOfList(lessons.id, ids, 'uuid'));
  const staff = await db
    .selectDistinct({ lessonId: lessonStaff.lessonId, email: users.email })
    .from(lessonStaff)
    .innerJoin(users, eq(users.id, lessonStaff.userId))
    .where(anyOfList(lessonStaff.lessonId, ids, 'uuid'))
    .orderBy(asc(users.email));
  return rows.map((row) => ({
    ...row,
    teachers: staff.filter(({ lessonId }) => lessonId === row.lesson.id).map(({ email }) => email),
  }));
};
export type LessonWithRoom = Awaited<ReturnType<typeof listLessons>>[number];

/** Stores a request for a lesson's room, which is due at once with no attempts counted. */
export const ask = (tx: Db, lessonId: string, now: Date) => {
  const waiting = { state: 'waiting', tries: 0, error: null, nextTry: null, updated: now } as const;
  return tx
    .insert(zoomRooms)
    .values({ lessonId, requests: 1, ...waiting })
    .onConflictDoUpdate({
      target: zoomRooms.lessonId,
      set: { ...waiting, requests: sql`${zoomRooms.requests} + 1` },
    });
};

/** A worker that has taken a room and not released it after this time is considered dead. */
const takenForMs = 5 * 60_000;

/** Reserves the room of a lesson for a job; undefined if nothing is due or another job has it. */
export const take = async (
  db: Db,
  { lessonId, jobId, now }: { lessonId: string; jobId: string; now: Date },
) =>
  (
    await db
      .update(zoomRooms)
      .set({ takenBy: jobId, takenAt: now })
      .where(
        and(
          eq(zoomRooms.lessonId, lessonId),
          eq(zoomRooms.state, 'waiting'),
          or(isNull(zoomRooms.nextTry), lte(zoomRooms.nextTry, now)),
          or(
            isNull(zoomRooms.takenBy),
            eq(zoomRooms.takenBy, jobId),
            lt(zoomRooms.takenAt, new Date(now.getTime() - takenForMs)),
          ),
        ),
      )
      .returning()
  )[0];

/** Releases a room that this job has taken. */
export const release = (db: Db, { lessonId, jobId }: { lessonId: string; jobId: string }) =>
  db
    .update(zoomRooms)
    .set({ takenBy: null, takenAt: null })
    .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.takenBy, jobId)));

/** Returns when the room of a lesson is due again; undefined if nothing is waiting. */
export const findDue = async (db: Db, lessonId: string) =>
  (
    await db
      .select({ nextTry: zoomRooms.nextTry })
      .from(zoomRooms)
      .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.state, 'waiting')))
  )[0];

/** Stores the result of an attempt. */
export const set = (db: Db, lessonId: string, values: Partial<ZoomRoom>) =>
  db.update(zoomRooms).set(values).where(eq(zoomRooms.lessonId, lessonId));

/** The same, unless another request arrived since the attempt began. */
export const settle = (
  db: Db,
  { lessonId, requests }: Pick<ZoomRoom, 'lessonId' | 'requests'>,
  values: Partial<ZoomRoom>,
) =>
  db
    .update(zoomRooms)
    .set(values)
    .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.requests, requests)));

/** Deletes the state, unless another request arrived meanwhile. */
export const forget = (db: Db, { lessonId, requests }: Pick<ZoomRoom, 'lessonId' | 'requests'>) =>
  db
    .delete(zoomRooms)
    .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.requests, requests)));

/** Stores the room of a lesson. */
export const keepRoom = (tx: Db, lessonId: string, meeting: Meeting) => {
  const parts = {
    roomId: meeting.id,
    password: meeting.password,
    registrationUrl: meeting.registration_url,
    hostEmail: meeting.host_email,
    alternativeHosts: meeting.settings.alternative_hosts,
  };
  return tx
    .insert(lessonRooms)
    .values({ lessonId, ...parts })
    .onConflictDoUpdate({ target: lessonRooms.lessonId, set: parts });
};

/** Returns the room of a lesson at Zoom, or undefined. */
export const findRoom = async (db: Db, lessonId: string) => {
  const [found] = await db
    .select({
      id: lessonRooms.roomId,
      kind: zoomRooms.kind,
      hostingType: lessons.hostingType,
      platform: lessons.hostingPlatform,
    })
    .from(lessonRooms)
    .innerJoin(lessons, eq(lessons.id, lessonRooms.lessonId))
    .leftJoin(zoomRooms, eq(zoomRooms.lessonId, lessonRooms.lessonId))
    .where(eq(lessonRooms.lessonId, lessonId));
  return (
    found && {
      id: found.id,
      kind: found.kind ?? kindOf(found),
      isOnZoom: found.platform === 'Zoom',
    }
  );
};

export const dropRoom = (tx: Db, lessonId: string) =>
  tx.delete(lessonRooms).where(eq(lessonRooms.lessonId, lessonId));

/** Returns the host with the fewest rooms at the time of a lesson, the first of several. */
export const findFreestHost = async (
  db: Db,
  hosts: readonly string[],
  { id, scheduledAt, endedAt }: { id: string; scheduledAt: Date; endedAt: Date },
) => {
  const busy = await db
    .select({ host: zoomRooms.host })
    .from(zoomRooms)
    .innerJoin(lessons, eq(lessons.id, zoomRooms.lessonId))
    .where(
      and(
        sql`${lessons.id} <> ${id}`,
        sql`${lessons.scheduledAt} < ${endedAt} and ${lessons.endedAt} > ${scheduledAt}`,
      ),
    );
  const countOf = (host: string) => busy.filter((one) => one.host === host).length;
  return hosts.toSorted((one, other) => countOf(one) - countOf(other))[0] ?? 'me';
};

/** Counts a call towards Zoom's daily limit for a host; false if the limit is used up. */
export const takeCall = async (
  db: Db,
  host: string,
  { day, most }: { day: string; most: number },
) =>
  (
    await db
      .insert(zoomDailyCalls)
      .values({ host, day, calls: 1 })
      .onConflictDoUpdate({
        target: [zoomDailyCalls.host, zoomDailyCalls.day],
        set: { calls: sql`${zoomDailyCalls.calls} + 1` },
        setWhere: lt(zoomDailyCalls.calls, most),
      })
      .returning({ calls: zoomDailyCalls.calls })
  ).length > 0;

/** Stores what was sent to Zoom; the room is ready unless another request arrived meanwhile. */
export const markSynced = async (
  tx: Db,
  room: Pick<ZoomRoom, 'lessonId' | 'requests'>,
  { kind, plan, now }: { kind: RoomKind; plan: RoomPlan; now: Date },
) => {
  await set(tx, room.lessonId, { kind, syncedPlan: plan, creating: false, updated: now });
  await settle(tx, room, { state: 'ready', tries: 0, error: null, nextTry: null });
};

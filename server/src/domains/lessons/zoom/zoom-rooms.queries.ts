import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { classes } from '../../classes/classes.schema.ts';
import { users } from '../../identity/users.schema.ts';
import { lessonRooms, lessons, lessonStaff } from '../lessons.schema.ts';
import { kindOf, type Meeting, type RoomKind, type RoomPlan } from './zoom-meetings.ts';
import { zoomDailyCalls, zoomRooms } from './zoom-rooms.schema.ts';

export type ZoomRoom = typeof zoomRooms.$inferSelect;

/** Lessons with what their rooms depend on, what is done about them, and the number of the room that there is. */
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

/** Notes that something is asked of a lesson's room, which is tried at once and from the beginning. */
export const ask = (tx: Db, lessonId: string, now: Date) => {
  const asked = { state: 'waiting', tries: 0, error: null, nextTry: null, updated: now } as const;
  return tx
    .insert(zoomRooms)
    .values({ lessonId, asked: 1, ...asked })
    .onConflictDoUpdate({
      target: zoomRooms.lessonId,
      set: { ...asked, asked: sql`${zoomRooms.asked} + 1` },
    });
};

/** A worker that has said nothing for so long is gone. */
const takenForMs = 5 * 60_000;

/** Takes the room of a lesson so that nobody else works on it; undefined where nothing is due or somebody has it. */
export const take = async (
  db: Db,
  { lessonId, jobId, now }: { lessonId: string; jobId: string; now: Date },
) =>
  (
    await db
      .update(zoomRooms)
      .set({ takenBy: jobId, takenOn: now })
      .where(
        and(
          eq(zoomRooms.lessonId, lessonId),
          eq(zoomRooms.state, 'waiting'),
          or(isNull(zoomRooms.nextTry), lte(zoomRooms.nextTry, now)),
          or(
            isNull(zoomRooms.takenBy),
            eq(zoomRooms.takenBy, jobId),
            lt(zoomRooms.takenOn, new Date(now.getTime() - takenForMs)),
          ),
        ),
      )
      .returning()
  )[0];

/** Lets go of a room that this job has taken. */
export const release = (db: Db, { lessonId, jobId }: { lessonId: string; jobId: string }) =>
  db
    .update(zoomRooms)
    .set({ takenBy: null, takenOn: null })
    .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.takenBy, jobId)));

/** When the room of a lesson is due again; undefined when nothing waits. */
export const findDue = async (db: Db, lessonId: string) =>
  (
    await db
      .select({ nextTry: zoomRooms.nextTry })
      .from(zoomRooms)
      .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.state, 'waiting')))
  )[0];

/** Sets what a try has found out. */
export const set = (db: Db, lessonId: string, values: Partial<ZoomRoom>) =>
  db.update(zoomRooms).set(values).where(eq(zoomRooms.lessonId, lessonId));

/** The same, unless more was asked of the room since the try began. */
export const settle = (
  db: Db,
  { lessonId, asked }: Pick<ZoomRoom, 'lessonId' | 'asked'>,
  values: Partial<ZoomRoom>,
) =>
  db
    .update(zoomRooms)
    .set(values)
    .where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.asked, asked)));

/** Nothing is to be done any more, unless more was asked meanwhile. */
export const forget = (db: Db, { lessonId, asked }: Pick<ZoomRoom, 'lessonId' | 'asked'>) =>
  db.delete(zoomRooms).where(and(eq(zoomRooms.lessonId, lessonId), eq(zoomRooms.asked, asked)));

/** Keeps the parts of a lesson's room. */
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

/** The room of a lesson at Zoom, as it is called there; undefined where there is none. */
export const findRoom = async (db: Db, lessonId: string) => {
  const [found] = await db
    .select({
      id: lessonRooms.roomId,
      kind: zoomRooms.kind,
      hostingType: lessons.hostingType,
    })
    .from(lessonRooms)
    .innerJoin(lessons, eq(lessons.id, lessonRooms.lessonId))
    .leftJoin(zoomRooms, eq(zoomRooms.lessonId, lessonRooms.lessonId))
    .where(eq(lessonRooms.lessonId, lessonId));
  return found && { id: found.id, kind: found.kind ?? kindOf(found) };
};

export const dropRoom = (tx: Db, lessonId: string) =>
  tx.delete(lessonRooms).where(eq(lessonRooms.lessonId, lessonId));

/** Of these hosts the one with the fewest rooms at the time of a lesson, the first of several. */
export const findFreestHost = async (
  db: Db,
  hosts: readonly string[],
  { id, scheduledOn, endedOn }: { id: string; scheduledOn: Date; endedOn: Date },
) => {
  const busy = await db
    .select({ host: zoomRooms.host })
    .from(zoomRooms)
    .innerJoin(lessons, eq(lessons.id, zoomRooms.lessonId))
    .where(
      and(
        sql`${lessons.id} <> ${id}`,
        sql`${lessons.scheduledOn} < ${endedOn} and ${lessons.endedOn} > ${scheduledOn}`,
      ),
    );
  const countOf = (host: string) => busy.filter((one) => one.host === host).length;
  return hosts.toSorted((one, other) => countOf(one) - countOf(other))[0] ?? 'me';
};

/** One of the calls that Zoom takes for a host on a day; false where all are used up. */
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

/** What Zoom was told of a room, which is as the lesson is unless more was asked meanwhile. */
export const told = async (
  tx: Db,
  room: Pick<ZoomRoom, 'lessonId' | 'asked'>,
  { kind, plan, now }: { kind: RoomKind; plan: RoomPlan; now: Date },
) => {
  await set(tx, room.lessonId, { kind, told: plan, creating: false, updated: now });
  await settle(tx, room, { state: 'ready', tries: 0, error: null, nextTry: null });
};

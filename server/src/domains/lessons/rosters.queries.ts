import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { insertRows } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, rosterSources } from './lessons.schema.ts';

/** The strongest kind among live sources: paying, then trial, then video. */
const strongest = sql<PlaceKind>`case
  when bool_or(${rosterSources.kind} = 'PAYMENT') then 'PAYMENT'
  when bool_or(${rosterSources.kind} = 'TRIAL') then 'TRIAL'
  else 'PAYMENT_VIDEO' end`;

const live = isNull(rosterSources.releasedAt);

/** Counts the paying and trial students per lesson, which max_cap limits. Lessons without any are absent. */
export const countSeats = async (db: Db, lessonIds: string[]): Promise<Map<string, number>> =>
  new Map([...(await countTaken(db, lessonIds))].map(([id, { seats }]) => [id, seats]));

/** Also counts the trial students among them; a student who has also paid is not one. */
export const countTaken = async (db: Db, lessonIds: string[]) => {
  const students = sql`count(distinct ${rosterSources.studentId})`;
  const paying = sql`${students} filter (where ${rosterSources.kind} = 'PAYMENT')`;
  const rows = await db
    .select({
      lessonId: rosterSources.lessonId,
      seats: sql<number>`${students}::int`,
      trials: sql<number>`(${students} - ${paying})::int`,
    })
    .from(rosterSources)
    .where(
      and(
        anyOfList(rosterSources.lessonId, lessonIds, 'uuid'),
        live,
        sql`${rosterSources.kind} <> 'PAYMENT_VIDEO'`,
      ),
    )
    .groupBy(rosterSources.lessonId);
  return new Map(rows.map(({ lessonId, ...taken }) => [lessonId, taken]));
};

/** Counts the students of each kind on each of these lessons. Lessons without any are absent. */
export const countPlaces = async (db: Db, lessonIds: string[]) => {
  const { rows } = await db.execute<{ lesson: string; kind: PlaceKind; students: number }>(
    sql`select lesson_id as lesson, kind, count(*)::int as students from roster_places
      where ${anyOfList(sql`lesson_id`, lessonIds, 'uuid')} group by 1, 2`,
  );
  return Map.groupBy(rows, ({ lesson }) => lesson);
};

/** Returns a student's kind of place on each of these lessons; lessons without the student are absent. */
export const kindsOfStudent = (db: Db, studentId: string, lessonIds: string[]) =>
  kindsBy(
    db,
    rosterSources.lessonId,
    and(
      eq(rosterSources.studentId, studentId),
      anyOfList(rosterSources.lessonId, lessonIds, 'uuid'),
    ),
  );

/** Returns the kind of place of each of these students on a lesson; students without a place are absent. */
export const kindsOnLesson = (db: Db, lessonId: string, studentIds: string[]) =>
  kindsBy(
    db,
    rosterSources.studentId,
    and(
      eq(rosterSources.lessonId, lessonId),
      anyOfList(rosterSources.studentId, studentIds, 'uuid'),
    ),
  );

const kindsBy = async (
  db: Db,
  key: typeof rosterSources.lessonId | typeof rosterSources.studentId,
  where: SQL | undefined,
): Promise<Map<string, PlaceKind>> => {
  const rows = await db
    .select({ key, kind: strongest })
    .from(rosterSources)
    .where(and(where, live))
    .groupBy(key);
  return new Map(rows.map((row) => [row.key, row.kind]));
};

/** A subquery with the places of a student, one per lesson, each in its strongest kind. */
export const placesOfStudent = (db: Db, studentId: string) =>
  db
    .select({ lessonId: rosterSources.lessonId, kind: strongest.as('kind') })
    .from(rosterSources)
    .where(and(eq(rosterSources.studentId, studentId), live))
    .groupBy(rosterSources.lessonId)
    .as('places');

/** Returns students by lower-case e-mail, in the scope, with the kind of their place on the lesson. */
export const findStudentsByEmail = (
  db: Db,
  emailKeys: string[],
  { scope, lessonId }: { scope: SQL; lessonId: string },
) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailKey: users.emailKey,
      kind: sql<PlaceKind | null>`(select kind from roster_places
        where roster_places.lesson_id = ${lessonId} and roster_places.student_id = ${users.id})`,
    })
    .from(users)
    .where(and(anyOfList(users.emailKey, emailKeys, 'text'), scope))
    .orderBy(asc(users.name), asc(users.id));

/** Returns students with the names that timelines show. */
export const nameStudents = (db: Db, ids: string[]) =>
  db
    .select({
      _id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
    })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'))
    .orderBy(asc(users.name), asc(users.id));

export const insertSources = (db: Db, sources: (typeof rosterSources.$inferInsert)[]) =>
  insertRows(db, rosterSources, sources, { silent: true });

/** Returns all live sources of these students on a lesson. */
export const listSourcesOf = (db: Db, lessonId: string, studentIds: string[]) =>
  db
    .select({
      id: rosterSources.id,
      studentId: rosterSources.studentId,
      kind: rosterSources.kind,
      orderId: rosterSources.orderId,
    })
    .from(rosterSources)
    .where(
      and(
        eq(rosterSources.lessonId, lessonId),
        anyOfList(rosterSources.studentId, studentIds, 'uuid'),
        live,
      ),
    );

/** Ends these sources. */
export const releaseSources = (db: Db, ids: string[], now: Date) =>
  db
    .update(rosterSources)
    .set({ releasedAt: now })
    .where(anyOfList(rosterSources.id, ids, 'uuid'));

/** Gives lessons a new version, so that a list of their students that was read before is stale. */
export const renewLessons = (db: Db, ids: string[], now: Date) =>
  db
    .update(lessons)
    .set({ updated: now, version: sql`${lessons.version} + 1` })
    .where(anyOfList(lessons.id, ids, 'uuid'));

const ofPlace = (lessonId: string, studentId: string) =>
  and(eq(rosterSources.lessonId, lessonId), eq(rosterSources.studentId, studentId), live);

/** Returns the orders that give a student the place on a lesson. */
export const ordersOfPlace = async (db: Db, lessonId: string, studentId: string) => {
  const rows = await db
    .select({ orderId: rosterSources.orderId })
    .from(rosterSources)
    .where(ofPlace(lessonId, studentId));
  return rows.flatMap((row) => (row.orderId === null ? [] : [row.orderId]));
};

/** Ends all sources of a student's place; returns them. */
export const releasePlace = (db: Db, lessonId: string, studentId: string, now: Date) =>
  db.update(rosterSources).set({ releasedAt: now }).where(ofPlace(lessonId, studentId)).returning();

/** Inserts sources, or revives the source of an order that had a place on the lesson before. */
export const reviveOrInsert = (db: Db, sources: (typeof rosterSources.$inferInsert)[]) =>
  db
    .insert(rosterSources)
    .values(sources)
    .onConflictDoUpdate({
      target: [rosterSources.orderId, rosterSources.lessonId],
      targetWhere: sql`order_id is not null`,
      set: { releasedAt: null },
    });

/** Ends an order's sources on lessons that have not begun; past lessons keep theirs. */
export const releaseOrder = (db: Db, orderId: string, now: Date) =>
  db
    .update(rosterSources)
    .set({ releasedAt: now })
    .from(lessons)
    .where(
      and(
        eq(rosterSources.orderId, orderId),
        live,
        eq(lessons.id, rosterSources.lessonId),
        sql`${lessons.scheduledAt} > ${now}`,
      ),
    )
    .returning({ lessonId: rosterSources.lessonId });

const hand = alias(users, 'hand');

/** Returns all live sources of a lesson with their students, by name. */
export const listSourcesOfLesson = (db: Db, lessonId: string) =>
  db
    .select({
      studentId: rosterSources.studentId,
      name: users.name,
      email: users.email,
      leadSource: users.leadSource,
      kind: rosterSources.kind,
      orderId: rosterSources.orderId,
      addedBy: hand.name,
      created: rosterSources.created,
    })
    .from(rosterSources)
    .innerJoin(users, eq(users.id, rosterSources.studentId))
    .leftJoin(hand, eq(hand.id, rosterSources.addedBy))
    .where(and(eq(rosterSources.lessonId, lessonId), live))
    .orderBy(asc(users.name), asc(rosterSources.created));

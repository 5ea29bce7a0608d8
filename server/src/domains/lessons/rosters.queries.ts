import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, rosterSources } from './lessons.schema.ts';

/** The strongest kind among live sources: paying, then trial, then video. */
const strongest = sql<PlaceKind>`case
  when bool_or(${rosterSources.kind} = 'PAYMENT') then 'PAYMENT'
  when bool_or(${rosterSources.kind} = 'TRIAL') then 'TRIAL'
  else 'PAYMENT_VIDEO' end`;

const live = isNull(rosterSources.releasedOn);

/** Paying and trial students per lesson: what max_cap counts. Lessons without any are absent. */
export const countSeats = async (db: Db, lessonIds: string[]): Promise<Map<string, number>> => {
  const rows = await db
    .select({
      lessonId: rosterSources.lessonId,
      seats: sql<number>`count(distinct ${rosterSources.studentId})::int`,
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
  return new Map(rows.map((row) => [row.lessonId, row.seats]));
};

/** The kind in which a student stands on each of these lessons; lessons without the student are absent. */
export const kindsOfStudent = async (
  db: Db,
  studentId: string,
  lessonIds: string[],
): Promise<Map<string, PlaceKind>> => {
  const rows = await db
    .select({ lessonId: rosterSources.lessonId, kind: strongest })
    .from(rosterSources)
    .where(
      and(
        eq(rosterSources.studentId, studentId),
        anyOfList(rosterSources.lessonId, lessonIds, 'uuid'),
        live,
      ),
    )
    .groupBy(rosterSources.lessonId);
  return new Map(rows.map((row) => [row.lessonId, row.kind]));
};

/** The places of a student, one a lesson, each in its strongest kind: a subquery to join the lessons to. */
export const placesOfStudent = (db: Db, studentId: string) =>
  db
    .select({ lessonId: rosterSources.lessonId, kind: strongest.as('kind') })
    .from(rosterSources)
    .where(and(eq(rosterSources.studentId, studentId), live))
    .groupBy(rosterSources.lessonId)
    .as('places');

export const insertSources = (db: Db, sources: (typeof rosterSources.$inferInsert)[]) =>
  db.insert(rosterSources).values(sources);

/** Ends an order's sources on lessons that have not begun; lessons held keep their record. */
export const releaseOrder = (db: Db, orderId: string, now: Date) =>
  db
    .update(rosterSources)
    .set({ releasedOn: now })
    .from(lessons)
    .where(
      and(
        eq(rosterSources.orderId, orderId),
        live,
        eq(lessons.id, rosterSources.lessonId),
        sql`${lessons.scheduledOn} > ${now}`,
      ),
    )
    .returning({ lessonId: rosterSources.lessonId });

const hand = alias(users, 'hand');

/** Every live source of a lesson with its student, by name. */
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

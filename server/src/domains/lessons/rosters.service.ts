import { takesSeat, type PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import * as classQueries from '../classes/classes.queries.ts';
import * as rosterQueries from './rosters.queries.ts';

/** Places a student on lessons for an order; the lessons must be locked by the caller. */
export const placeForOrder = async (
  tx: Db,
  place: { orderId: string; studentId: string; kind: PlaceKind; lessonIds: string[]; at: Date },
) => {
  if (place.lessonIds.length === 0) return;
  await rosterQueries.insertSources(
    tx,
    place.lessonIds.map((lessonId) => ({
      id: newId(place.at),
      lessonId,
      studentId: place.studentId,
      kind: place.kind,
      orderId: place.orderId,
      created: place.at,
    })),
  );
};

/** Takes an order's places on lessons that have not begun; answers these lessons. */
export const releaseOrder = async (tx: Db, orderId: string, now: Date) =>
  (await rosterQueries.releaseOrder(tx, orderId, now)).map((row) => row.lessonId);

/** Ends everything that gives a student the place on a lesson; answers how much that was. */
export const releasePlace = async (
  tx: Db,
  place: { lessonId: string; studentId: string },
  now: Date,
) => (await rosterQueries.releasePlace(tx, place.lessonId, place.studentId, now)).length;

/** Moves everything that gives a student the place to another lesson; both must be locked by the caller. */
export const movePlace = async (
  tx: Db,
  place: { lessonId: string; studentId: string },
  toLessonId: string,
  now: Date,
) => {
  const released = await rosterQueries.releasePlace(tx, place.lessonId, place.studentId, now);
  await rosterQueries.reviveOrInsert(
    tx,
    released.map((source) => ({
      ...source,
      id: newId(now),
      lessonId: toLessonId,
      created: now,
      releasedOn: null,
    })),
  );
};

/**
 * Refuses with `class_full` where newcomers of this kind would pass the class's seats, and newcomers to the class with
 * `class_sold_out` where it is marked so.
 */
export const refuseFull = async (
  tx: Db,
  wish: {
    lessonId: string;
    classId: string;
    kind: PlaceKind;
    newcomers: number;
    toClass: boolean;
    field: string;
  },
) => {
  if (!takesSeat(wish.kind) || wish.newcomers === 0) return;
  const tuitionClass = await classQueries.findById(tx, wish.classId);
  const maxCap = tuitionClass?.maxCap ?? 0;
  const seats = (await rosterQueries.countSeats(tx, [wish.lessonId])).get(wish.lessonId) ?? 0;
  if (seats + wish.newcomers <= maxCap) {
    if (wish.toClass && tuitionClass?.isSoldOut)
      throw refusal('class_sold_out', { field: wish.field });
    return;
  }
  throw refusal('class_full', {
    field: wish.field,
    message:
      seats >= maxCap
        ? `This lesson is full (${seats} of ${maxCap}). Add anyway?`
        : `This lesson has ${maxCap - seats} of ${maxCap} seats left for ${wish.newcomers} students. Add anyway?`,
  });
};

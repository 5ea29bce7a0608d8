import type { PlaceKind } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
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

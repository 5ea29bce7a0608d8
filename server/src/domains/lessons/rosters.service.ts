import {
  isOwned,
  kindOfGroup,
  rosterGroups,
  takesSeat,
  type PlaceKind,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { listPlaces } from './lesson-record.queries.ts';
import { payingPlacesChanged } from './lessons.events.ts';
import * as rosterQueries from './rosters.queries.ts';

/** Places a student on lessons for an order; the caller must lock the lessons. */
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

/** Removes an order's places on lessons that have not begun; returns these lessons. */
export const releaseOrder = async (tx: Db, orderId: string, now: Date) =>
  (await rosterQueries.releaseOrder(tx, orderId, now)).map((row) => row.lessonId);

/** Ends all sources of a student's place on a lesson; returns their number. */
export const releasePlace = async (
  tx: Db,
  place: { lessonId: string; studentId: string },
  now: Date,
) => {
  await rosterQueries.renewLessons(tx, [place.lessonId], now);
  return (await rosterQueries.releasePlace(tx, place.lessonId, place.studentId, now)).length;
};

/** Moves all sources of a student's place to another lesson; the caller must lock both. */
export const movePlace = async (
  tx: Db,
  place: { lessonId: string; studentId: string },
  toLessonId: string,
  now: Date,
) => {
  await rosterQueries.renewLessons(tx, [place.lessonId, toLessonId], now);
  const released = await rosterQueries.releasePlace(tx, place.lessonId, place.studentId, now);
  await rosterQueries.reviveOrInsert(
    tx,
    released.map((source) => ({
      ...source,
      id: newId(now),
      lessonId: toLessonId,
      created: now,
      releasedAt: null,
    })),
  );
};

type ByHand = {
  lesson: { id: string; classId: string };
  group: RosterGroup;
  studentIds: readonly string[];
  allowOverbook: boolean;
  /** The name of the lesson in a question about one of several. */
  label?: string;
};

/**
 * Gives these students a place by hand, with an audit row, unless they have this kind or a stronger one; returns the
 * students who got one. The caller must lock the lesson. Throws invalid_value, class_full, class_sold_out.
 */
export const placeByHand = async (
  tx: Db,
  context: Context,
  { lesson, group, studentIds, allowOverbook, label }: ByHand,
): Promise<string[]> => {
  const visible = await findVisibleStudents(tx, [...studentIds], studentScope(context.actor));
  if (studentIds.some((id) => !visible.has(id)))
    throw refusal('invalid_value', { field: group, message: 'This is not a student.' });
  const kind = kindOfGroup[group];
  const owned = await rosterQueries.kindsOnLesson(tx, lesson.id, [...studentIds]);
  const added = studentIds.filter((id) => !isOwned(owned.get(id) ?? null, kind));
  if (added.length === 0) return [];
  const seated = (id: string) => {
    const own = owned.get(id);
    return own !== undefined && takesSeat(own);
  };
  if (!allowOverbook)
    await refuseFull(tx, {
      lessonId: lesson.id,
      classId: lesson.classId,
      kind,
      newcomers: added.filter((id) => !seated(id)).length,
      toClass: true,
      field: group,
      label,
    });
  const now = context.clock.now();
  await rosterQueries.insertSources(
    tx,
    added.map((studentId) => ({
      id: newId(now),
      lessonId: lesson.id,
      studentId,
      kind,
      addedBy: context.actor.id,
      created: now,
    })),
  );
  await rosterQueries.renewLessons(tx, [lesson.id], now);
  await recordAudit(tx, context, {
    action: 'lesson.studentsAdded',
    entity: 'lesson',
    entityId: lesson.id,
    after: { [group]: await rosterQueries.nameStudents(tx, added) },
  });
  if (kind === 'PAYMENT')
    await announce(tx, context, payingPlacesChanged, {
      classId: lesson.classId,
      studentIds: added,
    });
  return added;
};

/** The new complete list of each group of a lesson's students; an absent group stays unchanged. */
export type WantedRoster = Partial<Record<RosterGroup, readonly string[] | undefined>>;

/**
 * Replaces the groups of a lesson's students in scope: others lose that place, new ones get one by hand. Throws
 * place_of_order, and what `placeByHand` throws.
 */
export const replaceRoster = async (
  tx: Db,
  context: Context,
  lesson: ByHand['lesson'],
  { wanted, allowOverbook }: { wanted: WantedRoster; allowOverbook: boolean },
) => {
  const groups = rosterGroups.flatMap((group) => {
    const list = wanted[group];
    return list === undefined ? [] : [{ group, list: [...new Set(list)] }];
  });
  const places = await listPlaces(tx, lesson.id, studentScope(context.actor));
  for (const { group, list } of groups) {
    const left = places.filter(
      ({ kind, isVisible, studentId }) =>
        isVisible && kind === kindOfGroup[group] && !list.includes(studentId),
    );
    const staysIn = (studentId: string, kind: PlaceKind) =>
      rosterGroups.some((one) => kindOfGroup[one] === kind && wanted[one]?.includes(studentId));
    await releaseByHand(
      tx,
      context,
      lesson,
      { group, studentIds: left.map(({ studentId }) => studentId) },
      (source) => !staysIn(source.studentId, source.kind),
    );
  }
  const shown = new Map(places.map(({ studentId, kind }) => [studentId, kind]));
  for (const { group, list } of groups)
    await placeByHand(tx, context, {
      lesson,
      group,
      studentIds: list.filter((id) => shown.get(id) !== kindOfGroup[group]),
      allowOverbook,
    });
};

/** Ends the sources of these students that `goes` selects, with an audit row per student. */
const releaseByHand = async (
  tx: Db,
  context: Context,
  { id: lessonId, classId }: ByHand['lesson'],
  { group, studentIds }: { group: RosterGroup; studentIds: string[] },
  goes: (source: { studentId: string; kind: PlaceKind }) => boolean,
) => {
  if (studentIds.length === 0) return;
  const sources = (await rosterQueries.listSourcesOf(tx, lessonId, studentIds)).filter(goes);
  if (sources.some(({ orderId }) => orderId !== null))
    throw refusal('place_of_order', { field: group });
  const now = context.clock.now();
  await rosterQueries.releaseSources(
    tx,
    sources.map(({ id }) => id),
    now,
  );
  await rosterQueries.renewLessons(tx, [lessonId], now);
  for (const student of await rosterQueries.nameStudents(tx, studentIds))
    await recordAudit(tx, context, {
      action: 'lesson.studentRemoved',
      entity: 'lesson',
      entityId: lessonId,
      before: { student },
    });
  const unpaid = sources.flatMap(({ kind, studentId }) => (kind === 'PAYMENT' ? [studentId] : []));
  await announce(tx, context, payingPlacesChanged, { classId, studentIds: unpaid });
};

/** Throws `class_full` if newcomers of this kind exceed the seats, and `class_sold_out` for a class marked so. */
export const refuseFull = async (
  tx: Db,
  wish: {
    lessonId: string;
    classId: string;
    kind: PlaceKind;
    newcomers: number;
    toClass: boolean;
    field: string;
    /** The name of the lesson if it is one of several. */
    label?: string | undefined;
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
  const lesson = wish.label ?? 'This lesson';
  throw refusal('class_full', {
    field: wish.field,
    message:
      seats >= maxCap
        ? `${lesson} is full (${seats} of ${maxCap}). Add anyway?`
        : `${lesson} has ${maxCap - seats} of ${maxCap} seats left for ${wish.newcomers} students. Add anyway?`,
  });
};

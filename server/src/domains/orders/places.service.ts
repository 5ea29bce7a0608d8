import type {
  movePlace as moveOperation,
  removePlace as removeOperation,
} from 'staffroom-contract/domains/orders/places.contract.ts';
import type { BodyOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { changeRecordIn } from '../../platform/record.ts';
import { payingPlacesChanged } from '../lessons/lessons.events.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { movePlace as moveSources, releasePlace, refuseFull } from '../lessons/rosters.service.ts';
import * as rosterQueries from '../lessons/rosters.queries.ts';
import { refuseHeld } from '../lessons/unusual-lessons.service.ts';
import { lockStudent } from '../users/students.service.ts';
import { labelOf } from './orders.presenter.ts';
import * as orderQueries from './orders.queries.ts';
import { anyOrderRecord } from './orders.service.ts';

type Place = { lessonId: string; studentId: string };
type Lesson = Awaited<ReturnType<typeof lessonQueries.lockByIds>>[number];

/**
 * Removes a student from a lesson and from the orders that gave the place; their price is unchanged. Throws not_found,
 * orders_only_lesson if an order would have no lesson left, and lesson_unusual if the lesson already took place.
 */
export const removePlace = (
  context: Context,
  place: Place,
  { allow_unusual }: QueryOf<typeof removeOperation>,
) =>
  inTransactionOnce(context, async (tx) => {
    const { orders, lessons } = await lockPlace(tx, place, [place.lessonId]);
    const lesson = lessons.get(place.lessonId);
    if (!lesson) throw notFound('id');
    if (orders.some((order) => order.lessonIds.length === 1))
      throw refusal('orders_only_lesson', { field: 'id' });
    const now = context.clock.now();
    if ((await releasePlace(tx, place, now)) === 0) throw notFound('studentId');
    if (!allow_unusual) refuseHeld(context, [lesson]);
    for (const order of orders)
      await changeLessons(tx, context, order, (ids) => ids.filter((id) => id !== place.lessonId));
    await recordAudit(tx, context, {
      action: 'lesson.studentRemoved',
      entity: 'lesson',
      entityId: place.lessonId,
      before: { student: (await rosterQueries.nameStudents(tx, [place.studentId]))[0] },
    });
    await tellByHand(tx, context, orders, {
      classId: lesson.classId,
      studentIds: [place.studentId],
    });
    return { data: { orders: orders.map((order) => order.id) } };
  });

/**
 * Moves a student to another lesson of the class, with kind and orders. Throws not_found, lessons_not_in_class,
 * already_on_lesson, class_full unless overbooking is allowed, lesson_unusual if one of the lessons took place.
 */
export const movePlace = (context: Context, lessonId: string, body: BodyOf<typeof moveOperation>) =>
  inTransaction(context, async (tx) => {
    const place = { lessonId, studentId: body.student };
    const { orders, lessons } = await lockPlace(tx, place, [lessonId, body.to]);
    const [from, to] = [lessons.get(lessonId), lessons.get(body.to)];
    if (!from) throw notFound('id');
    if (!to?.isActive || to.classId !== from.classId || to.id === from.id)
      throw refusal('lessons_not_in_class', { field: 'to' });
    if (!body.allow_unusual) refuseHeld(context, [from, to]);
    const kind = (await rosterQueries.kindsOnLesson(tx, lessonId, [body.student])).get(
      body.student,
    );
    if (kind === undefined) throw notFound('student');
    if ((await rosterQueries.kindsOnLesson(tx, to.id, [body.student])).size > 0)
      throw refusal('already_on_lesson', { field: 'to' });
    if (!body.allow_overbook)
      await refuseFull(tx, {
        lessonId: to.id,
        classId: to.classId,
        kind,
        newcomers: 1,
        toClass: false,
        field: 'to',
      });
    await moveSources(tx, place, to.id, context.clock.now());
    for (const order of orders)
      await changeLessons(tx, context, order, (ids) => [
        ...new Set(ids.map((id) => (id === lessonId ? to.id : id))),
      ]);
    const [student] = await rosterQueries.nameStudents(tx, [body.student]);
    const moved = { action: 'lesson.studentMoved', entity: 'lesson' };
    await recordAudit(tx, context, {
      ...moved,
      entityId: lessonId,
      after: { student, to_lesson: nameOf(to) },
    });
    await recordAudit(tx, context, {
      ...moved,
      entityId: to.id,
      after: { student, from_lesson: nameOf(from) },
    });
    await tellByHand(tx, context, orders, { classId: to.classId, studentIds: [body.student] });
    return { data: { orders: orders.map((order) => order.id) } };
  });

/** Locks the place's orders, the student, then the lessons: the global lock order. */
const lockPlace = async (tx: Db, { lessonId, studentId }: Place, lessonIds: string[]) => {
  const ids = await rosterQueries.ordersOfPlace(tx, lessonId, studentId);
  const orders = await orderQueries.lockByIds(tx, ids);
  await lockStudent(tx, studentId);
  const lessons = await lessonQueries.lockByIds(tx, lessonIds);
  // An order may have been placed or cancelled while waiting for the locks.
  const now = await rosterQueries.ordersOfPlace(tx, lessonId, studentId);
  if (now.toSorted().join() !== ids.toSorted().join()) throw refusal('lessons_changed');
  return { orders, lessons: new Map(lessons.map((lesson) => [lesson.id, lesson])) };
};

/** Announces changes of places without an order; orders announce their own. */
const tellByHand = async (
  tx: Db,
  context: Context,
  orders: readonly orderQueries.OrderRow[],
  changed: { classId: string; studentIds: string[] },
) => {
  if (orders.length === 0) await announce(tx, context, payingPlacesChanged, changed);
};

/** Changes both the order's lessons and its billable lessons. */
const changeLessons = (
  tx: Db,
  context: Context,
  { id }: orderQueries.OrderRow,
  change: (ids: string[]) => string[],
) =>
  changeRecordIn(tx, context, anyOrderRecord, { id, action: 'lessonsChanged' }, (_tx, { row }) => ({
    lessonIds: change(row.lessonIds),
    billableLessonIds: change(row.billableLessonIds),
  }));

const nameOf = ({ id, name, term, lessonIndex }: Lesson) => ({
  _id: id,
  name: labelOf({ name, meta: { term, index: lessonIndex } }),
});

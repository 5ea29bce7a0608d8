import type { processOrder as processOperation } from '@staffroom/contract/domains/orders/orders.contract.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { changeRecord } from '../../platform/record.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { placeForOrder } from '../lessons/rosters.service.ts';
import { lockStudent } from '../users/students.service.ts';
import { assessOrder } from './assess-order.ts';
import { anyOrderRecord } from './orders.service.ts';
import { lockLessons } from './place-order.ts';
import type { orders } from './orders.schema.ts';

type Allowed = BodyOf<typeof processOperation>;

/**
 * Gives a paid order of the web shop its places (decisions: Orders): price and discount are those that were paid. An
 * order that is processed already stays as it is. Throws not_found, order_not_paid, and every problem that stands in
 * its way and is not allowed.
 */
export const processOrder = (context: Context, id: string, allowed: Allowed) =>
  changeRecord(context, anyOrderRecord, { id, action: 'processed' }, async (tx, { row }) => {
    if (row.status === 'PROCESSED') return null;
    if (row.status !== 'PAID') throw refusal('order_not_paid');
    const places = await findPlaces(tx, context, row, allowed);
    await placeForOrder(tx, {
      orderId: id,
      studentId: row.studentId,
      kind: row.type,
      lessonIds: places,
      at: context.clock.now(),
    });
    return { status: 'PROCESSED' as const };
  });

/** The lessons that the student does not own yet, locked; throws what stands in the way. */
const findPlaces = async (
  tx: Db,
  context: Context,
  order: typeof orders.$inferSelect,
  allowed: Allowed,
) => {
  const tuitionClass = await classQueries.findById(tx, order.classId);
  if (!tuitionClass) throw refusal('not_found', { field: 'class' });
  await lockStudent(tx, order.studentId);
  const asked = { class: order.classId, lessonIds: order.lessonIds };
  const lessons = await lockLessons(tx, asked, { inactiveToo: false });
  const { billable, problems } = await assessOrder(tx, context, {
    orderId: order.id,
    type: order.type,
    tuitionClass,
    lessons,
    studentId: order.studentId,
    allowOverbook: allowed.allow_overbook,
    allowSecondTrial: allowed.allow_second_trial,
    allowSeveralLessons: allowed.allow_several_lessons,
  });
  if (problems.length > 0) throw new AppError(problems);
  return billable.map((lesson) => lesson.id);
};

import type {
  acceptPaidAmount as acceptOperation,
  processOrder as processOperation,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { canAcceptPaid } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { changeRecord } from '../../platform/record.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { placeForOrder } from '../lessons/rosters.service.ts';
import { lockStudent, noteFirstPurchase } from '../users/students.service.ts';
import { assessOrder } from './assess-order.ts';
import { anyOrderRecord } from './orders.service.ts';
import * as orderQueries from './orders.queries.ts';
import { lockLessons } from './place-order.ts';
import type { orders } from './orders.schema.ts';

type Allowed = BodyOf<typeof processOperation>;

/**
 * Gives a paid web shop order its places (decisions: Orders); price and discount stay as paid. A processed order stays
 * unchanged. Throws not_found, order_not_paid, and every problem that is not allowed.
 */
export const processOrder = (context: Context, id: string, allowed: Allowed) =>
  changeRecord(context, anyOrderRecord, { id, action: 'processed' }, async (tx, { row }) => {
    if (row.status === 'PROCESSED') return null;
    if (row.status !== 'PAID') throw refusal('order_not_paid');
    if (row.attention !== null && row.attention !== 'blocked')
      throw refusal('order_awaits_decision');
    const places = await findPlaces(tx, context, row, allowed);
    await placeForOrder(tx, {
      orderId: id,
      studentId: row.studentId,
      kind: row.type,
      lessonIds: places,
      at: context.clock.now(),
    });
    return { status: 'PROCESSED' as const, ...decided };
  });

const decided = { attention: null, attentionCode: null, attentionSince: null };

/**
 * Makes the amount paid the price and assigns the places not owned. An order paid after its cancellation is valid
 * again, without its discount use. Throws not_found, stale, nothing_to_accept, and every problem that is not allowed.
 */
export const acceptPaidAmount = (
  context: Context,
  id: string,
  { remark, version, ...allowed }: BodyOf<typeof acceptOperation>,
) =>
  changeRecord(
    context,
    anyOrderRecord,
    { id, version, action: 'accepted' },
    async (tx, { row }) => {
      if (row.paidAmount === null || !canAcceptPaid(context.actor, row))
        throw refusal('nothing_to_accept');
      const now = context.clock.now();
      const places = await findPlaces(tx, context, row, { ...allowed, ownsAll: true });
      if (places.length > 0)
        await placeForOrder(tx, {
          orderId: id,
          studentId: row.studentId,
          kind: row.type,
          lessonIds: places,
          at: now,
        });
      const wasCancelled = row.status === 'CANCELLED';
      if (wasCancelled && row.type !== 'TRIAL')
        await noteFirstPurchase(tx, row.studentId, row.completedAt ?? now);
      await orderQueries.insertHistory(tx, {
        orderId: id,
        at: now,
        actor: context.actor,
        action: 'updated',
        remark: `Accepted the amount paid: ${remark}`,
        changes: [],
      });
      return {
        ...decided,
        status: 'PROCESSED' as const,
        actualPrice: row.paidAmount,
        acceptedDifference: row.acceptedDifference + row.paidAmount - row.actualPrice,
        ...(wasCancelled && { cancelledAt: null, discountCodeId: null }),
      };
    },
  );

/** Locks the lessons and returns the ids of those that the student does not own yet; throws all problems. */
const findPlaces = async (
  tx: Db,
  context: Context,
  order: typeof orders.$inferSelect,
  allowed: Allowed & { ownsAll?: boolean },
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
  const standing = allowed.ownsAll
    ? problems.filter(({ code }) => code !== 'all_lessons_owned')
    : problems;
  if (standing.length > 0) throw new AppError(standing);
  return billable.map((lesson) => lesson.id);
};

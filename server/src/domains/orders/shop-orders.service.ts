import type { ShopOrder } from '@staffroom/contract/domains/orders/shop-order.schema.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { changeRecordIn } from '../../platform/record.ts';
import { noteFirstPurchase } from '../users/students.service.ts';
import { anyOrderRecord } from './orders.service.ts';
import * as orderQueries from './orders.queries.ts';
import { placeOrder } from './place-order.ts';
import { processPaidOrderJob } from './process-paid-order.job.ts';

/**
 * Takes an order of the web shop in the given transaction and answers its id: begun, it is refused for whatever would
 * refuse it here; paid, it is kept whatever stands against it, and queued to be processed.
 */
export const takeShopOrder = async (tx: Db, context: Context, jobs: Jobs, order: ShopOrder) => {
  const { status, lesson, price, payment, ...request } = order;
  const completedOn = payment.completed_on === undefined ? null : new Date(payment.completed_on);
  const place = (inner: Db) =>
    placeOrder(inner, context, {
      ...request,
      lessonIds: lesson,
      payment: { channel: 'online', provider: payment.provider },
      is_renewal: false,
      allow_overbook: false,
      allow_second_trial: false,
      allow_several_lessons: false,
      brand: 'HOUSE',
      shop: { status, completedOn, price },
    });
  if (status === 'INIT') return (await place(tx)).order.id;
  const placed = await evenIfUsedUp(tx, place);
  await queue(tx, context, jobs, placed.order.id);
  return placed.order.id;
};

/** Who loses the race for a code's last use is placed once more, now without it. */
const evenIfUsedUp = async <Placed>(tx: Db, place: (inner: Db) => Promise<Placed>) => {
  try {
    return await tx.transaction(place);
  } catch (error) {
    if (!(error instanceof AppError) || error.items[0]?.code !== 'discount_code_used_up')
      throw error;
    return place(tx);
  }
};

/**
 * Notes that an order which was begun is paid, and queues it. One that was cancelled meanwhile stays cancelled, and its
 * history says that money came.
 */
export const payShopOrder = async (
  tx: Db,
  context: Context,
  jobs: Jobs,
  { id, completedOn }: { id: string; completedOn: Date },
) => {
  const paid = await changeRecordIn(
    tx,
    context,
    anyOrderRecord,
    { id, action: 'paid' },
    async (_tx, { row }) => {
      if (row.status !== 'INIT') return null;
      if (row.type !== 'TRIAL') await noteFirstPurchase(tx, row.studentId, completedOn);
      return { status: 'PAID' as const, completedOn };
    },
  );
  if (paid.status === 'PAID') await queue(tx, context, jobs, id);
  if (paid.status === 'CANCELLED')
    await orderQueries.insertHistory(tx, {
      orderId: id,
      at: context.clock.now(),
      actor: context.actor,
      action: 'updated',
      remark: 'The web shop was paid for this order after it had been cancelled.',
      changes: [],
    });
};

const queue = (tx: Db, context: Context, jobs: Jobs, orderId: string) =>
  jobs.enqueue(tx, context, processPaidOrderJob, { orderId });

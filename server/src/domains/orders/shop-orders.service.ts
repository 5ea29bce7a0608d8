import {
  attentionAtPayment,
  type AttentionReason,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import type {
  ShopCancel,
  ShopPurchase,
  ShopWarning,
} from 'staffroom-contract/domains/orders/shop-order.schema.ts';
import { formatMoney, toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { timeAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { changeRecordIn } from '../../platform/record.ts';
import { isEnabled, spendUseIfLeft } from '../discount-codes/discount-codes.service.ts';
import { noteFirstPurchase } from '../users/students.service.ts';
import { giveUpOrder } from './give-up-order.ts';
import { anyOrderRecord } from './orders.service.ts';
import * as orderQueries from './orders.queries.ts';
import { placeOrder } from './place-order.ts';
import { processPaidOrderJob } from './process-paid-order.job.ts';

/**
 * Takes a web shop order in the given transaction and returns its id. An unpaid one is refused for any problem. A paid
 * one is always kept: it is queued for processing, or needs attention with the reason.
 */
export const takeShopOrder = async (tx: Db, context: Context, jobs: Jobs, order: ShopPurchase) => {
  const { status, lesson, price, payment, ...request } = order;
  const completedAt =
    status === 'INIT' ? null : new Date(payment.completed_on ?? context.clock.now());
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
      shop: { status, completedAt, price, paid: paidOf(order) },
    });
  if (status === 'INIT') return (await place(tx)).order.id;
  const placed = await evenIfUsedUp(tx, place);
  if (placed.order.attention === null) await queue(tx, context, jobs, placed.order.id);
  return placed.order.id;
};

/** The amount received, in hundredths; null if unknown. An undefined currency means the class's. */
const paidOf = ({ status, price, payment }: Pick<ShopPurchase, 'status' | 'price' | 'payment'>) => {
  const amount = payment.amount ?? price;
  return status === 'INIT' || amount === undefined
    ? null
    : { amount: toCents(amount), currency: payment.currency };
};

/** False if a repeated payment has another amount or currency; the call is then refused (external_id_reused). */
export const isSamePayment = async (tx: Db, order: ShopPurchase, id: string): Promise<boolean> => {
  const paid = paidOf(order);
  const [row] = await orderQueries.lockByIds(tx, [id]);
  return (
    !paid ||
    !row ||
    (paid.amount === row.paidAmount &&
      (paid.currency ?? row.currency) === (row.paidCurrency ?? row.currency))
  );
};

/** If another order takes the code's last use first, the order is placed again without the code. */
const evenIfUsedUp = async <Placed>(tx: Db, place: (inner: Db) => Promise<Placed>) => {
  try {
    return await tx.transaction(place);
  } catch (error) {
    if (!(error instanceof AppError) || error.items[0]?.code !== 'discount_code_used_up')
      throw error;
    return place(tx);
  }
};

type Payment = { id: string; order: ShopPurchase; contentDiffers: boolean };

/**
 * Records an unpaid or expired order's payment and queues it. A cancelled order, and one paid with another amount,
 * class, lessons or student, needs attention. Returns warnings for ignored differences.
 */
export const payShopOrder = async (
  tx: Db,
  context: Context,
  jobs: Jobs,
  { id, order, contentDiffers }: Payment,
): Promise<ShopWarning[]> => {
  const warnings: ShopWarning[] = [];
  const notes: string[] = [];
  const now = context.clock.now();
  const completedAt = new Date(order.payment.completed_on ?? now);
  await changeRecordIn(
    tx,
    context,
    anyOrderRecord,
    { id, action: 'paid' },
    async (_tx, { row, shown }) => {
      if (row.status !== 'INIT' && row.status !== 'CANCELLED') return null;
      const paid = paidOf(order);
      const money = paid && {
        paidAmount: paid.amount,
        paidCurrency: paid.currency ?? row.currency,
      };
      const { provider } = order.payment;
      if (provider !== undefined && provider !== row.provider)
        warnings.push({
          code: 'provider_changed',
          field: 'payment.provider',
          message: `The order was created with ${row.provider ?? 'no provider'}.`,
        });
      if (row.status === 'CANCELLED' && !row.expired) {
        notes.push('The web shop was paid for this order after it had been cancelled.');
        return { ...money, completedAt, ...waiting('paid_after_cancel', now) };
      }
      const differing = differingFields(order, row, shown.created_by.email);
      if (differing.length > 0)
        notes.push(`The payment names another ${differing.join(' and ')} than the order.`);
      else if (contentDiffers)
        warnings.push({
          code: 'content_changed',
          field: 'item',
          message: 'Other details than those of the order were ignored.',
        });
      const code = await codeAtPayment(tx, row);
      if (code.unusable) notes.push('Its discount code could not be used when it was paid.');
      const reason = attentionAtPayment({
        price: row.actualPrice,
        currency: row.currency,
        paid: money && { amount: money.paidAmount, currency: money.paidCurrency },
        nothingLeft: false,
        codeUnusable: code.unusable,
      });
      if (reason === 'amount_differs' && money)
        notes.push(
          `The price is ${formatMoney(toWireAmount(row.actualPrice), row.currency)}; ${formatMoney(toWireAmount(money.paidAmount), money.paidCurrency)} was paid.`,
        );
      if (row.type !== 'TRIAL') await noteFirstPurchase(tx, row.studentId, completedAt);
      return {
        ...money,
        status: 'PAID' as const,
        completedAt,
        cancelledAt: null,
        expired: false,
        discountCodeId: code.id,
        ...(differing.length > 0
          ? waiting('amount_differs', now)
          : reason
            ? waiting(reason, now)
            : {}),
      };
    },
  );
  for (const remark of notes) await note(tx, context, id, remark);
  const [after] = await orderQueries.lockByIds(tx, [id]);
  if (after?.status === 'PAID' && after.attention === null) await queue(tx, context, jobs, id);
  return warnings;
};

const waiting = (attention: AttentionReason, since: Date) => ({
  attention,
  attentionCode: null,
  attentionSince: since,
});

/** Names the fields of the payment that differ from the order: class, lessons and student. */
const differingFields = (order: ShopPurchase, row: orderQueries.OrderRow, email: string) => [
  ...(order.class === row.classId ? [] : ['class']),
  ...(new Set(order.lesson).symmetricDifference(new Set(row.lessonIds)).size === 0
    ? []
    : ['set of lessons']),
  ...(order.email.toLowerCase() === email.toLowerCase() ? [] : ['e-mail']),
];

/**
 * The code of an order at payment. Expiry returned the code's use. The payment takes a new one; if all are used, or
 * the code was disabled meanwhile, the order needs attention. `id` is null if the order has no use of a code.
 */
const codeAtPayment = async (tx: Db, row: orderQueries.OrderRow) => {
  const id = row.discountCodeId;
  if (id === null) return { id, unusable: false };
  if (row.status === 'CANCELLED' && !(await spendUseIfLeft(tx, id)))
    return { id: null, unusable: true };
  return { id, unusable: !(await isEnabled(tx, id)) };
};

/** Cancels an unpaid shop order; a cancelled one stays so. Throws order_already_paid. */
export const cancelShopOrder = async (
  tx: Db,
  context: Context,
  id: string,
  { remark }: ShopCancel,
) => {
  await changeRecordIn(
    tx,
    context,
    anyOrderRecord,
    { id, action: 'cancelled' },
    async (_tx, { row }) => {
      if (row.status === 'CANCELLED') return row.expired ? { expired: false } : null;
      if (row.status !== 'INIT') throw refusal('order_already_paid', { field: 'status' });
      await giveUpOrder(tx, context, row);
      return {
        status: 'CANCELLED' as const,
        cancelledAt: timeAfter(context.clock, row.created),
        remark: remark || 'Given up in the web shop',
      };
    },
  );
};

const note = (tx: Db, context: Context, orderId: string, remark: string) =>
  orderQueries.insertHistory(tx, {
    orderId,
    at: context.clock.now(),
    actor: context.actor,
    action: 'updated',
    remark,
    changes: [],
  });

const queue = (tx: Db, context: Context, jobs: Jobs, orderId: string) =>
  jobs.enqueue(tx, context, processPaidOrderJob, { orderId });

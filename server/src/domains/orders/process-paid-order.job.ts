import { z } from 'zod';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { defineJob } from '../../platform/jobs.ts';
import { findSystem } from '../identity/use-service-token.ts';
import { changeRecordIn } from '../../platform/record.ts';
import * as orderQueries from './orders.queries.ts';
import { anyOrderRecord } from './orders.service.ts';
import { processOrder } from './process-order.ts';

/** Processes an order reported as paid. With problems, noted in its history, it stays PAID and needs attention. */
export const processPaidOrderJob = defineJob({
  name: 'process-paid-order',
  payload: z.strictObject({ orderId: idSchema }),
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, { orderId }) => {
    const actor = await findSystem(job.db, job.actorId);
    if (!actor) return;
    const context = { ...job, actor };
    try {
      await processOrder(context, orderId, {
        allow_overbook: false,
        allow_second_trial: false,
        allow_several_lessons: false,
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await noteProblems(context, orderId, error);
    }
  },
});

/** Records the problems once. */
const noteProblems = (context: Context, orderId: string, { items }: AppError) =>
  inTransaction(context, async (tx) => {
    const [order] = await orderQueries.lockByIds(tx, [orderId]);
    if (order?.status !== 'PAID') return;
    const code = items[0]?.code ?? null;
    await changeRecordIn(tx, context, anyOrderRecord, { id: orderId, action: 'blocked' }, () => ({
      attention: code === 'all_lessons_owned' ? ('nothing_left' as const) : ('blocked' as const),
      attentionCode: code,
      attentionSince: order.attentionSince ?? context.clock.now(),
    }));
    const remark = `Not processed: ${items.map(({ message }) => message).join(' ')}`;
    const last = (await orderQueries.listHistory(tx, orderId)).at(-1);
    if (last?.remark === remark) return;
    await orderQueries.insertHistory(tx, {
      orderId,
      at: context.clock.now(),
      actor: context.actor,
      action: 'updated',
      remark,
      changes: [],
    });
  });

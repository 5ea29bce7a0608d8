import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { giveBackUse } from '../discount-codes/discount-codes.service.ts';
import { releaseOrder } from '../lessons/rosters.service.ts';
import { lockStudent, setFirstPurchase } from '../users/students.service.ts';
import * as orderQueries from './orders.queries.ts';

/** Releases coming places and the discount use, updates the first purchase; no money is moved (decisions: Orders). */
export const giveUpOrder = async (
  tx: Db,
  context: Pick<Context, 'clock'>,
  row: orderQueries.OrderRow,
) => {
  await lockStudent(tx, row.studentId);
  await releaseOrder(tx, row.id, context.clock.now());
  if (row.type !== 'TRIAL')
    await setFirstPurchase(
      tx,
      row.studentId,
      await orderQueries.firstPurchaseOf(tx, row.studentId, { without: row.id }),
    );
  await giveBackUse(tx, row.discountCodeId);
};

import { newId } from '../../src/platform/ids.ts';
import { discountCodes } from '../../src/domains/discount-codes/discount-codes.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';

/** An active code of 10 %, without a limit, valid around now. */
export const aDiscountCode = async (
  app: Stage,
  values: Partial<typeof discountCodes.$inferInsert> = {},
) => {
  const now = app.clock.now();
  const [row] = await app.database.db
    .insert(discountCodes)
    .values({
      id: newId(now),
      code: unique('CODE').toUpperCase(),
      discountType: 'Percent',
      value: 1000,
      startDate: dayOf(now, -90),
      endDate: dayOf(now, 30),
      created: now,
      updated: now,
      ...values,
    })
    .returning();
  if (!row) throw new Error('No discount code was made.');
  return row;
};

const dayOf = (now: Date, daysAhead: number) =>
  new Date(now.getTime() + daysAhead * 24 * 60 * 60_000).toISOString().slice(0, 10);

import type { createDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { discountCodes } from '../../src/domains/discount-codes/discount-codes.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow } from './insert-row.ts';

/** An active code of 10 % without a limit, currently valid. */
export const aDiscountCode = (
  app: Stage,
  values: Partial<typeof discountCodes.$inferInsert> = {},
) => {
  const now = app.clock.now();
  return insertRow(app, discountCodes, {
    code: unique('CODE').toUpperCase(),
    discountType: 'Percent',
    value: 1000,
    startDate: dayOf(now, -90),
    endDate: dayOf(now, 30),
    ...values,
  });
};

type Body = BodyInput<typeof createDiscountCode>;

/** The form's body for a new code of 10 %, valid for a month from today. */
export const aDiscountCodeBody = (app: Pick<Stage, 'clock'>, values: Partial<Body> = {}): Body => {
  const now = app.clock.now();
  return {
    code: unique('NEW').toUpperCase(),
    desc: 'Friends of the house',
    discount_type: 'Percent',
    discount: 10,
    start_date: dayOf(now, 0),
    end_date: dayOf(now, 30),
    usage_limit: 0,
    ...values,
  };
};

const dayOf = (now: Date, daysAhead: number) =>
  addDays(businessDayOf(now.toISOString(), 'Asia/Singapore'), daysAhead);

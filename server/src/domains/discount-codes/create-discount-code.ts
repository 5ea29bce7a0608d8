import type { CreateDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import {
  datesProblem,
  discountValue,
} from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { errorCatalogue, type ErrorItem } from 'staffroom-contract/shared/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createRecord } from '../../platform/record.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { findEnabledAgent } from '../users/students.service.ts';
import { businessToday, discountCodeRecord } from './discount-codes.service.ts';

/**
 * Creates an enabled code (part 1 §5, Discount form), at most once per Idempotency-Key. Throws
 * invalid_value for dates and classes and agent_not_enabled together; discount_code_taken only without these.
 */
export const createDiscountCode = (context: Context, body: CreateDiscountCode) =>
  createRecord(context, discountCodeRecord, async (tx, insert) => {
    const today = businessToday(context);
    const dates = datesOf(body, context);
    const classIds = [...new Set(body.merchandise_id)];
    const classes = await classQueries.listNames(tx, classIds);
    const problems = [
      ...dateProblems(dates, today),
      ...missingClasses(classIds.length - classes.length),
      ...(await agentProblems(tx, body.agent)),
    ];
    if (problems.length > 0) throw new AppError(problems);
    await insert({
      code: body.code,
      description: body.desc,
      discountType: body.discount_type,
      value: discountValue(body.discount_type, body.discount),
      currency: body.currency,
      startDate: dates.start_date,
      endDate: dates.end_date,
      usageLimit: body.usage_limit,
      agentId: body.agent ?? null,
      blockTrial: body.block_trial,
      classIds,
    });
  });

type Dates = Pick<CreateDiscountCode, 'start_date' | 'end_date'>;

/** An instant is converted to its business day (decisions: Time, money, text). */
const datesOf = ({ start_date, end_date }: Dates, { settings }: Context): Dates => ({
  start_date: toBusinessDay(start_date, settings.businessTimeZone),
  end_date: toBusinessDay(end_date, settings.businessTimeZone),
});

const dateProblems = (dates: Dates, today: string): ErrorItem[] => {
  const problem = datesProblem(dates, today);
  return problem ? [{ code: 'invalid_value', ...problem }] : [];
};

const missingClasses = (count: number): ErrorItem[] => {
  if (count === 0) return [];
  const message = `${count === 1 ? 'A chosen class does' : `${count} chosen classes do`} not exist.`;
  return [{ code: 'invalid_value', field: 'merchandise_id', message }];
};

const agentProblems = async (tx: Db, agent: string | null | undefined): Promise<ErrorItem[]> => {
  if (agent == null || (await findEnabledAgent(tx, agent))) return [];
  const [, message] = errorCatalogue.agent_not_enabled;
  return [{ code: 'agent_not_enabled', field: 'agent', message }];
};

import type { DiscountTerms } from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import * as discountCodeQueries from './discount-codes.queries.ts';

/** A code with the terms the rules decide by. */
export type UsableCode = DiscountTerms & {
  id: string;
  code: string;
  agent: { id: string; name: string } | null;
};

/** The code that was typed, or undefined when there is none. */
export const findCode = async (db: Db, code: string): Promise<UsableCode | undefined> => {
  const row = await discountCodeQueries.findByCode(db, code);
  if (!row) return undefined;
  return {
    id: row.id,
    code: row.code,
    discount_type: row.discountType,
    value: row.value,
    currency: row.currency,
    start_date: row.startDate,
    end_date: row.endDate,
    usage_limit: row.usageLimit,
    total_usage: row.totalUsage,
    is_active: row.isActive,
    block_trial: row.blockTrial,
    class_ids: row.classIds,
    agent: row.agentId === null ? null : { id: row.agentId, name: row.agentName ?? '' },
  };
};

/** Spends one use in the order's transaction; never passes the limit, however many come at once. */
export const spendUse = async (tx: Db, code: UsableCode) => {
  if (!(await discountCodeQueries.spendUse(tx, code.id)))
    throw refusal('discount_code_used_up', { field: 'discount_code' });
};

/** Cancelling an order gives the use back. */
export const giveBackUse = async (tx: Db, codeId: string | null) => {
  if (codeId !== null) await discountCodeQueries.giveBackUse(tx, codeId);
};

import type { DiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, everyRow, type CsvColumn } from '../../platform/csv.ts';
import type { CsvAnswer } from '../../platform/handle.ts';
import type { DiscountCodeQuery } from './discount-code-list.queries.ts';
import { listDiscountCodes } from './discount-codes.service.ts';

const columns: CsvColumn<DiscountCode>[] = [
  { header: 'status', value: (code) => code.status },
  { header: 'code', value: (code) => code.code },
  { header: 'desc', value: (code) => code.desc },
  { header: 'discount_type', value: (code) => code.discount_type },
  { header: 'discount', value: (code) => code.discount },
  { header: 'currency', value: (code) => code.currency },
  { header: 'start_date', value: (code) => code.start_date },
  { header: 'end_date', value: (code) => code.end_date },
  { header: 'total_usage', value: (code) => code.total_usage },
  { header: 'usage_limit', value: (code) => code.usage_limit },
  { header: 'agent_email', value: (code) => code.agent_email },
  { header: 'is_active', value: (code) => code.is_active },
  { header: 'block_trial', value: (code) => code.block_trial },
  { header: 'classes', value: (code) => code.merchandise_id.length },
  { header: 'created', value: (code) => code.created },
];

/** Every code that matches, as CSV; `usage_limit` 0 is unlimited, `classes` 0 is every class. */
export const exportDiscountCodes = async (
  context: Context,
  query: DiscountCodeQuery,
): Promise<CsvAnswer> =>
  csvAnswer(
    'discount-codes.csv',
    columns,
    everyRow((page) => listDiscountCodes(context, page), query),
  );

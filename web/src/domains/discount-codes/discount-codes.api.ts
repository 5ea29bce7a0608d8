import { getDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** The `{type}` of the paths of the list and of new codes. */
export const params = { type: 'general' } as const;

export const discountCodeQuery = (id: string) =>
  operationQuery(getDiscountCode, { params: { id } });

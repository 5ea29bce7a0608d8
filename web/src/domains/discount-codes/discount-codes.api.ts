import { keepPreviousData } from '@tanstack/react-query';
import {
  createDiscountCode,
  getDiscountCode,
  listDiscountCodes,
  updateDiscountCode,
} from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { downloadList } from '../../lib/download.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

type ListQuery = Partial<QueryOf<typeof listDiscountCodes>>;

/** The `{type}` of every path (api.md: Parameters). */
export const params = { type: 'general' } as const;

export const discountCodeListQuery = (query: ListQuery) => ({
  ...operationQuery(listDiscountCodes, { params, query }),
  placeholderData: keepPreviousData,
});

/** Every code that matches, as CSV. */
export const downloadDiscountCodes = (query: ListQuery) =>
  downloadList(listDiscountCodes, { params, query }, 'discount-codes.csv');

export const discountCodeQuery = (id: string) =>
  operationQuery(getDiscountCode, { params: { id } });

export const useCreateDiscountCode = () =>
  useOperation(createDiscountCode, { refreshes: ['discount-codes'] });

export const useUpdateDiscountCode = () =>
  useOperation(updateDiscountCode, { refreshes: ['discount-codes'] });

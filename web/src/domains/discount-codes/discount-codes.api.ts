import { keepPreviousData } from '@tanstack/react-query';
import {
  createDiscountCode,
  getDiscountCode,
  listDiscountCodeChanges,
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

/** Steps on a page of the timeline. */
export const changesPageSize = 20;

export const discountCodeChangesQuery = (id: string, page: number) => ({
  ...operationQuery(listDiscountCodeChanges, {
    params: { id },
    query: { max: changesPageSize, offset: (page - 1) * changesPageSize },
  }),
  placeholderData: keepPreviousData,
});

export const useCreateDiscountCode = () =>
  useOperation(createDiscountCode, { refreshes: ['discount-codes'] });

export const useUpdateDiscountCode = () =>
  useOperation(updateDiscountCode, { refreshes: ['discount-codes'] });

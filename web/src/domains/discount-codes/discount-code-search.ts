import { z } from 'zod';
import type { listDiscountCodes } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import type { Sorting } from '../../ui/data-table.tsx';

/** Discount codes on a page (part 1 §9). */
export const pageSize = 20;

export const codeStatuses = ['Active', 'Inactive'] as const;

/** The columns that can be sorted, in the list's terms. */
const sortings = ['code', 'start_date', 'end_date', 'total_usage'] as const;

/** What the address of the list holds; all of it may be missing, nonsense counts as missing. */
export const discountCodeSearchSchema = z.object({
  search: optionalInAddress(textInAddress),
  status: optionalInAddress(z.enum(codeStatuses)),
  agent: optionalInAddress(z.uuid()),
  sortBy: optionalInAddress(z.enum(sortings)),
  order: optionalInAddress(z.enum(['asc', 'desc'])),
  page: optionalInAddress(z.int().min(1)),
});
export type DiscountCodeSearch = z.infer<typeof discountCodeSearchSchema>;

type ListQuery = QueryOf<typeof listDiscountCodes>;

/** The call's filter for what the address says. */
export const codeFilterOf = ({
  search,
  status,
  agent,
}: DiscountCodeSearch): ListQuery['filter'] => ({
  ...(search && { search: { regex: search } }),
  ...(status && { status }),
  ...(agent && { agent }),
});

/** The newest first, unless a column was chosen. */
export const sortingOf = ({ sortBy, order }: DiscountCodeSearch) =>
  sortBy ? { sortBy, order: order ?? 'asc' } : ({ sortBy: 'created', order: 'desc' } as const);

/** The page of the list that the address asks for. */
export const codeQueryOf = (search: DiscountCodeSearch): Partial<ListQuery> => ({
  filter: codeFilterOf(search),
  max: pageSize,
  offset: ((search.page ?? 1) - 1) * pageSize,
  ...sortingOf(search),
});

/** A changed filter begins on page 1 and keeps the order of the rows. */
export const withFilter = (
  search: DiscountCodeSearch,
  filter: Pick<DiscountCodeSearch, 'search' | 'status' | 'agent'>,
): DiscountCodeSearch => ({ ...search, ...filter, page: undefined });

/** Rows in another order begin on page 1. */
export const withSorting = (search: DiscountCodeSearch, { sortBy, order }: Sorting) => ({
  ...search,
  ...discountCodeSearchSchema.pick({ sortBy: true, order: true }).parse({ sortBy, order }),
  page: undefined,
});

/** How many filters differ from their default. */
export const changedFilters = (search: DiscountCodeSearch): number =>
  Object.keys(codeFilterOf(search)).length;

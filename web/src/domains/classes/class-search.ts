import { z } from 'zod';
import {
  subjects,
  type listClasses,
} from '@staffroom/contract/domains/classes/classes.contract.ts';
import { levelTags } from '@staffroom/contract/shared/levels.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import type { Sorting } from '../../ui/data-table.tsx';

/** Classes on a page (part 1 §9). */
export const pageSize = 10;

export const classStates = ['Active', 'Inactive'] as const;

/** The columns that can be sorted, in the list's terms. */
const sortings = ['name', 'start_date', 'updated'] as const;

/** What the address of the list holds; all of it may be missing, nonsense counts as missing. */
export const classSearchSchema = z.object({
  /** A part of the name. */
  search: optionalInAddress(textInAddress),
  subject: optionalInAddress(z.enum(subjects)),
  level: optionalInAddress(z.enum(levelTags)),
  state: optionalInAddress(z.enum(classStates)),
  sortBy: optionalInAddress(z.enum(sortings)),
  order: optionalInAddress(z.enum(['asc', 'desc'])),
  page: optionalInAddress(z.int().min(1)),
  /** The class whose form is open. */
  class: optionalInAddress(z.uuid()),
  dialog: optionalInAddress(z.literal('create')),
});
export type ClassSearch = z.infer<typeof classSearchSchema>;

type ListQuery = QueryOf<typeof listClasses>;

/** The call's filter for what the address says. */
export const classFilterOf = ({
  search,
  subject,
  level,
  state,
}: ClassSearch): ListQuery['filter'] => ({
  ...(search && { name: { regex: search } }),
  ...(subject && { subject }),
  ...(level && { level }),
  ...(state && { is_active: state === 'Active' }),
});

/** The last changed first, unless a column was chosen. */
export const sortingOf = ({ sortBy, order }: ClassSearch) =>
  sortBy ? { sortBy, order: order ?? 'asc' } : ({ sortBy: 'updated', order: 'desc' } as const);

/** The page of the list that the address asks for. */
export const classQueryOf = (search: ClassSearch): Partial<ListQuery> => ({
  filter: classFilterOf(search),
  max: pageSize,
  offset: ((search.page ?? 1) - 1) * pageSize,
  ...sortingOf(search),
});

/** A changed filter begins on page 1 and keeps the order of the rows. */
export const withFilter = (
  search: ClassSearch,
  filter: Pick<ClassSearch, 'search' | 'subject' | 'level' | 'state'>,
): ClassSearch => ({ ...search, ...filter, page: undefined });

/** Rows in another order begin on page 1. */
export const withSorting = (search: ClassSearch, { sortBy, order }: Sorting): ClassSearch => ({
  ...search,
  ...classSearchSchema.pick({ sortBy: true, order: true }).parse({ sortBy, order }),
  page: undefined,
});

/** How many filters differ from their default. */
export const changedFilters = (search: ClassSearch): number =>
  Object.keys(classFilterOf(search)).length;

/** 'No classes found', or that no name matches (part 1 §2, Class list). */
export const emptyTextOf = ({ search }: ClassSearch): string =>
  search ? 'No class found matching that name' : 'No classes found';

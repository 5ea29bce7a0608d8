import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import {
  getClass,
  updateClass,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { everyQuery, listQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Active classes that have not ended, by name; for pickers that order from them. */
export const orderableClasses = (name: string) =>
  listQuery(listClasses, {
    filter: {
      is_active: true,
      end_date: { gt: 'now' },
      ...(name.trim() && { name: { regex: name.trim() } }),
    },
    sortBy: 'name',
    order: 'asc',
  });

export const classQuery = (id: string) => operationQuery(getClass, { params: { id } });

/** Names, rates and schedules of classes stand on lessons, orders and discount codes too. */
export const refreshedByClasses: readonly Domain[] = [
  'classes',
  'lessons',
  'orders',
  'discount-codes',
];

export const useUpdateClass = () => useOperation(updateClass, { refreshes: refreshedByClasses });

export type ClassFilter = QueryOf<typeof listClasses>['filter'];

/** Every class that matches, by name. */
export const everyClassQuery = (filter: ClassFilter) =>
  everyQuery(listClasses, { filter, sortBy: 'name', order: 'asc' });

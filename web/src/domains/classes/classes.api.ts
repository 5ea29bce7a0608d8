import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { getClass, updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { everyQuery, listQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Active classes that have not ended, by name, for pickers in orders. */
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

/** Domains to refetch after a class changes: they show names, rates and schedules of classes. */
export const refreshedByClasses: readonly Domain[] = [
  'classes',
  'lessons',
  'orders',
  'discount-codes',
  'tickets',
];

export const useUpdateClass = () => useOperation(updateClass, { refreshes: refreshedByClasses });

export type ClassFilter = QueryOf<typeof listClasses>['filter'];

/** All matching classes by name. */
export const everyClassQuery = (filter: ClassFilter) =>
  everyQuery(listClasses, { filter, sortBy: 'name', order: 'asc' });

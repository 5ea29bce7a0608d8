import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { listQuery } from '../../lib/queries.ts';

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

import {
  listClasses,
  type ClassSummary,
} from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { callOperation } from '../../lib/api-client.ts';
import { fetchEvery } from '../../lib/fetch-every.ts';
import { queryKey } from '../../lib/query-keys.ts';

export type ClassFilter = QueryOf<typeof listClasses>['filter'];

/** Every class that matches, by name, however many pages that takes. */
export const everyClassQuery = (filter: ClassFilter) => ({
  queryKey: queryKey(listClasses, { every: filter }),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ClassSummary[]> =>
    fetchEvery((range) =>
      callOperation(
        listClasses,
        { query: { filter, sortBy: 'name', order: 'asc', ...range } },
        { signal },
      ),
    ),
});

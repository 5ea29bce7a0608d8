import {
  listLessons,
  type LessonSummary,
} from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { callOperation } from '../../lib/api-client.ts';
import { fetchEvery } from '../../lib/fetch-every.ts';
import { queryKey, type Domain } from '../../lib/query-keys.ts';

/** The place itself and the orders that gave it. */
export const refreshedByPlaces: readonly Domain[] = ['lessons', 'orders'];

/** Every active lesson of a class, the earliest first: where a student can be moved to. */
export const activeLessonsQuery = (classId: string) => ({
  queryKey: queryKey(listLessons, { everyActiveOf: classId }),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<LessonSummary[]> =>
    fetchEvery((range) =>
      callOperation(
        listLessons,
        {
          query: {
            filter: { class: classId, is_active: true },
            sortBy: 'scheduled_on',
            order: 'asc',
            ...range,
          },
        },
        { signal },
      ),
    ),
});

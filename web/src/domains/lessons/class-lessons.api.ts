import { queryOptions } from '@tanstack/react-query';
import {
  checkLessons,
  type Booking,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  listLessons,
  type LessonSummary,
} from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { BodyInput } from '@staffroom/contract/shared/operation.ts';
import { defineList, listPageQuery } from '../../kit/list/define-list.ts';
import { callOperation } from '../../lib/api-client.ts';
import { fetchEvery } from '../../lib/fetch-every.ts';
import { operationQuery } from '../../lib/queries.ts';
import { queryKey } from '../../lib/query-keys.ts';

/** A class's lessons, the first to take place first (part 1 §2, Class lessons). */
export const classLessonList = defineList({
  operation: listLessons,
  nouns: ['lesson', 'lessons'],
  pageSize: 20,
  sort: { default: ['scheduled_on', 'asc'] },
  empty: { none: 'This class currently has no lessons' },
});

export const classLessonScope = (classId: string) => ({ filter: { class: classId } });

export const classLessonsQuery = (classId: string, page: number) =>
  listPageQuery(classLessonList, { page }, '', classLessonScope(classId));

/** How many lessons of a class have ended by then. */
export const endedLessonsQuery = (classId: string, by: string) =>
  operationQuery(listLessons, {
    query: { filter: { class: classId, ended_on: { between: [null, by] } }, max: 1 },
  });

/** The last lesson of a class by its time, from which a new one counts on. */
export const lastLessonQuery = (classId: string) =>
  operationQuery(listLessons, {
    query: { filter: { class: classId }, sortBy: 'scheduled_on', order: 'desc', max: 1 },
  });

/** Every active lesson of a class, the earliest first: where a student can be moved or added to. */
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

type Candidate = BodyInput<typeof checkLessons>['lessons'][number];

/** Who would be booked twice, by the lesson's key. A question, although its input is too long for an address. */
export const bookingsQuery = (questions: readonly { key: string; lesson: Candidate }[]) =>
  queryOptions({
    queryKey: queryKey(checkLessons, questions),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly Booking[]>> => {
      const lessons = questions.map(({ lesson }) => lesson);
      const { data } = await callOperation(checkLessons, { body: { lessons } }, { signal });
      return new Map(questions.map(({ key }, at) => [key, data[at]?.bookings ?? []]));
    },
  });

import { queryOptions } from '@tanstack/react-query';
import {
  checkLessons,
  type Booking,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { listLessons } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { BodyInput, QueryOf } from '@staffroom/contract/shared/operation.ts';
import { callOperation } from '../../lib/api-client.ts';
import { everyQuery, operationQuery } from '../../lib/queries.ts';
import { queryKey } from '../../lib/query-keys.ts';

/** Every lesson of a class, the first to take place first (part 1 §2, Class lessons). */
export const classLessonsQuery = (classId: string) => everyLessonQuery({ class: classId });

/** Every active lesson of a class, the earliest first: where a student can be moved or added to. */
export const activeLessonsQuery = (classId: string) =>
  everyLessonQuery({ class: classId, is_active: true });

const everyLessonQuery = (filter: QueryOf<typeof listLessons>['filter']) =>
  everyQuery(listLessons, { filter, sortBy: 'scheduled_on', order: 'asc' });

/** The last lesson of a class by its time, from which a new one counts on. */
export const lastLessonQuery = (classId: string) =>
  operationQuery(listLessons, {
    query: { filter: { class: classId }, sortBy: 'scheduled_on', order: 'desc', max: 1 },
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

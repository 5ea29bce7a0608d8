import {
  checkLessons,
  type Booking,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { BodyInput, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { callOperation } from '../../lib/api-client.ts';
import { everyQuery, operationQuery } from '../../lib/queries.ts';
import { queryKey } from '../../lib/query-keys.ts';

/** Every lesson of a class, earliest first (part 1 §2, Class lessons). */
export const classLessonsQuery = (classId: string) => everyLessonQuery({ class: classId });

/** Every active lesson of a class, earliest first: the lessons a student can be moved or added to. */
export const activeLessonsQuery = (classId: string) =>
  everyLessonQuery({ class: classId, is_active: true });

const everyLessonQuery = (filter: QueryOf<typeof listLessons>['filter']) =>
  everyQuery(listLessons, { filter, sortBy: 'scheduled_on', order: 'asc' });

/** The last lesson of a class by start time; a new lesson continues from it. */
export const lastLessonQuery = (classId: string) =>
  operationQuery(listLessons, {
    query: { filter: { class: classId }, sortBy: 'scheduled_on', order: 'desc', max: 1 },
  });

type Candidate = BodyInput<typeof checkLessons>['lessons'][number];

/** Double bookings by lesson key. A read sent as POST, as its input is too long for a URL. */
export const bookingsQuery = (questions: readonly { key: string; lesson: Candidate }[]) => ({
  queryKey: queryKey(checkLessons, questions),
  queryFn: async ({
    signal,
  }: {
    signal: AbortSignal;
  }): Promise<ReadonlyMap<string, readonly Booking[]>> => {
    const lessons = questions.map(({ lesson }) => lesson);
    const { data } = await callOperation(checkLessons, { body: { lessons } }, { signal });
    return new Map(questions.map(({ key }, at) => [key, data[at]?.bookings ?? []]));
  },
});

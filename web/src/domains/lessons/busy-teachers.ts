import type { Booking } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { formatTimeRange } from '../../lib/formats.ts';
import type { BusyQuery } from '../users/use-busy.ts';
import { bookingsQuery } from './class-lessons.api.ts';

type Times = { _id?: string; scheduled_on: string; ended_on: string };

/** Which of these tutors or TAs teach another lesson at this time, by the same rule as a save. */
export const busyTeachersQuery =
  (lesson: Times, timeZone: string): BusyQuery =>
  (ids) => {
    const { queryKey, queryFn } = bookingsQuery([
      { key: 'found', lesson: { ...lesson, tutor: [...ids] } },
    ]);
    return {
      queryKey: [...queryKey, 'in words', timeZone],
      queryFn: async (context) => busyWords((await queryFn(context)).get('found') ?? [], timeZone),
    };
  };

/** "Busy 16:00–17:30 Sec 2 Math" by id of each tutor or TA, with their first overlapping lesson. */
export const busyWords = (
  bookings: readonly Booking[],
  timeZone: string,
): ReadonlyMap<string, string> => {
  const staff = bookings.filter(({ as }) => as !== 'student');
  return new Map(
    [...Map.groupBy(staff, ({ person }) => person._id)].map(([id, [first, ...more]]) => [
      id,
      first
        ? `Busy ${lessonWords(first, timeZone)}${more.length > 0 ? ` and ${more.length} more` : ''}`
        : '',
    ]),
  );
};

const lessonWords = ({ lesson }: Booking, timeZone: string) =>
  `${formatTimeRange(lesson.scheduled_on, lesson.ended_on, timeZone)} ${lesson.class}`;

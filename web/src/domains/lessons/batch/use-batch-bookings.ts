import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Booking } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { bookingsQuery } from '../class-lessons.api.ts';
import type { ReadLesson } from './use-batch.ts';

/** Long enough for a time to be typed. */
const patience = 400;

export type Bookings = ReadonlyMap<string, readonly Booking[]>;

/**
 * Who would be booked twice, by the lesson's key; looked up while the rows are edited and once more before they
 * are saved.
 */
export const useBatchBookings = (
  planned: readonly ReadLesson[],
  { enabled }: { enabled: boolean },
) => {
  const queryClient = useQueryClient();
  const asked = questionOf(planned);
  const [settled] = useDebouncedValue(JSON.stringify(asked), patience);
  const query = useQuery({
    ...bookingsQuery(JSON.parse(settled) as Question[]),
    enabled: enabled && settled !== '[]',
    placeholderData: keepPreviousData,
  });
  return {
    bookings: query.data ?? none,
    error: query.error,
    /** Asks now; throws what the call throws. */
    check: async (): Promise<Bookings> =>
      asked.length === 0 ? none : queryClient.fetchQuery({ ...bookingsQuery(asked), staleTime: 0 }),
  };
};

const none: Bookings = new Map();

type Question = ReturnType<typeof questionOf>[number];

const questionOf = (planned: readonly ReadLesson[]) =>
  planned.flatMap(({ row, body }) => {
    if (!body || row.sent) return [];
    const { scheduled_on, ended_on, tutor, ta } = body;
    return [{ key: row.key, lesson: { scheduled_on, ended_on, tutor, ta } }];
  });

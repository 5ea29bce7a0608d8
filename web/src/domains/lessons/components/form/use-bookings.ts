import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Booking,
  checkLessons,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { BodyInput } from '@staffroom/contract/shared/operation.ts';
import { bookingsQuery } from '../../class-lessons.api.ts';

type Candidate = BodyInput<typeof checkLessons>['lessons'][number];

/** Milliseconds of rest after which the server is asked. */
const patience = 400;

const key = 'lesson';
const none: readonly Booking[] = [];

/** Who would be booked twice by the lesson as it stands in the form; nobody while its times are not whole. */
export const useBookings = (candidate: Candidate | null) => {
  const queryClient = useQueryClient();
  const asked = JSON.stringify(candidate ? [{ key, lesson: candidate }] : []);
  const [settled] = useDebouncedValue(asked, patience);
  const { data } = useQuery({
    ...bookingsQuery(questionsOf(settled)),
    // Others book people while the form is open.
    staleTime: 0,
    enabled: settled !== '[]',
    placeholderData: keepPreviousData,
  });
  return {
    bookings: candidate && settled !== '[]' ? (data?.get(key) ?? none) : none,
    /** Asks now; where no answer comes, the save's own tells what is wrong. */
    check: async (): Promise<readonly Booking[]> => {
      if (!candidate) return none;
      const query = { ...bookingsQuery(questionsOf(asked)), staleTime: 0 };
      const answer = await queryClient.fetchQuery(query).catch(() => null);
      return answer?.get(key) ?? none;
    },
  };
};

const questionsOf = (text: string) => JSON.parse(text) as { key: string; lesson: Candidate }[];

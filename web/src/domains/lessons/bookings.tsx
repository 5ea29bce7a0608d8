import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Booking,
  checkLessons,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import type { ConfirmQuestion } from '../../ui/confirm.tsx';
import { bookingLines, whoIsBooked } from './booking-lines.ts';
import { bookingsQuery } from './class-lessons.api.ts';

/** Warns about double bookings at the lesson's time without blocking (decisions: Classes, lessons, rosters). */
export const BookingsNotice = ({ bookings }: { bookings: readonly Booking[] }) =>
  bookings.length > 0 && (
    <Banner tone="warning" title="Booked twice at this time">
      <BookingList bookings={bookings} />
    </Banner>
  );

/** The other lessons with their classes and times. */
export const BookingList = ({ bookings }: { bookings: readonly Booking[] }) => {
  const { dateTime, time } = useFormats();
  return (
    <ul>
      {bookingLines(bookings).map((line) => (
        <li key={`${line.as} ${line.lesson._id}`}>
          {whoIsBooked(line)}: {line.lesson.name} ({line.lesson.class}),{' '}
          {dateTime(line.lesson.scheduled_on)}–{time(line.lesson.ended_on)}
        </li>
      ))}
    </ul>
  );
};

/** Asks whether to save a lesson although its tutor teaches another one at that time. */
export const tutorBookedQuestion = (bookings: readonly Booking[]): ConfirmQuestion => ({
  title: 'Tutor booked twice',
  message: (
    <Stack gap="sm">
      <p>A tutor already teaches another lesson at this time.</p>
      <BookingList bookings={bookings} />
    </Stack>
  ),
  confirmLabel: 'Save anyway',
  careful: true,
});

type Candidate = BodyInput<typeof checkLessons>['lessons'][number];

/** Delay before the server is asked, in milliseconds. */
const debounceMs = 400;

const key = 'lesson';
const none: readonly Booking[] = [];

/** Double bookings of the lesson in the form; empty while its times are incomplete. */
export const useBookings = (candidate: Candidate | null) => {
  const queryClient = useQueryClient();
  const asked = JSON.stringify(candidate ? [{ key, lesson: candidate }] : []);
  const [settled] = useDebouncedValue(asked, debounceMs);
  const { data } = useQuery({
    ...bookingsQuery(questionsOf(settled)),
    // Other users add bookings while the form is open.
    staleTime: 0,
    enabled: settled !== '[]',
    placeholderData: keepPreviousData,
  });
  return {
    bookings: candidate && settled !== '[]' ? (data?.get(key) ?? none) : none,
    /** Checks now; returns none if the request fails, as saving reports that error. */
    check: async (): Promise<readonly Booking[]> => {
      if (!candidate) return none;
      const query = { ...bookingsQuery(questionsOf(asked)), staleTime: 0 };
      const answer = await queryClient.fetchQuery(query).catch(() => null);
      return answer?.get(key) ?? none;
    },
  };
};

const questionsOf = (text: string) => JSON.parse(text) as { key: string; lesson: Candidate }[];

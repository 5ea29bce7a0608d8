import type { Booking } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useFormats } from '../../../../lib/use-formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { bookingLines, whoIsBooked } from './booking-lines.ts';
import styles from './lesson-form.module.css';

/** Tells who is booked twice at the lesson's time; it blocks nothing (decisions: Classes, lessons, rosters). */
export const BookingsNotice = ({ bookings }: { bookings: readonly Booking[] }) =>
  bookings.length > 0 && (
    <Banner tone="warning" title="Booked twice at this time">
      <BookingList bookings={bookings} />
    </Banner>
  );

/** Each other lesson with its class and time. */
export const BookingList = ({ bookings }: { bookings: readonly Booking[] }) => {
  const { dateTime, time } = useFormats();
  return (
    <ul className={styles.bookings}>
      {bookingLines(bookings).map((line) => (
        <li key={`${line.as} ${line.lesson._id}`}>
          {whoIsBooked(line)}: {line.lesson.name} ({line.lesson.class}),{' '}
          {dateTime(line.lesson.scheduled_on)}–{time(line.lesson.ended_on)}
        </li>
      ))}
    </ul>
  );
};

import type { Booking } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { ConfirmQuestion } from '../../../../ui/confirm.tsx';
import { BookingList } from './bookings-notice.tsx';
import styles from './lesson-form.module.css';

/** Asks whether a lesson is saved although a tutor already teaches at its time. */
export const tutorBookedQuestion = (bookings: readonly Booking[]): ConfirmQuestion => ({
  title: 'Tutor booked twice',
  message: (
    <div className={styles.question}>
      <p>A tutor already teaches another lesson at this time.</p>
      <BookingList bookings={bookings} />
    </div>
  ),
  confirmLabel: 'Save anyway',
});

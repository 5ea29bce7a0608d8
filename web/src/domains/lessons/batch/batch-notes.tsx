import { Button, Checkbox } from '@mantine/core';
import type { Holiday } from '@staffroom/contract/domains/lessons/holidays.ts';
import type { Booking } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { Banner } from '../../../ui/banner.tsx';
import { holidayWords, isBeyondHolidays } from './batch-holidays.ts';
import type { BatchRow } from './batch-rows.ts';
import { BookingsNotice } from '../bookings.tsx';
import styles from './batch.module.css';
import type { ReadLesson, RowFailure } from './use-batch.ts';

type Props = {
  lesson: ReadLesson;
  holidays: readonly Holiday[];
  bookings: readonly Booking[];
  failure: RowFailure | null;
  /** Lessons are being saved. */
  isLocked: boolean;
  /** The row can no longer be changed. */
  isFixed: boolean;
  onChange: (changes: Partial<BatchRow>) => void;
  onSkip: () => void;
};

/** What to mind about a lesson: holidays, people booked twice, why it was not added. */
export const BatchNotes = ({
  lesson: { row, day },
  holidays,
  bookings,
  failure,
  isFixed,
  ...props
}: Props) => {
  const isTutorBooked = bookings.some((booking) => booking.as === 'tutor');
  return (
    <>
      {holidays.length > 0 && (
        <div className={styles.note}>
          <span>{`Falls on ${holidays.map(holidayWords).join(' and ')}.`}</span>
          <Button size="xs" disabled={isFixed} onClick={props.onSkip}>
            Skip holidays
          </Button>
        </div>
      )}
      {isBeyondHolidays(day) && (
        <p className={styles.note}>The holidays of this year are not known yet.</p>
      )}
      <BookingsNotice bookings={bookings} />
      {(isTutorBooked || row.allowOverlap) && (
        <Checkbox
          label="Save anyway"
          disabled={isFixed}
          checked={row.allowOverlap}
          onChange={(event) => props.onChange({ allowOverlap: event.currentTarget.checked })}
        />
      )}
      {failure && <Banner tone="negative" title={failure.sentence} />}
      {row.sent !== null && (
        <p className={styles.note}>
          {props.isLocked
            ? 'Being added…'
            : 'It is not known whether this lesson was added. Save asks again and never adds it twice.'}
        </p>
      )}
    </>
  );
};

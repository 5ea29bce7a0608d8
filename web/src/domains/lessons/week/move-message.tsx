import type {
  Booking,
  Lesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { BookingsNotice } from '../bookings.tsx';
import { lessonLabel } from '../lesson-words.ts';
import styles from './week.module.css';

type Props = {
  lesson: Lesson;
  /** The day and time in words. */
  from: string;
  to: string;
  /** TAs and students who would be booked twice. */
  bookings: readonly Booking[];
};

/** What moving a lesson means. */
export const MoveMessage = ({ lesson, from, to, bookings }: Props) => {
  const { student, trial_student, video_student } = lesson.counts;
  const students = student + trial_student + video_student;
  return (
    <div className={styles.message}>
      <p>
        Move {lessonLabel(lesson)} of {lesson.class_obj.name} from {from} to {to}?
      </p>
      {students > 0 && <p>{formatCount(students, 'student stands', 'students stand')} on it.</p>}
      <BookingsNotice bookings={bookings} />
    </div>
  );
};

import { formatCount } from '../../../lib/formats.ts';
import { discardQuestion } from '../../../ui/use-close-guard.ts';
import type { Bookings } from './use-batch-bookings.ts';
import type { BatchState } from './use-batch.ts';

/** What closing asks: half-way nothing is thrown away. */
export const questionOf = ({ batch, isUnderWay }: BatchState) =>
  isUnderWay
    ? {
        title: 'Close half-way?',
        message: `${formatCount(batch.saved, 'lesson is', 'lessons are')} added. The other ${batch.rows.length} stay here: 'Add batch lessons' goes on with them, and none is added twice.`,
        confirmLabel: 'Close',
        cancelLabel: 'Stay',
      }
    : discardQuestion;

/** What dropping the rest asks. */
export const dropQuestion = ({ batch }: BatchState) => ({
  title: 'Drop the others?',
  message: `${formatCount(batch.rows.length, 'lesson')} will not be added. Lessons that are added stay.`,
  confirmLabel: 'Drop',
  danger: true,
});

/** A lesson whose tutor is booked twice is saved only when somebody has ticked so. */
export const doubleBookingProblem = (
  { planned }: BatchState,
  bookings: Bookings,
): string | null => {
  const unseen = planned.filter(
    ({ row }) =>
      !row.allowOverlap &&
      row.sent === null &&
      bookings.get(row.key)?.some((booking) => booking.as === 'tutor'),
  ).length;
  return unseen === 0
    ? null
    : `${formatCount(unseen, 'lesson has', 'lessons have')} a tutor who is booked twice. Tick 'Save anyway' there, or choose another time.`;
};

/** How far the batch is. */
export const footerWords = ({ batch, isSaving }: BatchState, isReady: boolean) => {
  const left = formatCount(batch.rows.length, 'lesson');
  if (isSaving || batch.saved > 0)
    return `${formatCount(batch.saved, 'lesson')} added, ${batch.rows.length} left.`;
  return isReady ? `${left} to add.` : 'Some fields need another look.';
};

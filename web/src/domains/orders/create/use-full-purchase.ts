import { useEffect, useRef } from 'react';
import { datesOf, remainingLessons } from './lesson-choice.ts';
import type { OrderDraft } from './order-draft.ts';

/** A class sold as a whole: its remaining lessons are chosen for the person, once (decisions: rosters). */
export const useFullPurchase = (
  draft: OrderDraft,
  lessons: Parameters<typeof remainingLessons>[0],
  setDates: (dates: OrderDraft['dates']) => void,
  zone: string,
) => {
  const done = useRef<string | null>(null);
  const wanted =
    draft.class?.force_full_purchase && draft.type === 'PAYMENT' ? draft.class._id : null;
  useEffect(() => {
    if (wanted === null || lessons.length === 0 || done.current === wanted) return;
    done.current = wanted;
    setDates(datesOf(remainingLessons(lessons, Temporal.Now.instant().toString()), zone));
  });
};

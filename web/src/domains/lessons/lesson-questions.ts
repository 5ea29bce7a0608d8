import type { Booking } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { RowAct } from '../../kit/list/use-row-act.tsx';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { useAsk, useConfirm, type ConfirmQuestion } from '../../ui/confirm.tsx';
import { tutorBookedQuestion } from './bookings.tsx';

/** What a yes adds to the request. */
export type Allowed = Partial<
  Record<'allow_overlap' | 'allow_unusual' | 'allow_overbook', boolean>
>;

/** For a class also whether its coming lessons follow. */
type Answered = Allowed & { coming_lessons?: 'leave' | 'change' };

/**
 * Asks what a refusal of a lesson, a roster or a class leaves to decide: a tutor booked twice, a lesson that was held or
 * is otherwise out of the ordinary, a full lesson, coming lessons that could follow their class. Answers what a yes adds to the request, null for a no and for every
 * other refusal. `tutors` are those known to be booked twice, where that is more than the refusal names.
 */
export const useRefusalQuestion = () => {
  const confirm = useConfirm();
  const ask = useAsk();
  return async (error: unknown, tutors: readonly Booking[] = []): Promise<Answered | null> => {
    if (error instanceof ApiError && error.has('coming_lessons'))
      return ask<Answered>({
        title: 'Change the coming lessons too?',
        message: sentenceOf(error),
        answers: [
          { label: 'Only the class', value: { coming_lessons: 'leave' }, focused: true },
          {
            label: 'Change them too',
            value: { coming_lessons: 'change' },
            variant: 'filled',
          },
        ],
      });
    const asked = refusalQuestionOf(error, tutors);
    return asked && (await confirm(asked.question)) ? asked.allowed : null;
  };
};

/** A save as an act of a row: what its refusal leaves to decide is asked, and a yes saves with what that allows. */
export const askingSave = (
  save: (allowed: Allowed) => Promise<unknown>,
  allowed: Allowed = {},
): Pick<RowAct, 'run' | 'overrule'> => ({
  run: () => save(allowed),
  overrule: (error) => {
    const asked = refusalQuestionOf(error);
    return asked && { ...asked, ...askingSave(save, { ...allowed, ...asked.allowed }) };
  },
});

/** What a refusal asks, and what a yes adds to the request. */
const refusalQuestionOf = (
  error: unknown,
  tutors: readonly Booking[] = [],
): { question: ConfirmQuestion; allowed: Allowed } | null => {
  if (!(error instanceof ApiError)) return null;
  const message = sentenceOf(error);
  if (error.has('tutor_booked')) {
    const booked = tutors.length > 0 ? tutors : (error.current as Booking[]);
    return { question: tutorBookedQuestion(booked), allowed: { allow_overlap: true } };
  }
  if (error.has('lesson_unusual'))
    return {
      question: { title: 'Out of the ordinary', message, confirmLabel: 'Save anyway' },
      allowed: { allow_unusual: true },
    };
  const full = { message, confirmLabel: 'Add anyway' };
  if (error.has('class_full'))
    return { question: { title: 'Lesson full', ...full }, allowed: { allow_overbook: true } };
  if (error.has('class_sold_out'))
    return { question: { title: 'Class sold out', ...full }, allowed: { allow_overbook: true } };
  return null;
};

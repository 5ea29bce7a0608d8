import type { Booking } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { RowAct } from '../../kit/list/use-row-act.tsx';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { useAsk, useConfirm, type ConfirmQuestion } from '../../ui/confirm.tsx';
import { tutorBookedQuestion } from './bookings.tsx';

/** Flags that a yes adds to the request. */
export type Allowed = Partial<
  Record<
    | 'allow_overlap'
    | 'allow_host_overlap'
    | 'allow_unusual'
    | 'allow_overbook'
    | 'allow_pay_change',
    boolean
  >
>;

/** For a class, also whether its coming lessons change. */
type Answered = Allowed & { coming_lessons?: 'leave' | 'change' };

/**
 * Asks about a refusal that the user may override: tutor or Zoom host booked twice, a held or unusual lesson, a full
 * lesson, a class type that changes past payments, or coming lessons that could follow their class. Returns what a yes
 * adds to the request; null for a no and for every other refusal. `tutors` are known double bookings beyond those in
 * the refusal.
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

/** A save as a row action that asks about an overridable refusal and retries with the permission given. */
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

/** The question for a refusal and what a yes adds to the request; null if it cannot be overridden. */
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
  if (error.has('host_booked'))
    return {
      question: {
        title: 'Zoom host booked twice',
        message,
        confirmLabel: 'Save anyway',
        careful: true,
      },
      allowed: { allow_host_overlap: true },
    };
  if (error.has('lesson_unusual'))
    return {
      question: { title: 'Unusual lesson', message, confirmLabel: 'Save anyway' },
      allowed: { allow_unusual: true },
    };
  if (error.has('paid_lessons_change'))
    return {
      question: { title: 'Change what was paid?', message, confirmLabel: 'Change the type' },
      allowed: { allow_pay_change: true },
    };
  const full = { message, confirmLabel: 'Add anyway' };
  if (error.has('class_full'))
    return { question: { title: 'Lesson full', ...full }, allowed: { allow_overbook: true } };
  if (error.has('class_sold_out'))
    return { question: { title: 'Class sold out', ...full }, allowed: { allow_overbook: true } };
  return null;
};

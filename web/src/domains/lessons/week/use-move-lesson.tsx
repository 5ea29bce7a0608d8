import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Booking,
  Lesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { bookingsQuery } from '../class-lessons.api.ts';
import { lessonQuery, useUpdateLesson } from '../lessons.api.ts';
import { tutorBookedQuestion } from '../bookings.tsx';
import { isQuestion, useRefusalQuestion, type Allowed } from '../lesson-questions.ts';
import { MoveMessage } from './move-message.tsx';
import { timesAt, type Target } from './week-moves.ts';
import { lessonLabel } from '../lesson-words.ts';

type Times = ReturnType<typeof timesAt>;
type Outcome = 'moved' | 'cancelled' | 'refused';

/**
 * Moves a lesson to another time, once it is confirmed: first where its tutor already teaches then, and then that it
 * moves. The answer is whether it did; what went wrong is told, and what the server has is read again.
 */
export const useMoveLesson = () => {
  const { business_time_zone: timeZone } = useSettings();
  const { weekday, time } = useFormats();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const askAfter = useRefusalQuestion();
  const update = useUpdateLesson();
  const [problem, setProblem] = useState<string | null>(null);
  const at = (instant: string) => `${weekday(instant)}, ${time(instant)}`;

  const bookingsAt = async (lesson: Lesson, times: Times): Promise<readonly Booking[]> => {
    // An inactive lesson takes nobody's time.
    if (!lesson.is_active) return [];
    const people = { tutor: idsOf(lesson.tutor), ta: idsOf(lesson.ta) };
    const question = { key: lesson._id, lesson: { _id: lesson._id, ...times, ...people } };
    const answer = await queryClient.fetchQuery({ ...bookingsQuery([question]), staleTime: 0 });
    return answer.get(lesson._id) ?? [];
  };

  const ask = async (lesson: Lesson, times: Times, bookings: readonly Booking[]) => {
    const tutors = bookings.filter(({ as }) => as === 'tutor');
    if (tutors.length > 0 && !(await confirm(tutorBookedQuestion(tutors)))) return null;
    const isWanted = await confirm({
      title: 'Move this lesson?',
      message: (
        <MoveMessage
          lesson={lesson}
          from={at(lesson.scheduled_on)}
          to={at(times.scheduled_on)}
          bookings={bookings.filter(({ as }) => as !== 'tutor')}
        />
      ),
      confirmLabel: 'Move',
    });
    return isWanted ? { allow_overlap: tutors.length > 0 } : null;
  };

  const save = async (lesson: Lesson, times: Times, allow: Allowed): Promise<boolean> => {
    try {
      await update.mutateAsync({
        params: { id: lesson._id },
        body: { version: lesson.version, ...times, ...allow },
      });
      return true;
    } catch (error) {
      // Booked since it was asked, held already, on a holiday.
      const allowed = await askAfter(error);
      if (allowed) return save(lesson, times, { ...allow, ...allowed });
      if (isQuestion(error)) return false;
      throw error;
    }
  };

  const run = async (shown: LessonSummary, target: Target): Promise<Outcome> => {
    const { data: lesson } = await queryClient.fetchQuery({
      ...lessonQuery(shown._id),
      staleTime: 0,
    });
    if (hasMoved(shown, lesson)) {
      setProblem(staleWords(lesson, at(lesson.scheduled_on)));
      return 'refused';
    }
    const times = timesAt(lesson, target, timeZone);
    const allow = await ask(lesson, times, await bookingsAt(lesson, times));
    if (!allow || !(await save(lesson, times, allow))) return 'cancelled';
    showSnackbar(`${lessonLabel(lesson)} moved to ${at(times.scheduled_on)}`);
    return 'moved';
  };

  return {
    problem,
    move: async (shown: LessonSummary, target: Target): Promise<boolean> => {
      setProblem(null);
      const outcome = await run(shown, target).catch((error: unknown): Outcome => {
        const isStale = error instanceof ApiError && error.has('stale');
        const current = isStale ? (error.current as Lesson) : null;
        setProblem(
          current ? staleWords(current, at(current.scheduled_on)) : failureWords(shown, error),
        );
        return 'refused';
      });
      // Where the server has it by now, whatever became of the answer.
      if (outcome !== 'cancelled') await queryClient.invalidateQueries({ queryKey: ['lessons'] });
      return outcome === 'moved';
    },
  };
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

const hasMoved = (shown: LessonSummary, lesson: Lesson) =>
  shown.scheduled_on !== lesson.scheduled_on || shown.ended_on !== lesson.ended_on;

const staleWords = (lesson: Lesson, at: string) =>
  `${lessonLabel(lesson)} was not moved: somebody else has changed it meanwhile. It is on ${at}.`;

const failureWords = (lesson: LessonSummary, error: unknown) =>
  isOutcomeUnknown(error)
    ? `It is not known whether ${lessonLabel(lesson)} was moved. ${sentenceOf(error)}`
    : `${lessonLabel(lesson)} was not moved. ${sentenceOf(error)}`;

export type MoveLesson = ReturnType<typeof useMoveLesson>['move'];

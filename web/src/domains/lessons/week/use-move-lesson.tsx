import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Booking,
  Lesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useAnnounceChange } from '../announce-change.ts';
import { BookingsNotice, tutorBookedQuestion } from '../bookings.tsx';
import { bookingsQuery } from '../class-lessons.api.ts';
import { isQuestion, useRefusalQuestion, type Allowed } from '../lesson-questions.ts';
import { lessonLabel } from '../lesson-words.ts';
import { lessonQuery, useUpdateLesson } from '../lessons.api.ts';
import { timesAt, tutorsAfter, type Target } from './week-moves.ts';
import styles from './week.module.css';

/** What becomes of a lesson: its times, and where it changes rows its tutors. */
type Change = ReturnType<typeof timesAt> & { tutor?: string[] };
type Outcome = { before: Lesson; saved: Lesson } | 'cancelled' | 'refused';

/** Where a lesson goes in the week: from which tutor's row, and to where. */
export type Move = { from: Target; to: Target };

/**
 * Moves a lesson to another time or tutor, once it is confirmed: first where its tutor already teaches then, and then
 * that it moves. The answer is whether it did; what went wrong is told, and what the server has is read again. After a
 * move it is asked whether families are told. `nameOf` names the tutor of a row.
 */
export const useMoveLesson = (nameOf: (tutor: string | null) => string) => {
  const { business_time_zone: timeZone } = useSettings();
  const { weekday, time } = useFormats();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const askAfter = useRefusalQuestion();
  const announceChange = useAnnounceChange();
  const update = useUpdateLesson();
  const [problem, setProblem] = useState<string | null>(null);
  const at = (instant: string) => `${weekday(instant)}, ${time(instant)}`;

  const bookingsAt = async (lesson: Lesson, change: Change): Promise<readonly Booking[]> => {
    // An inactive lesson takes nobody's time.
    if (!lesson.is_active) return [];
    const people = { tutor: idsOf(lesson.tutor), ta: idsOf(lesson.ta) };
    const question = { key: lesson._id, lesson: { _id: lesson._id, ...people, ...change } };
    const answer = await queryClient.fetchQuery({ ...bookingsQuery([question]), staleTime: 0 });
    return answer.get(lesson._id) ?? [];
  };

  const ask = async (lesson: Lesson, change: Change, { from, to }: Move) => {
    const bookings = await bookingsAt(lesson, change);
    const tutors = bookings.filter(({ as }) => as === 'tutor');
    if (tutors.length > 0 && !(await confirm(tutorBookedQuestion(tutors)))) return null;
    const isMoved = hasMoved(lesson, change);
    const isWanted = await confirm({
      title: isMoved ? 'Move this lesson?' : 'Change the tutor?',
      message: (
        <div className={styles.message}>
          {isMoved && (
            <p>
              Move {lessonLabel(lesson)} of {lesson.class_obj.name} from {at(lesson.scheduled_on)}{' '}
              to {at(change.scheduled_on)}?
            </p>
          )}
          {change.tutor && (
            <p>
              Change the tutor of {lessonLabel(lesson)} of {lesson.class_obj.name} from{' '}
              {nameOf(from.tutor ?? null)} to {nameOf(to.tutor ?? null)}?
            </p>
          )}
          <StudentsOnIt counts={lesson.counts} />
          <BookingsNotice bookings={bookings.filter(({ as }) => as !== 'tutor')} />
        </div>
      ),
      confirmLabel: isMoved ? 'Move' : 'Change tutor',
    });
    return isWanted ? { allow_overlap: tutors.length > 0 } : null;
  };

  const save = async (lesson: Lesson, change: Change, allow: Allowed): Promise<Lesson | null> => {
    try {
      const { data } = await update.mutateAsync({
        params: { id: lesson._id },
        body: { version: lesson.version, ...change, ...allow },
      });
      return data;
    } catch (error) {
      // Booked since it was asked, held already, on a holiday.
      const allowed = await askAfter(error);
      if (allowed) return save(lesson, change, { ...allow, ...allowed });
      if (isQuestion(error)) return null;
      throw error;
    }
  };

  const run = async (shown: LessonSummary, move: Move): Promise<Outcome> => {
    const { data: lesson } = await queryClient.fetchQuery({
      ...lessonQuery(shown._id),
      staleTime: 0,
    });
    if (hasMoved(shown, lesson) || hasOtherTutors(shown, lesson)) {
      setProblem(staleWords(lesson, at(lesson.scheduled_on)));
      return 'refused';
    }
    const tutor = tutorsAfter(idsOf(lesson.tutor), move.from.tutor, move.to.tutor);
    const change = { ...timesAt(lesson, move.to, timeZone), ...(tutor && { tutor }) };
    const allow = await ask(lesson, change, move);
    const saved = allow && (await save(lesson, change, allow));
    if (!saved) return 'cancelled';
    showSnackbar(
      [
        `${lessonLabel(lesson)} moved to ${at(change.scheduled_on)}`,
        ...(tutor ? [nameOf(move.to.tutor ?? null)] : []),
      ].join(', '),
    );
    return { before: lesson, saved };
  };

  return {
    problem,
    move: async (shown: LessonSummary, move: Move): Promise<boolean> => {
      setProblem(null);
      const outcome = await run(shown, move).catch((error: unknown): Outcome => {
        const isStale = error instanceof ApiError && error.has('stale');
        const current = isStale ? (error.current as Lesson) : null;
        setProblem(
          current ? staleWords(current, at(current.scheduled_on)) : failureWords(shown, error),
        );
        return 'refused';
      });
      // Where the server has it by now, whatever became of the answer.
      if (outcome !== 'cancelled') await queryClient.invalidateQueries({ queryKey: ['lessons'] });
      if (typeof outcome === 'string') return false;
      // Asked once the lesson stands where it was dropped: there the focus comes back.
      void announceChange(outcome.before, outcome.saved);
      return true;
    },
  };
};

/** How many people the move concerns. */
const StudentsOnIt = ({ counts }: Pick<Lesson, 'counts'>) => {
  const students = counts.student + counts.trial_student + counts.video_student;
  return students > 0 && <p>{formatCount(students, 'student stands', 'students stand')} on it.</p>;
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

type Times = { scheduled_on: string; ended_on: string };

const hasMoved = (before: Times, after: Times) =>
  Date.parse(before.scheduled_on) !== Date.parse(after.scheduled_on) ||
  Date.parse(before.ended_on) !== Date.parse(after.ended_on);

const hasOtherTutors = (shown: LessonSummary, lesson: Lesson) =>
  idsOf(shown.tutor).join() !== idsOf(lesson.tutor).join();

const staleWords = (lesson: Lesson, at: string) =>
  `${lessonLabel(lesson)} was not moved: somebody else has changed it meanwhile. It is on ${at}.`;

const failureWords = (lesson: LessonSummary, error: unknown) =>
  isOutcomeUnknown(error)
    ? `It is not known whether ${lessonLabel(lesson)} was moved. ${sentenceOf(error)}`
    : `${lessonLabel(lesson)} was not moved. ${sentenceOf(error)}`;

export type MoveLesson = ReturnType<typeof useMoveLesson>['move'];

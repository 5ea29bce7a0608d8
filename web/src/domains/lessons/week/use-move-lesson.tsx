import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking, Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { useRowAct } from '../../../kit/list/use-row-act.tsx';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useConfirm, type ConfirmQuestion } from '../../../ui/confirm.tsx';
import { useAnnounceChange } from '../announce-change.ts';
import { BookingsNotice, tutorBookedQuestion } from '../bookings.tsx';
import { bookingsQuery } from '../class-lessons.api.ts';
import { askingSave } from '../lesson-questions.ts';
import { lessonLabel } from '../lesson-words.ts';
import { lessonQuery, refreshedByLessons, useUpdateLesson } from '../lessons.api.ts';
import { timesAt, tutorsAfter, type Target } from './week-moves.ts';

/** A lesson's new times, and its tutors if the row changes. */
type Change = ReturnType<typeof timesAt> & { tutor?: string[] };

/** A move in the week, with the tutor's row at both ends. */
export type Move = { from: Target; to: Target };

/**
 * Moves a lesson to another time or tutor after a confirmation, preceded by a warning if the tutor already teaches
 * then. Resolves to whether it moved; a refusal is shown in the question and the lessons are refetched. After a move,
 * offers to announce it. `nameOf` names the tutor of a row; `problem` is the reason why the move could not be prepared.
 */
export const useMoveLesson = (nameOf: (tutor: string | null) => string) => {
  const { business_time_zone: timeZone } = useSettings();
  const { weekday, time } = useFormats();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const announceChange = useAnnounceChange();
  const update = useUpdateLesson();
  const { act } = useRowAct(refreshedByLessons);
  const [problem, setProblem] = useState<string | null>(null);
  const at = (instant: string) => `${weekday(instant)}, ${time(instant)}`;
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['lessons'] });

  const bookingsAt = async (lesson: Lesson, change: Change): Promise<readonly Booking[]> => {
    // An inactive lesson blocks no one's time.
    if (!lesson.is_active) return [];
    const people = { tutor: idsOf(lesson.tutor), ta: idsOf(lesson.ta) };
    const question = { key: lesson._id, lesson: { _id: lesson._id, ...people, ...change } };
    const answer = await queryClient.fetchQuery({ ...bookingsQuery([question]), staleTime: 0 });
    return answer.get(lesson._id) ?? [];
  };

  /** Reads the lesson and builds the question. Returns null if the user cancels; throws if it changed meanwhile. */
  const prepare = async (shown: LessonSummary, { from, to }: Move) => {
    const read = await queryClient.fetchQuery({ ...lessonQuery(shown._id), staleTime: 0 });
    const lesson = read.data;
    if (hasMoved(shown, lesson) || hasOtherTutors(shown, lesson)) throw new ChangedSince(lesson);
    const tutor = tutorsAfter(idsOf(lesson.tutor), from.tutor, to.tutor);
    const change: Change = { ...timesAt(lesson, to, timeZone), ...(tutor && { tutor }) };
    const bookings = await bookingsAt(lesson, change);
    const tutors = bookings.filter(({ as }) => as === 'tutor');
    if (tutors.length > 0 && !(await confirm(tutorBookedQuestion(tutors)))) return null;
    const isMoved = hasMoved(lesson, change);
    const question: ConfirmQuestion = {
      title: isMoved ? 'Move this lesson?' : 'Change the tutor?',
      message: (
        <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
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
        </Stack>
      ),
      confirmLabel: isMoved ? 'Move' : 'Change tutor',
    };
    return { lesson, change, question, allowed: { allow_overlap: tutors.length > 0 } };
  };

  const refusedWords = (shown: LessonSummary) => (error: unknown) => {
    const label = lessonLabel(shown);
    const current = currentOf(error);
    if (!current) return `${label} was not moved. ${sentenceOf(error)}`;
    const saved = error instanceof ApiError ? error.saved : undefined;
    const by = saved ? `it was changed by ${saved.by} on ${at(saved.at)}` : 'it has changed';
    return `${label} was not moved: ${by}. It is now on ${at(current.scheduled_on)}.`;
  };

  const move = async (shown: LessonSummary, where: Move): Promise<boolean> => {
    setProblem(null);
    const refused = refusedWords(shown);
    const prepared = await prepare(shown, where).catch((error: unknown) => {
      setProblem(refused(error));
      return refresh();
    });
    if (!prepared) return false;
    const { lesson, change, question, allowed } = prepared;
    const label = lessonLabel(lesson);
    const after: { saved?: Lesson } = {};
    await act({
      question,
      ...askingSave(async (allow) => {
        const body = { version: lesson.version, ...change, ...allow };
        after.saved = (await update.mutateAsync({ params: { id: lesson._id }, body })).data;
      }, allowed),
      done: [
        `${label} moved to ${at(change.scheduled_on)}`,
        ...(change.tutor ? [nameOf(where.to.tutor ?? null)] : []),
      ].join(', '),
      refused,
      unknown: `It is not known whether ${label} was moved.`,
    });
    if (!after.saved) return false;
    await refresh();
    // After the refetch, so that focus returns to the lesson at its new place.
    void announceChange(lesson, after.saved);
    return true;
  };

  return { problem, move };
};

/** Number of students affected by the move. */
const StudentsOnIt = ({ counts }: Pick<Lesson, 'counts'>) => {
  const students = counts.student + counts.trial_student + counts.video_student;
  return students > 0 && <p>{formatCount(students, 'student is', 'students are')} on it.</p>;
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

type Times = { scheduled_on: string; ended_on: string };

const hasMoved = (before: Times, after: Times) =>
  Date.parse(before.scheduled_on) !== Date.parse(after.scheduled_on) ||
  Date.parse(before.ended_on) !== Date.parse(after.ended_on);

const hasOtherTutors = (shown: LessonSummary, lesson: Lesson) =>
  idsOf(shown.tutor).join() !== idsOf(lesson.tutor).join();

/** Thrown when the lesson differs from the one shown. */
class ChangedSince extends Error {
  readonly current: Lesson;
  constructor(current: Lesson) {
    super('The lesson has changed since it was shown.');
    this.current = current;
  }
}

/** The lesson as another user has changed it; null for other errors. */
const currentOf = (error: unknown): Lesson | null => {
  if (error instanceof ChangedSince) return error.current;
  return error instanceof ApiError && error.has('stale') ? (error.current as Lesson) : null;
};

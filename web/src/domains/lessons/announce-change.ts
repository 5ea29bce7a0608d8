import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useCan } from '../../lib/use-can.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { lessonQuery } from './lessons.api.ts';

/** A lesson's old times, for the announcement; `tutors` only when they changed. */
export type LessonBefore = { start: string; end: string; tutors?: string | undefined };

type KnownFacts = Pick<Lesson, 'scheduled_on' | 'ended_on' | 'tutor'>;

/** The old values to announce after an edit; undefined if start, duration and tutors are unchanged. */
export const changeToAnnounce = (
  before: KnownFacts,
  after: KnownFacts,
): LessonBefore | undefined => {
  const idsOf = ({ tutor }: KnownFacts) =>
    tutor
      .map(({ _id }) => _id)
      .toSorted()
      .join();
  const hasOtherTutor = idsOf(before) !== idsOf(after);
  const isSame = (one: string, other: string) => Date.parse(one) === Date.parse(other);
  const hasOtherTime =
    !isSame(before.scheduled_on, after.scheduled_on) || !isSame(before.ended_on, after.ended_on);
  if (!hasOtherTime && !hasOtherTutor) return undefined;
  return {
    start: before.scheduled_on,
    end: before.ended_on,
    ...(hasOtherTutor && { tutors: before.tutor.map(({ name }) => name).join(', ') }),
  };
};

/**
 * Offers to announce an edit that changed start, duration or tutors (part 1 §2, Lesson detail). Yes opens the lesson's
 * announcement dialog with the old and new values.
 */
export const useAnnounceChange = () => {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayAnnounce = useCan('lesson.canSendNotification');
  return async (before: KnownFacts, lesson: Lesson): Promise<void> => {
    const change = changeToAnnounce(before, lesson);
    if (!change || !mayAnnounce) return;
    const isWanted = await confirm({
      title: 'Create announcement regarding changes to the lesson?',
      message: 'Yes opens it with the old and the new time filled in. Nothing is sent yet.',
      confirmLabel: 'Yes',
      cancelLabel: 'No',
    });
    if (!isWanted) return;
    // The dialog reads the lesson from the cache: put the saved version there, cancelling older reads.
    const { queryKey } = lessonQuery(lesson._id);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { data: lesson });
    await navigate({
      to: '/course/$classId/lesson/$lessonId',
      params: { classId: lesson.class, lessonId: lesson._id },
      search: {
        dialog: 'announce',
        was: change.start,
        until: change.end,
        ...(change.tutors !== undefined && { tutors: change.tutors }),
      },
    });
  };
};

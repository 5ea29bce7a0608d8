import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useCan } from '../../lib/use-can.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { lessonQuery } from './lessons.api.ts';

/** What families know of a lesson that was changed; its tutors only where they are others now. */
export type LessonBefore = { start: string; end: string; tutors?: string | undefined };

type Told = Pick<Lesson, 'scheduled_on' | 'ended_on' | 'tutor'>;

/** What of a lesson families must be told after an edit; undefined where start, duration and tutors are the same. */
export const toldChange = (before: Told, after: Told): LessonBefore | undefined => {
  const idsOf = ({ tutor }: Told) =>
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
 * Asks after an edit that changed start, duration or tutor whether to tell the students (part 1 §2, Lesson detail); Yes
 * opens the announcement screen of the lesson with what was and what is.
 */
export const useAnnounceChange = () => {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayAnnounce = useCan('lesson.canSendNotification');
  return async (before: Told, lesson: Lesson): Promise<void> => {
    const told = toldChange(before, lesson);
    if (!told || !mayAnnounce) return;
    const isWanted = await confirm({
      title: 'Create announcement regarding changes to the lesson?',
      message: 'Yes opens it with the old and the new time filled in. Nothing is sent yet.',
      confirmLabel: 'Yes',
      cancelLabel: 'No',
    });
    if (!isWanted) return;
    // The screen begins with the lesson that it finds: that is the saved one, whatever was read before.
    const { queryKey } = lessonQuery(lesson._id);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { data: lesson });
    await navigate({
      to: '/course/$classId/lesson/$lessonId',
      params: { classId: lesson.class, lessonId: lesson._id },
      search: {
        dialog: 'announce',
        was: told.start,
        until: told.end,
        ...(told.tutors !== undefined && { tutors: told.tutors }),
      },
    });
  };
};

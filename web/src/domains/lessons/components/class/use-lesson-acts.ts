import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { isOutcomeUnknown, sentenceOf } from '../../../../lib/api-error.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { useConfirm } from '../../../../ui/confirm.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { lessonQuery, useUpdateLesson } from '../../lesson-record.api.ts';
import { lessonLabel } from '../../lesson-words.ts';

export type LessonAct = 'Activate' | 'Deactivate' | 'Release' | 'Un-Release';

const changesOf = {
  Activate: { is_active: true },
  Deactivate: { is_active: false },
  Release: { is_released: true },
  'Un-Release': { is_released: false },
} as const satisfies Record<LessonAct, object>;

const doneWords: Record<LessonAct, string> = {
  Activate: 'activated',
  Deactivate: 'deactivated',
  Release: 'released',
  'Un-Release': 'un-released',
};

/**
 * Activates, deactivates, releases and un-releases lessons, several at a time. Deactivating one that has
 * students asks first. What went wrong is told, and the row is read again (part 1 §2, Class lessons).
 */
export const useLessonActs = () => {
  const [busy, setBusy] = useState<ReadonlyMap<string, LessonAct>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const update = useUpdateLesson();

  const note = (id: string, act: LessonAct | null) =>
    setBusy((before) => {
      const next = new Map(before);
      if (act) next.set(id, act);
      else next.delete(id);
      return next;
    });

  /** Students of every kind: also those who only see the recording lose the lesson. */
  const isWanted = async (lesson: LessonSummary) => {
    const { data } = await queryClient.fetchQuery({ ...lessonQuery(lesson._id), staleTime: 0 });
    const students = data.counts.student + data.counts.trial_student + data.counts.video_student;
    if (students === 0) return true;
    return confirm({
      title: 'Deactivate this lesson?',
      message: `${formatCount(students, 'student stands', 'students stand')} on ${lessonLabel(lesson)}.`,
      confirmLabel: 'Deactivate',
      danger: true,
    });
  };

  const run = async (lesson: LessonSummary, act: LessonAct) => {
    note(lesson._id, act);
    setProblem(null);
    try {
      if (act !== 'Deactivate' || (await isWanted(lesson))) {
        await update.mutateAsync({ params: { id: lesson._id }, body: changesOf[act] });
        showSnackbar(`${lessonLabel(lesson)} ${doneWords[act]}`);
      }
    } catch (error) {
      setProblem(failureWords(lesson, act, error));
      // A lost answer may have taken effect, a refusal may mean that it looks different by now.
      void queryClient.invalidateQueries({ queryKey: ['lessons'] });
    }
    note(lesson._id, null);
  };

  return {
    problem,
    actOn: (lesson: LessonSummary) => busy.get(lesson._id),
    run: (lesson: LessonSummary, act: LessonAct) => void run(lesson, act),
  };
};

const failureWords = (lesson: LessonSummary, act: LessonAct, error: unknown) => {
  const what = `${lessonLabel(lesson)} was`;
  return isOutcomeUnknown(error)
    ? `It is not known whether ${what} ${doneWords[act]}. ${sentenceOf(error)}`
    : `${what} not ${doneWords[act]}. ${sentenceOf(error)}`;
};

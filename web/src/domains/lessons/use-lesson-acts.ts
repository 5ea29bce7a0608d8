import {
  IconCalendarEvent,
  IconCircleCheck,
  IconCircleOff,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { RowActions } from '../../kit/list/list.tsx';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import type { ConfirmQuestion } from '../../ui/confirm.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { askingSave } from './lesson-questions.ts';
import { lessonQuery, refreshedByLessons, useUpdateLesson } from './lessons.api.ts';
import { lessonLabel } from './lesson-words.ts';

type Openers = {
  onEdit: (lesson: LessonSummary) => void;
  onAdd: (lesson: LessonSummary) => void;
};

/** Row menu of a class's lessons for managers; undefined for others (part 1 §2, Class lessons). */
export const useLessonActs = ({ onEdit, onAdd }: Openers) => {
  const canManage = useCan('lesson.canManage');
  const { business_time_zone: zone } = useSettings();
  const isNarrow = useNarrow();
  const { run, actOn, problem } = useSwitches();
  const of = (lesson: LessonSummary): RowAction[] | undefined => {
    if (!canManage) return undefined;
    const busy = actOn(lesson) !== undefined;
    const act = (
      label: LessonAct,
      icon: NonNullable<RowAction['icon']>,
      more: Partial<RowAction>,
    ) => ({
      label,
      icon,
      busy,
      onClick: () => run(lesson, label),
      ...more,
    });
    return [
      {
        label: 'Open',
        icon: IconExternalLink,
        keys: '↵',
        link: {
          to: '/course/$classId/lesson/$lessonId',
          params: { classId: lesson.class, lessonId: lesson._id },
        },
      },
      { label: 'Edit Lesson', icon: IconPencil, keys: 'e', onClick: () => onEdit(lesson) },
      { label: 'Add Students', icon: IconUserPlus, onClick: () => onAdd(lesson) },
      // Touch scrolls the week, so on phones a lesson is moved in its form.
      ...(isNarrow
        ? []
        : [
            {
              label: 'Move',
              icon: IconCalendarEvent,
              keys: 'm',
              link: linkOptions({
                to: '/lessons',
                search: {
                  view: 'week',
                  class: lesson.class,
                  week: businessDayOf(lesson.scheduled_on, zone),
                  lesson: lesson._id,
                },
              }),
            },
          ]),
      lesson.is_released
        ? act('Un-Release', IconEyeOff, { apart: true })
        : act('Release', IconEye, { apart: true }),
      lesson.is_active
        ? act('Deactivate', IconCircleOff, { danger: true })
        : act('Activate', IconCircleCheck, {}),
    ];
  };
  const ofRow: RowActions<LessonSummary> = {
    nameOf: lessonLabel,
    of: (lesson) => of(lesson) ?? [],
  };
  return { of, ofRow: canManage ? ofRow : undefined, onAdd, problem };
};
export type LessonActs = ReturnType<typeof useLessonActs>;

type LessonAct = 'Activate' | 'Deactivate' | 'Release' | 'Un-Release';

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
 * Activates, deactivates, releases and un-releases lessons, several at a time. Deactivating one with students asks
 * first. A failure is reported and the row is refetched (part 1 §2, Class lessons).
 */
const useSwitches = () => {
  const [busy, setBusy] = useState<ReadonlyMap<string, LessonAct>>(new Map());
  const queryClient = useQueryClient();
  const update = useUpdateLesson();
  const { act: actOnRow, problem } = useRowAct(refreshedByLessons);

  /** Counts students of every kind: video-only students lose the lesson too. */
  const deactivateQuestion = async (lesson: LessonSummary): Promise<ConfirmQuestion | false> => {
    const { data } = await queryClient.fetchQuery({ ...lessonQuery(lesson._id), staleTime: 0 });
    const students = data.counts.student + data.counts.trial_student + data.counts.video_student;
    return (
      students > 0 && {
        title: 'Deactivate this lesson?',
        message: `${formatCount(students, 'student is', 'students are')} on ${lessonLabel(lesson)}.`,
        confirmLabel: 'Deactivate',
        danger: true,
      }
    );
  };

  const note = (id: string, act: LessonAct | null) =>
    setBusy((before) => {
      const next = new Map(before);
      if (act) next.set(id, act);
      else next.delete(id);
      return next;
    });

  const run = async (lesson: LessonSummary, act: LessonAct) => {
    const name = lessonLabel(lesson);
    note(lesson._id, act);
    await actOnRow({
      question: act === 'Deactivate' && (() => deactivateQuestion(lesson)),
      ...askingSave((allowed) =>
        update.mutateAsync({ params: { id: lesson._id }, body: { ...changesOf[act], ...allowed } }),
      ),
      done: `${name} ${doneWords[act]}`,
      refused: (error) => `${name} was not ${doneWords[act]}. ${sentenceOf(error)}`,
      unknown: `It is not known whether ${name} was ${doneWords[act]}.`,
    });
    note(lesson._id, null);
  };

  return {
    problem,
    actOn: (lesson: LessonSummary) => busy.get(lesson._id),
    run: (lesson: LessonSummary, act: LessonAct) => void run(lesson, act),
  };
};

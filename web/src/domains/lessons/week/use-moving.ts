import { useRef, useState } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { placeOf } from './week-layout.ts';
import { stepTarget, timesAt, type Target } from './week-moves.ts';
import type { MoveLesson } from './use-move-lesson.tsx';
import { lessonLabel } from '../lesson-words.ts';

type Moving = {
  lesson: LessonSummary;
  by: 'keys' | 'pointer';
  target: Target;
  /** It was dropped; the server is asked. */
  isDropped: boolean;
};

/** The lesson that is being moved, by keys or pointer, and what is said about it. */
export const useMoving = (week: readonly string[], onMove: MoveLesson) => {
  const { business_time_zone: timeZone } = useSettings();
  const { weekday, time } = useFormats();
  const [moving, setMoving] = useState<Moving | null>(null);
  // The latest also between two events without a render.
  const latest = useRef<Moving | null>(null);
  const [said, setSaid] = useState('');
  const set = (next: Moving | null) => {
    latest.current = next;
    setMoving(next);
  };
  const held = () => (latest.current?.isDropped ? null : latest.current);
  const wordsAt = (lesson: LessonSummary, target: Target) => {
    const { scheduled_on } = timesAt(lesson, target, timeZone);
    return `${weekday(scheduled_on)}, ${time(scheduled_on)}`;
  };
  const stays = (lesson: LessonSummary) => {
    set(null);
    setSaid(`${lessonLabel(lesson)} stays at ${wordsAt(lesson, placeOf(lesson, timeZone))}`);
  };

  return {
    moving,
    said,
    /** Where the lesson would begin, in words. */
    where: moving && wordsAt(moving.lesson, moving.target),
    start: (lesson: LessonSummary, by: Moving['by']) => {
      if (latest.current) return;
      const { day, from } = placeOf(lesson, timeZone);
      set({ lesson, by, target: { day, from }, isDropped: false });
      setSaid(
        `Moving ${lessonLabel(lesson)} from ${wordsAt(lesson, { day, from })}. Arrow keys move it, Enter drops it, Escape cancels.`,
      );
    },
    to: (target: Target) => {
      const one = held();
      if (one) set({ ...one, target });
    },
    step: (key: string) => {
      const one = held();
      const target = one && stepTarget(one.target, key, week);
      if (!target) return;
      set({ ...one, target });
      setSaid(wordsAt(one.lesson, target));
    },
    cancel: () => {
      const one = held();
      if (one) stays(one.lesson);
    },
    drop: async (dropped?: Target) => {
      const one = held();
      if (!one) return;
      const { lesson } = one;
      const target = dropped ?? one.target;
      const before = placeOf(lesson, timeZone);
      if (before.day === target.day && before.from === target.from) {
        stays(lesson);
        return;
      }
      set({ ...one, target, isDropped: true });
      const moved = await onMove(lesson, target);
      set(null);
      setSaid(
        moved
          ? `${lessonLabel(lesson)} moved to ${wordsAt(lesson, target)}`
          : `${lessonLabel(lesson)} was not moved`,
      );
    },
  };
};

export type MovingState = ReturnType<typeof useMoving>;

import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useDrag, useMoving } from '../../../ui/use-drag.ts';
import { lessonLabel } from '../lesson-words.ts';
import type { Move } from './use-move-lesson.tsx';
import { placeOf, type Spot } from './week-layout.ts';
import { timesAt, type Target } from './week-moves.ts';

type Moving = {
  lesson: LessonSummary;
  /** Key of the spot that the lesson was taken from. */
  key: string;
  by: 'keys' | 'pointer';
  from: Target;
};

type Options = {
  onMove: (lesson: LessonSummary, move: Move) => Promise<boolean>;
  nameOf: (tutor: string | null) => string;
};

/** State of the lesson being moved by keys or pointer, and its screen reader messages. */
export const useWeekMoves = ({ onMove, nameOf }: Options) => {
  const { business_time_zone: timeZone } = useSettings();
  const { weekday, time } = useFormats();
  const wordsAt = ({ lesson, from }: Pick<Moving, 'lesson' | 'from'>, target: Target) => {
    const { scheduled_on } = timesAt(lesson, target, timeZone);
    const when = `${weekday(scheduled_on)}, ${time(scheduled_on)}`;
    const { tutor } = target;
    return tutor === undefined || tutor === from.tutor ? when : `${when}, ${nameOf(tutor)}`;
  };
  const { begin, say, markDropped, stay, end, ...moves } = useMoving<Moving, Target>(
    (one) => `${lessonLabel(one.lesson)} stays at ${wordsAt(one, one.from)}`,
  );
  const { moving, held } = moves;

  return {
    ...moves,
    /** The new start, as text. */
    where: moving && wordsAt(moving, moving.target),
    start: (lesson: LessonSummary, spot: Pick<Spot, 'key' | 'tutor'>, by: Moving['by']) => {
      const { day, from } = placeOf(lesson, timeZone);
      const at = { day, from, ...(spot.tutor !== undefined && { tutor: spot.tutor }) };
      begin(
        { lesson, key: spot.key, by, from: at },
        at,
        `Moving ${lessonLabel(lesson)} from ${wordsAt({ lesson, from: at }, at)}. Arrow keys move it, Enter drops it, Escape cancels.`,
      );
    },
    /** Moves to the target that `next` derives from the current one. */
    step: (next: (target: Target) => Target | null) => {
      const one = held();
      const target = one && next(one.target);
      if (!target) return;
      moves.drag(target);
      say(wordsAt(one, target));
    },
    drop: async () => {
      const one = held();
      if (!one) return;
      const { lesson, from, target: to } = one;
      if (from.day === to.day && from.from === to.from && from.tutor === to.tutor) {
        stay(one);
        return;
      }
      markDropped();
      const moved = await onMove(lesson, { from, to });
      end();
      const label = lessonLabel(lesson);
      say(moved ? `${label} moved to ${wordsAt(one, to)}` : `${label} was not moved`);
    },
  };
};

export type WeekMoves = ReturnType<typeof useWeekMoves>;

/** A lesson with the spot it is taken from. */
type Taken = { lesson: LessonSummary; spot: Pick<Spot, 'key' | 'tutor'> };

/** Drags a lesson with the mouse; on touch its form is used instead. */
export const useLessonDrag = (
  moves: WeekMoves,
  targetAt: (x: number, y: number) => Target | null,
) =>
  useDrag<Taken, Target>(
    { ...moves, start: ({ lesson, spot }) => moves.start(lesson, spot, 'pointer') },
    targetAt,
  );

export type Drag = ReturnType<typeof useLessonDrag>;

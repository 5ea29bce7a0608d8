import { useRef, useState } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useDrag } from '../../../ui/use-drag.ts';
import { lessonLabel } from '../lesson-words.ts';
import type { Move } from './use-move-lesson.tsx';
import { placeOf, type Spot } from './week-layout.ts';
import { timesAt, type Target } from './week-moves.ts';

type Moving = {
  lesson: LessonSummary;
  /** The spot from which it was taken. */
  key: string;
  by: 'keys' | 'pointer';
  from: Target;
  target: Target;
  /** Where the pointer is, in pixels of the window. */
  pointer: { x: number; y: number };
  /** It was dropped; the server is asked. */
  isDropped: boolean;
};

type Options = {
  onMove: (lesson: LessonSummary, move: Move) => Promise<boolean>;
  nameOf: (tutor: string | null) => string;
};

/** The lesson that is being moved, by keys or pointer, and what is said about it. */
export const useWeekMoves = ({ onMove, nameOf }: Options) => {
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
  const wordsAt = ({ lesson, from }: Pick<Moving, 'lesson' | 'from'>, target: Target) => {
    const { scheduled_on } = timesAt(lesson, target, timeZone);
    const when = `${weekday(scheduled_on)}, ${time(scheduled_on)}`;
    const { tutor } = target;
    return tutor === undefined || tutor === from.tutor ? when : `${when}, ${nameOf(tutor)}`;
  };
  const stays = (one: Moving) => {
    set(null);
    setSaid(`${lessonLabel(one.lesson)} stays at ${wordsAt(one, one.from)}`);
  };

  return {
    moving,
    said,
    /** Where the lesson would begin, in words. */
    where: moving && wordsAt(moving, moving.target),
    start: (lesson: LessonSummary, spot: Pick<Spot, 'key' | 'tutor'>, by: Moving['by']) => {
      if (latest.current) return;
      const { day, from } = placeOf(lesson, timeZone);
      const at = { day, from, ...(spot.tutor !== undefined && { tutor: spot.tutor }) };
      const pointer = { x: 0, y: 0 };
      set({ lesson, key: spot.key, by, from: at, target: at, pointer, isDropped: false });
      setSaid(
        `Moving ${lessonLabel(lesson)} from ${wordsAt({ lesson, from: at }, at)}. Arrow keys move it, Enter drops it, Escape cancels.`,
      );
    },
    /** The pointer is there, over this target or over none. */
    drag: (target: Target | null, pointer: Moving['pointer']) => {
      const one = held();
      if (one) set({ ...one, pointer, ...(target && { target }) });
    },
    /** A key leads to the target that `next` makes of the one before. */
    step: (next: (target: Target) => Target | null) => {
      const one = held();
      const target = one && next(one.target);
      if (!target) return;
      set({ ...one, target });
      setSaid(wordsAt(one, target));
    },
    cancel: () => {
      const one = held();
      if (one) stays(one);
    },
    drop: async () => {
      const one = held();
      if (!one) return;
      const { lesson, from, target: to } = one;
      if (from.day === to.day && from.from === to.from && from.tutor === to.tutor) {
        stays(one);
        return;
      }
      set({ ...one, isDropped: true });
      const moved = await onMove(lesson, { from, to });
      set(null);
      const label = lessonLabel(lesson);
      setSaid(moved ? `${label} moved to ${wordsAt(one, to)}` : `${label} was not moved`);
    },
  };
};

export type WeekMoves = ReturnType<typeof useWeekMoves>;

/** A lesson by the spot from which it is taken. */
type Taken = { lesson: LessonSummary; spot: Pick<Spot, 'key' | 'tutor'> };

/** Moves a lesson by the pointer; its form does it for a finger. */
export const useLessonDrag = (
  moves: WeekMoves,
  targetAt: (x: number, y: number) => Target | null,
) =>
  useDrag<Taken, Target>(
    { ...moves, start: ({ lesson, spot }) => moves.start(lesson, spot, 'pointer') },
    targetAt,
  );

export type Drag = ReturnType<typeof useLessonDrag>;

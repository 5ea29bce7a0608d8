import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { lessonLabel } from '../lesson-words.ts';
import type { Move } from './use-move-lesson.tsx';
import { placeOf, type Spot } from './week-layout.ts';
import { scrollStep, timesAt, type Target } from './week-moves.ts';

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

/** Pixels after which a press is a drag and no click. */
const slack = 5;

type Press = {
  lesson: LessonSummary;
  spot: Pick<Spot, 'key' | 'tutor'>;
  x: number;
  y: number;
  /** How far below the lesson's top it was taken, in pixels. */
  below: number;
  isDrag: boolean;
  scrolls: HTMLElement | null;
};

/**
 * Moves a lesson with the mouse or a pen; a finger scrolls, and moves lessons in their form. `targetAt` says what lies
 * at a place of the window, where the lesson's top is; what scrolls goes on while the pointer is near its edge.
 */
export const useDrag = (moves: WeekMoves, targetAt: (x: number, y: number) => Target | null) => {
  const press = useRef<Press | null>(null);
  const wasDrag = useRef(false);
  const frame = useRef(0);
  const latest = useRef({ moves, targetAt });
  useEffect(() => {
    latest.current = { moves, targetAt };
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const follow = () => {
    const held = press.current;
    if (held?.isDrag)
      latest.current.moves.drag(latest.current.targetAt(held.x, held.y - held.below), held);
  };
  const scrollOn = () => {
    frame.current = 0;
    const held = press.current;
    if (!held?.isDrag || !held.scrolls) return;
    const step = scrollStep(held.y, held.scrolls.getBoundingClientRect());
    if (step === 0) return;
    held.scrolls.scrollTop += step;
    follow();
    frame.current = requestAnimationFrame(scrollOn);
  };
  const letGo = () => {
    press.current = null;
    moves.cancel();
  };

  return {
    /** What a lesson that can be moved listens to. */
    on: (lesson: LessonSummary, spot: Pick<Spot, 'key' | 'tutor'>) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDrag.current = false;
        if (event.button !== 0 || event.pointerType === 'touch' || moves.moving) return;
        const element = event.currentTarget;
        // From now on: the first move may already be outside.
        element.setPointerCapture(event.pointerId);
        const { clientX: x, clientY: y } = event;
        const below = y - element.getBoundingClientRect().top;
        press.current = {
          lesson,
          spot,
          x,
          y,
          below,
          isDrag: false,
          scrolls: scrollingAround(element),
        };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = press.current;
        if (!held) return;
        const { clientX: x, clientY: y } = event;
        if (!held.isDrag) {
          if (Math.hypot(x - held.x, y - held.y) < slack) return;
          held.isDrag = true;
          wasDrag.current = true;
          moves.start(held.lesson, held.spot, 'pointer');
        }
        Object.assign(held, { x, y });
        follow();
        if (frame.current === 0) frame.current = requestAnimationFrame(scrollOn);
      },
      onPointerUp: () => {
        const isDrag = press.current?.isDrag;
        follow();
        press.current = null;
        if (isDrag) void moves.drop();
      },
      onPointerCancel: letGo,
      /** The end of a drag is no click on the lesson's link. */
      onClick: (event: MouseEvent) => {
        if (wasDrag.current) event.preventDefault();
        wasDrag.current = false;
      },
    }),
    /** Escape while the button is down. */
    letGo,
  };
};

export type Drag = ReturnType<typeof useDrag>;

const scrollingAround = (element: HTMLElement | null): HTMLElement | null => {
  if (!element) return null;
  const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
  return scrolls ? element : scrollingAround(element.parentElement);
};

import { useRef, type PointerEvent, type MouseEvent } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import type { MovingState } from './use-moving.ts';
import type { Hours } from './week-layout.ts';
import { snapped, type Target } from './week-moves.ts';

/** Pixels after which a press is a drag and no click. */
const slack = 5;

type Press = { lesson: LessonSummary; x: number; y: number; grabbed: number; isDrag: boolean };

/** Moves a lesson with the mouse or a pen; a finger scrolls, and moves lessons in their form. */
export const useDrag = (hours: Hours, state: MovingState) => {
  const press = useRef<Press | null>(null);
  const wasDrag = useRef(false);

  const targetOf = (event: PointerEvent<HTMLElement>, grabbed: number): Target | null => {
    const columns = [...document.querySelectorAll<HTMLElement>('[data-week-day]')];
    const column =
      columns.find((each) => event.clientX < each.getBoundingClientRect().right) ?? columns.at(-1);
    const day = column?.dataset.weekDay;
    if (!column || !day) return null;
    return { day, from: snapped(minutesAt(column, event.clientY, hours) - grabbed, hours) };
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>, lesson: LessonSummary) => {
      wasDrag.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || state.moving) return;
      const { height, top } = event.currentTarget.getBoundingClientRect();
      const column = event.currentTarget.closest<HTMLElement>('[data-week-day]');
      if (!column || height === 0) return;
      const grabbed = minutesAt(column, event.clientY, hours) - minutesAt(column, top, hours);
      // From now on: the first move may already be outside.
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { lesson, x: event.clientX, y: event.clientY, grabbed, isDrag: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = press.current;
      if (!held) return;
      if (!held.isDrag) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < slack) return;
        held.isDrag = true;
        wasDrag.current = true;
        state.start(held.lesson, 'pointer');
        return;
      }
      const target = targetOf(event, held.grabbed);
      if (target) state.to(target);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const held = press.current;
      press.current = null;
      if (!held?.isDrag) return;
      void state.drop(targetOf(event, held.grabbed) ?? undefined);
    },
    onPointerCancel: () => {
      press.current = null;
      state.cancel();
    },
    /** Escape while the button is down. */
    letGo: () => {
      press.current = null;
      state.cancel();
    },
    /** The end of a drag is no click on the lesson's link. */
    onClick: (event: MouseEvent) => {
      if (wasDrag.current) event.preventDefault();
      wasDrag.current = false;
    },
  };
};

/** The minutes since midnight at a height of a day's column. */
const minutesAt = (column: HTMLElement, y: number, hours: Hours) => {
  const { top, height } = column.getBoundingClientRect();
  return hours.from + ((y - top) / height) * (hours.to - hours.from);
};

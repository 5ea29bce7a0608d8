import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useCan } from '../../../lib/use-can.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import type { Drag, WeekMoves } from './use-week-moves.ts';
import type { Spot } from './week-layout.ts';
import { neighbourOf, type Target } from './week-moves.ts';

type Options = {
  spots: readonly Spot[];
  moves: WeekMoves;
  drag: Drag;
  /** The lesson that gets the initial focus. */
  sought: string | undefined;
  /** The target that a key leads to while a lesson is being moved. */
  step: (target: Target, key: string) => Target | null;
};

/**
 * Keyboard focus in the week: Tab enters one spot, arrow keys move between spots, M starts moving the focused lesson.
 * Returns the container's ref and each spot's handlers.
 */
export const useSpots = ({ spots, moves, drag, sought, step }: Options) => {
  const canMove = useCan('lesson.canManage');
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const focus = (key: string) => spotIn(box.current, key)?.focus();
  const tabStop = (spots.find(({ key }) => key === current) ?? spots[0])?.key;

  useShortcut(
    'm',
    'Move the lesson with the arrow keys',
    () => {
      const focused = document.activeElement;
      const key = focused instanceof HTMLElement ? focused.dataset.spot : undefined;
      const spot = spots.find((each) => each.key === key);
      if (spot?.lesson) moves.start(spot.lesson, spot, 'keys');
    },
    { enabled: canMove },
  );
  const isThere = spots.some(({ lesson }) => lesson?._id === sought);
  useEffect(() => {
    if (isThere) lessonIn(box.current, sought)?.focus();
  }, [isThere, sought]);
  useEffect(() => {
    // A moved lesson is a new element at its new place: focus it again.
    if (current === null || document.activeElement !== document.body) return;
    const [id] = current.split(' ');
    (spotIn(box.current, current) ?? lessonIn(box.current, id))?.focus();
  }, [spots, current]);

  const onKeyDown = (event: KeyboardEvent, key: string) => {
    if (moves.moving) {
      // Other keys are ignored while moving; Tab leaves and cancels.
      if (event.key === 'Tab') return;
      if (event.key === 'Escape') drag.letGo();
      else if (event.key === 'Enter') void moves.drop();
      else moves.step((target) => step(target, event.key));
    } else {
      const next = neighbourOf(spots, key, event.key);
      if (!next) return;
      focus(next.key);
    }
    event.preventDefault();
  };

  return {
    box,
    propsOf: ({ key }: Pick<Spot, 'key'>) => ({
      'data-spot': key,
      tabIndex: tabStop === key ? 0 : -1,
      onFocus: () => setCurrent(key),
      onBlur: () => {
        if (moves.moving?.by === 'keys') moves.cancel();
      },
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, key),
    }),
  };
};

export type SpotProps = ReturnType<ReturnType<typeof useSpots>['propsOf']>;

const lessonIn = (box: HTMLElement | null, id: string | undefined) =>
  box?.querySelector<HTMLElement>(`[data-lesson="${id}"]`);

const spotIn = (box: HTMLElement | null, key: string) =>
  box?.querySelector<HTMLElement>(`[data-spot="${key}"]`);

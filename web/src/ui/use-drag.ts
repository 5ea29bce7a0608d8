import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
} from 'react';

/** Pixels after which a press is a drag and not a click. */
const slack = 5;

type Press<Item> = {
  item: Item;
  x: number;
  y: number;
  /** Distance of the pointer below the item's top, in pixels. */
  below: number;
  isDrag: boolean;
  scrolls: HTMLElement | null;
};

/** An item being moved, and its target. */
type Moving<Item, Target> = Item & {
  target: Target;
  /** Position of the pointer in the window, in pixels. */
  pointer: { x: number; y: number };
  /** It was dropped, and the result is being confirmed or saved. */
  isDropped: boolean;
};

/** The state of the one item being moved, by pointer or keyboard, and its announcement. */
export const useMoving = <Item extends object, Target>(staysWords: (item: Item) => string) => {
  type One = Moving<Item, Target>;
  const [moving, setMoving] = useState<One | null>(null);
  // Also current between two events without a render.
  const latest = useRef<One | null>(null);
  const [said, say] = useState('');
  const set = (next: One | null) => {
    latest.current = next;
    setMoving(next);
  };
  const held = () => (latest.current?.isDropped ? null : latest.current);
  const change = (part: Partial<Moving<object, Target>>) => {
    const one = held();
    if (one) set({ ...one, ...part });
  };
  const stay = (one: Item) => {
    set(null);
    say(staysWords(one));
  };

  return {
    moving,
    said,
    say,
    /** The item being moved, unless it was dropped. */
    held,
    /** Does nothing while another item is being moved. */
    begin: (item: Item, target: Target, words = '') => {
      if (latest.current) return;
      set({ ...item, target, pointer: { x: 0, y: 0 }, isDropped: false });
      say(words);
    },
    /** Moves to a target by key, or with the pointer over a target or outside of all. */
    drag: (target: Target | null, pointer?: One['pointer']) =>
      change({ ...(pointer && { pointer }), ...(target !== null && { target }) }),
    /** The item stays at its target until the move is completed. */
    markDropped: () => change({ isDropped: true }),
    /** The item stays where it was. */
    stay,
    cancel: () => {
      const one = held();
      if (one) stay(one);
    },
    end: () => set(null),
  };
};

/** Callbacks of a drag. */
type Moves<Item, Target> = {
  /** Set while something is being moved. */
  moving: unknown;
  start: (item: Item) => void;
  drag: (target: Target | null, pointer: { x: number; y: number }) => void;
  drop: () => unknown;
  cancel: () => void;
};

/**
 * Drags an item with mouse or pen; a touch scrolls instead. `targetAt` maps the position of the item's top to a target.
 * Containers scroll while the pointer is near their edge.
 */
export const useDrag = <Item, Target>(
  moves: Moves<Item, Target>,
  targetAt: (x: number, y: number) => Target | null,
) => {
  const press = useRef<Press<Item> | null>(null);
  const wasDrag = useRef(false);
  const frame = useRef(0);
  const latest = useRef({ moves, targetAt });
  useLayoutEffect(() => {
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
    const { top, bottom, left, right } = held.scrolls.getBoundingClientRect();
    const down = scrollStep(held.y, { from: top, to: bottom });
    const aside = scrollStep(held.x, { from: left, to: right });
    if (down === 0 && aside === 0) return;
    held.scrolls.scrollBy(aside, down);
    follow();
    frame.current = requestAnimationFrame(scrollOn);
  };
  const letGo = () => {
    press.current = null;
    moves.cancel();
  };

  return {
    /** Event handlers of a draggable item. */
    on: (item: Item) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDrag.current = false;
        if (event.button !== 0 || event.pointerType === 'touch' || moves.moving) return;
        const element = event.currentTarget;
        // Captured now: the first move may already be outside.
        element.setPointerCapture(event.pointerId);
        const { clientX: x, clientY: y } = event;
        const below = y - element.getBoundingClientRect().top;
        press.current = { item, x, y, below, isDrag: false, scrolls: scrollingAround(element) };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = press.current;
        if (!held) return;
        const { clientX: x, clientY: y } = event;
        if (!held.isDrag) {
          if (Math.hypot(x - held.x, y - held.y) < slack) return;
          held.isDrag = true;
          wasDrag.current = true;
          moves.start(held.item);
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
      /** The end of a drag must not click the item's link. */
      onClick: (event: MouseEvent) => {
        if (wasDrag.current) event.preventDefault();
        wasDrag.current = false;
      },
    }),
    /** For Escape while the button is pressed. */
    letGo,
  };
};

/** Distance from an edge within which dragging scrolls, and the maximum step, in pixels. */
const edge = 48;
const fastest = 16;

/** Pixels to scroll per step while dragging at this position; more, the closer to an edge. */
export const scrollStep = (at: number, { from, to }: { from: number; to: number }): number => {
  const before = from + edge - at;
  const behind = at - (to - edge);
  const past = Math.max(before, behind);
  if (past <= 0) return 0;
  return Math.sign(behind - before) * Math.ceil((Math.min(past, edge) / edge) * fastest);
};

const scrollingAround = (element: HTMLElement | null): HTMLElement | null => {
  if (!element) return null;
  const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
  return scrolls ? element : scrollingAround(element.parentElement);
};

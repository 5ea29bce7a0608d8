import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
} from 'react';

/** Pixels after which a press is a drag and no click. */
const slack = 5;

type Press<Item> = {
  item: Item;
  x: number;
  y: number;
  /** How far below the item's top it was taken, in pixels. */
  below: number;
  isDrag: boolean;
  scrolls: HTMLElement | null;
};

/** Something that is being moved, and where it would go. */
type Moving<Item, Target> = Item & {
  target: Target;
  /** Where the pointer is, in pixels of the window. */
  pointer: { x: number; y: number };
  /** It was dropped; what becomes of it is asked or written. */
  isDropped: boolean;
};

/** The one thing that is being moved, by the pointer or another way, and what is said about it. */
export const useMoving = <Item extends object, Target>(staysWords: (item: Item) => string) => {
  type One = Moving<Item, Target>;
  const [moving, setMoving] = useState<One | null>(null);
  // The latest also between two events without a render.
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
    /** What is being moved and was not dropped yet. */
    held,
    /** Does nothing while something is moved already. */
    begin: (item: Item, target: Target, words = '') => {
      if (latest.current) return;
      set({ ...item, target, pointer: { x: 0, y: 0 }, isDropped: false });
      say(words);
    },
    /** A key leads there; or the pointer does, over this target or over none. */
    drag: (target: Target | null, pointer?: One['pointer']) =>
      change({ ...(pointer && { pointer }), ...(target !== null && { target }) }),
    /** It stands where it was dropped until its end. */
    markDropped: () => change({ isDropped: true }),
    /** It stays where it was. */
    stay,
    cancel: () => {
      const one = held();
      if (one) stay(one);
    },
    end: () => set(null),
  };
};

/** What becomes of a drag. */
type Moves<Item, Target> = {
  /** Something is being moved already. */
  moving: unknown;
  start: (item: Item) => void;
  drag: (target: Target | null, pointer: { x: number; y: number }) => void;
  drop: () => unknown;
  cancel: () => void;
};

/**
 * Moves something with the mouse or a pen; a finger scrolls, and moves it another way. `targetAt` says what lies at a
 * place of the window, where the item's top is; what scrolls goes on while the pointer is near its edge.
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
    /** What an item that can be moved listens to. */
    on: (item: Item) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDrag.current = false;
        if (event.button !== 0 || event.pointerType === 'touch' || moves.moving) return;
        const element = event.currentTarget;
        // From now on: the first move may already be outside.
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
      /** The end of a drag is no click on the item's link. */
      onClick: (event: MouseEvent) => {
        if (wasDrag.current) event.preventDefault();
        wasDrag.current = false;
      },
    }),
    /** Escape while the button is down. */
    letGo,
  };
};

/** Pixels from an edge within which dragging scrolls, and how far at most in one step. */
const edge = 48;
const fastest = 16;

/** How far what scrolls goes on while something is dragged at this place, in pixels; the nearer to an edge, the faster. */
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

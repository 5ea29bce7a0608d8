import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const toolsOf = (toolbar: HTMLElement) =>
  [...toolbar.querySelectorAll<HTMLElement>('[data-tool]')] as const;

const makeStop = (toolbar: HTMLElement, stop: HTMLElement | undefined) => {
  for (const tool of toolsOf(toolbar)) tool.tabIndex = tool === stop ? 0 : -1;
};

const goals: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Makes a toolbar one tab stop: the tool used last. Arrow keys, Home and End move between tools (ARIA: toolbar). */
export const useArrowKeys = () => {
  const ref = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLElement>(null);
  // Re-elects the tab stop when tools mount or unmount.
  useEffect(() => {
    if (!ref.current) return;
    const tools = toolsOf(ref.current);
    makeStop(ref.current, tools.find((tool) => tool === stop.current) ?? tools[0]);
  });
  return {
    ref,
    onFocus: (event: FocusEvent<HTMLDivElement>) => {
      if (!event.target.matches('[data-tool]')) return;
      stop.current = event.target;
      makeStop(event.currentTarget, event.target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      const tools = toolsOf(event.currentTarget);
      const at = tools.indexOf(event.target as HTMLElement);
      const goal = goals[event.key];
      if (at === -1 || !goal) return;
      event.preventDefault();
      tools[goal(at, tools.length)]?.focus();
    },
  };
};

import { expect } from 'vitest';

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** Elements that move without input from now on (Layout Instability API). */
export const watchShifts = (): (() => Shift[]) => {
  const shifts: Shift[] = [];
  const observer = new PerformanceObserver((list) => {
    shifts.push(...(list.getEntries() as Shift[]));
  });
  observer.observe({ type: 'layout-shift' });
  return () => {
    shifts.push(...(observer.takeRecords() as Shift[]));
    observer.disconnect();
    return shifts;
  };
};

const mostShift = 0.02;

/** Expects that almost nothing moved. */
export const expectStill = async (shifts: () => Shift[]): Promise<void> => {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  const moved = shifts().map(({ value, sources }) => ({
    value,
    moved: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : '')),
  }));
  const sum = moved.reduce((total, { value }) => total + value, 0);
  expect(sum < mostShift ? [] : moved).toEqual([]);
};

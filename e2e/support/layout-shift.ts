import { expect, test, type Page } from '@playwright/test';

const mostShift = 0.02;

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** Elements that shifted without input since the page was loaded (Layout Instability API). */
const shiftsOn = (page: Page) =>
  page.evaluate(async () => {
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) => {
      shifts.push(...(list.getEntries() as Shift[]));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries arrive in a separate task, current ones with the next frames.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    shifts.push(...(observer.takeRecords() as Shift[]));
    observer.disconnect();
    return shifts.map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) =>
        (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 120),
      ),
    }));
  });

/** Expects almost no layout shift since the page was loaded. */
export const expectStill = async (page: Page): Promise<void> => {
  const shifts = await shiftsOn(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  test.info().annotations.push({ type: 'shift', description: sum.toFixed(4) });
  expect(sum, `layout shift: ${JSON.stringify(shifts)}`).toBeLessThan(mostShift);
};

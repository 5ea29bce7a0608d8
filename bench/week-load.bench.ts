import type { Browser } from '@playwright/test';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { withBrowser } from './with-browser.ts';

const tutors = 46;
const lessons = 120;
const loads = 5;
/** A task blocks the main thread with what it takes beyond this, in milliseconds. */
const blocksBeyond = 50;

/** Time that the week of 46 tutors and 120 lessons blocks the main thread while it loads; the median of five loads. */
export const measureWeekLoad = (
  server: ServerUnderLoad,
  _dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const blocked: number[] = [];
    while (blocked.length < loads) blocked.push(await blockedWhileLoading(browser, server));
    log(`the week blocked the main thread for ${blocked.join(', ')} ms`);
    const what = `/lessons?view=week (${tutors} tutors, ${lessons} lessons): main thread blocked`;
    return [{ what, value: percentile(blocked, 0.5), unit: 'ms', bar: 200, atLeast: false }];
  });

const blockedWhileLoading = async (browser: Browser, server: ServerUnderLoad): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // Text, because the types here are those of Node.
  await context.addInitScript(`
    localStorage.setItem('token', ${JSON.stringify(server.token)});
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });`);
  const page = await context.newPage();
  await page.route('**/api/admin/lesson?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: LessonSummary[] };
    const data = aWeekOf(answer.data);
    await route.fulfill({ response, json: { ...answer, data, count: data.length } });
  });
  await page.goto(`${server.address}/lessons?view=week`);
  await page
    .locator('[data-lesson]')
    .nth(lessons - 1)
    .waitFor();
  await page.evaluate(untilIdle);
  const tasks = await page.evaluate<number[]>('longTasks');
  await context.close();
  return Math.round(tasks.reduce((sum, task) => sum + Math.max(0, task - blocksBeyond), 0));
};

/** Resolves when there has been no long task for a second: reads follow the lessons. */
const untilIdle = `new Promise((resolve) => {
  let count = longTasks.length;
  let since = performance.now();
  const look = () => {
    if (longTasks.length > count) [count, since] = [longTasks.length, performance.now()];
    if (performance.now() - since > 1000) resolve();
    else requestIdleCallback(look);
  };
  look();
})`;

/** As many lessons and tutors as the bar names, made from those of the answer. */
const aWeekOf = (found: readonly LessonSummary[]): LessonSummary[] => {
  return Array.from({ length: lessons }, (_, at) => {
    const lesson = found[at % found.length];
    if (!lesson) throw new Error('This week has no lessons in the data set.');
    return {
      ...lesson,
      _id: `${lesson._id.slice(0, -3)}${100 + at}`,
      tutor: [{ _id: `tutor-${at % tutors}`, name: `Tutor ${at % tutors}` }],
    };
  });
};

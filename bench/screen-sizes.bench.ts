import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { screenPaths } from '../e2e/support/screens.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { withBrowser } from './with-browser.ts';

const mostFiles = 16;

/** The gzipped JavaScript in kB, and the files, that each screen loads before it is idle. */
export const measureScreens = (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const { path, address } of [
      { path: '/login', address: '/login' },
      ...(await everyScreen(dataset)),
    ]) {
      const isSignIn = path === '/login';
      const sizes = await scriptSizes(browser, server, address, !isSignIn);
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      log(`${path}: ${Math.round(kilobytes)} kB in ${sizes.length} files`);
      const what = `${path}: JavaScript at first load`;
      figures.push(
        { what, value: kilobytes, unit: 'kB', bar: isSignIn ? 150 : 300, atLeast: false },
        { what, value: sizes.length, unit: 'files', bar: mostFiles, atLeast: false },
      );
    }
    return figures;
  });

/** Every screen of the web app, with an example record for addresses that need one. */
const everyScreen = async (dataset: Dataset) => {
  const [ids] = await dataset.rows<Record<string, string>>(`
    select lessons.class_id as "$classId", lessons.id as "$lessonId", orders.student_id as "$userId",
      (select id from discount_codes limit 1) as "$discountId",
      (select id from homework where lesson_id = lessons.id limit 1) as "$homeworkId",
      'zoom' as "$platform"
    from orders join lessons on lessons.id = orders.lesson_ids[1] limit 1`);
  return screenPaths.map((path) => ({
    path,
    address: path.replaceAll(/\$\w+/g, (name) => ids?.[name] ?? name),
  }));
};

const scriptSizes = async (
  browser: Browser,
  server: ServerUnderLoad,
  address: string,
  isSignedIn: boolean,
) => {
  const context = await browser.newContext();
  if (isSignedIn)
    await context.addInitScript((token) => localStorage.setItem('token', token), server.token);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${server.address}${address}`, { waitUntil: 'networkidle' });
  const all = await Promise.all(sizes);
  await context.close();
  return all;
};

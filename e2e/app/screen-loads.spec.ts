import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request, Route } from '@playwright/test';
import { expectStill } from '../support/layout-shift.ts';
import { exampleAddress, fillScreens } from '../support/screen-examples.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';

const mostFiles = 16;
const mostBytes = 300_000;
const mostBytesOfSignIn = 150_000;

/** Screens that only need the session and the settings. */
const withoutData = ['/user/roles', '/discountcode/new', '/tutor-payments'];

/** Screens whose first request depends on the session: which report is shown first. */
const afterSession = ['/dashboard'];

/** Files that a screen loads only when needed: rich text, formulas, charts, the refresh of reports. */
const whenNeeded = /\/(shown-html|draw-formula|usage-chart|as-of)-/;

/** Requests that are held back until released, in order of arrival. */
class Held {
  readonly #routes: Route[] = [];
  #isOpen = false;

  take = (route: Route): Promise<void> | void => {
    if (this.#isOpen) return route.continue();
    this.#routes.push(route);
  };

  get paths(): string[] {
    return this.#routes.map((route) => new URL(route.request().url()).pathname);
  }

  /** Releases the last one first, each after the previous response, so that upper parts arrive after lower ones. */
  async letGo(): Promise<void> {
    this.#isOpen = true;
    for (const route of this.#routes.toReversed()) {
      const answered = route.request().response();
      await route.continue();
      await answered;
    }
  }
}

/** Waits for a condition in this process, which is cheap to poll. */
const soon = { intervals: [10] };

/** Requests of a page: its scripts, and those still pending. */
const watchRequests = (page: Page) => {
  const scripts = new Set<string>();
  const unanswered = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The stream of changes never ends (docs/adr/0021).
    if (pathname !== '/api/live') unanswered.add(request);
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  return { scripts, unanswered };
};

/** Opens an address with its data held back; interception bypasses the browser's cache, as on a first visit. */
const openSlowly = async (page: Page, address: string) => {
  const { scripts, unanswered } = watchRequests(page);
  const [main, session, data] = [new Held(), new Held(), new Held()];
  await page.route('**/api/**', data.take);
  await page.route(/\/api\/(me|settings)$/, session.take);
  await page.route(/\/assets\/index-[^/]*\.js$/, main.take);
  // The screen before may have requested parts until now.
  page.once('framenavigated', () => scripts.clear());
  await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(() => main.paths, soon).toHaveLength(1);
  // Once the body exists, the scripts in the head have run.
  await page.locator('#root').waitFor({ state: 'attached' });
  const links = await page
    .locator('link[rel="modulepreload"]')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  // The scripts in the head run before the page's own and request the rest.
  const firstWave = new Set([...scripts, ...main.paths, ...links]);
  return { scripts, unanswered, main, session, data, firstWave };
};

type Slow = Awaited<ReturnType<typeof openSlowly>>;

/** Waits until every request is answered, the result is painted and nothing more is requested. */
const standStill = (page: Page, { unanswered }: Slow) =>
  expect
    .poll(async () => {
      const before = [...unanswered];
      await page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestIdleCallback(resolve));
      });
      return [...before, ...unanswered].map((request) => request.url());
    }, soon)
    .toEqual([]);

/** Releases the requests one after another, until the screen no longer changes. */
const letGo = async (page: Page, slow: Slow, hasData: boolean) => {
  const { main, session, data } = slow;
  await main.letGo();
  await expect.poll(() => session.paths, soon).toContain('/api/me');
  if (hasData)
    await expect
      .poll(() => data.paths, { ...soon, message: 'asked for beside /me' })
      .not.toEqual([]);
  await session.letGo();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await data.letGo();
  await standStill(page, slow);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

/** A file of the built app, and its size as transferred. */
type File = { text: string; bytes: number };
const files = new Map<string, File>();

const fileAt = (path: string): File => {
  const known = files.get(path);
  if (known) return known;
  const content = readFileSync(join(import.meta.dirname, '../../web/dist', path));
  const file = { text: content.toString(), bytes: gzipSync(content).length };
  files.set(path, file);
  return file;
};

const expectLight = ({ scripts, firstWave }: Slow, bytesAllowed: number) => {
  const paths = [...scripts];
  const parts = paths.filter((path) => whenNeeded.test(path));
  // A file that such a part imports.
  const isForPart = (path: string) =>
    parts.some((part) => fileAt(part).text.includes(path.replace(/^.*\//, '')));
  const loaded = paths.filter(
    (path) => firstWave.has(path) || (!parts.includes(path) && !isForPart(path)),
  );
  const bytes = loaded.reduce((sum, path) => sum + fileAt(path).bytes, 0);
  test.info().annotations.push({
    type: 'loads',
    description: `${loaded.length} files, ${Math.round(bytes / 1000)} kB`,
  });
  const late = loaded.filter((path) => !firstWave.has(path));
  expect(late, 'asked for after the first wave').toEqual([]);
  expect(loaded.length, 'script files').toBeLessThanOrEqual(mostFiles);
  expect(bytes, 'bytes of script, gzipped').toBeLessThanOrEqual(bytesAllowed);
};

for (const path of screenPaths)
  test(`${path} loads few scripts in one wave, its data along with the session, without layout shift`, async ({
    page,
    app,
    signInAs,
  }) => {
    await fillScreens(app);
    await signInAs('Admin', { seesOrderId: true });
    const address = await exampleAddress(path, app);
    const hasData = ![...withoutData, ...afterSession].includes(path);
    const wide = await openSlowly(page, address);
    await letGo(page, wide, hasData);
    await expectStill(page);
    expectLight(wide, mostBytes);
    if (!walksAll) return;

    await page.unrouteAll();
    await page.setViewportSize({ width: 390, height: 844 });
    await letGo(page, await openSlowly(page, address), hasData);
    await expectStill(page);
  });

test('sign-in loads at most 150 kB of scripts, and the app while a password is typed', async ({
  page,
}) => {
  const slow = await openSlowly(page, '/login');
  await slow.main.letGo();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await standStill(page, slow);
  await expectStill(page);
  expectLight(slow, mostBytesOfSignIn);

  await page.getByLabel('Password', { exact: true }).fill('Wrong2026');
  for (const file of [/\/shell-/, /\/dashboard\.route-/])
    await expect.poll(() => [...slow.scripts].filter((path) => file.test(path))).toHaveLength(1);
});

testInOwnBrowser(
  'hovering or focusing a menu entry preloads its screen, and hovering its data',
  async ({ page, signInAs }) => {
    await signInAs('Admin');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    /** Scripts from the network: imported ones come from the cache (docs/adr/0085). */
    const fetched = (name: string) =>
      page.evaluate(
        (pattern) =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter((entry) => entry.transferSize > 0 && new RegExp(pattern).test(entry.name))
            .map((entry) => entry.name),
        name,
      );
    const menu = page.getByRole('navigation', { name: 'Main' });

    await menu.getByRole('link', { name: /^Order/ }).hover();
    const orders = '/order-list.route-[^/]*[.]js$';
    await expect.poll(() => fetched(orders)).toHaveLength(1);
    await expect.poll(() => asked.filter((path) => path === '/api/admin/order')).toHaveLength(1);

    await menu.getByRole('link', { name: /^Discount Code/ }).focus();
    await expect.poll(() => fetched('discount-code-list.route-[^/]*[.]js$')).toHaveLength(1);
    await expect(page).toHaveURL('/');
    expect(await fetched(orders)).toHaveLength(1);
    const styles = await page
      .locator('link[rel="stylesheet"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
    expect(styles.filter((href, at) => styles.indexOf(href) !== at)).toEqual([]);
  },
);

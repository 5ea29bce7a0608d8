import { gzipSync } from 'node:zlib';
import type { Page, Response, Route } from '@playwright/test';
import { exampleAddress, fillScreens } from '../support/screen-examples.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const mostFiles = 16;
const mostBytes = 300_000;
const mostBytesOfSignIn = 150_000;
const mostShift = 0.02;

/** Screens that show nothing but what the session and the settings say. */
const withoutData = ['/user/roles', '/discountcode/new', '/profile'];

/** What a screen loads only where something needs it: the reader of rich text, and charts. */
const whenNeeded = /\/(shown-html|usage-chart)-/;

/** Requests that wait until they are let go, in the order in which they came. */
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

  /** The last first, each when the one before has been answered: what stands above comes after what is below it. */
  async letGo(): Promise<void> {
    this.#isOpen = true;
    for (const route of this.#routes.toReversed()) {
      const answered = route.request().response();
      await route.continue();
      await answered;
    }
  }
}

/** Notes what moves on the page without anybody having touched it. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Opens an address with the page's own script, the session and all other data held back. */
const openSlowly = async (page: Page, address: string) => {
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, response);
  });
  const [main, session, data] = [new Held(), new Held(), new Held()];
  await page.route('**/api/**', data.take);
  await page.route(/\/api\/(me|settings)$/, session.take);
  await page.route(/\/assets\/index-[^/]*\.js$/, main.take);
  await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(() => main.paths).toHaveLength(1);
  // The scripts in the head have run once the body is there.
  await expect(page.locator('#root')).toBeAttached();
  const links = await page
    .locator('link[rel="modulepreload"]')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  // The scripts in the head run before the page's own, and ask for the rest.
  const firstWave = new Set([...scripts.keys(), ...main.paths, ...links]);
  return { scripts, main, session, data, firstWave };
};

/** Lets one after the other go, once the next has been asked for, until the screen stands still. */
const letGo = async (page: Page, { main, session, data }: Slow, hasData: boolean) => {
  await main.letGo();
  await expect.poll(() => session.paths).toContain('/api/me');
  if (hasData) await expect.poll(() => data.paths, 'asked for beside /me').not.toEqual([]);
  await session.letGo();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await data.letGo();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
};

type Slow = Awaited<ReturnType<typeof openSlowly>>;

const expectLight = async ({ scripts, firstWave }: Slow, bytesAllowed: number) => {
  const bodies = new Map<string, Buffer>();
  for (const [path, response] of scripts) bodies.set(path, await response.body());
  const paths = [...bodies.keys()];
  const parts = paths.filter((path) => whenNeeded.test(path));
  // A file that came with such a part, and for it.
  const isForPart = (path: string) =>
    parts.some((part) => bodies.get(part)?.includes(path.replace(/^.*\//, '')));
  const loaded = paths.filter(
    (path) => firstWave.has(path) || (!parts.includes(path) && !isForPart(path)),
  );
  const bytes = loaded.reduce((sum, path) => sum + gzipSync(bodies.get(path) ?? '').length, 0);
  note('loads', `${loaded.length} files, ${Math.round(bytes / 1000)} kB`);
  const late = loaded.filter((path) => !firstWave.has(path));
  expect(late, 'asked for after the first wave').toEqual([]);
  expect(loaded.length, 'script files').toBeLessThanOrEqual(mostFiles);
  expect(bytes, 'bytes of script, gzipped').toBeLessThanOrEqual(bytesAllowed);
};

const expectStill = async (page: Page) => {
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  note('shift', shift.toFixed(4));
  expect(shift, 'layout shift').toBeLessThanOrEqual(mostShift);
};

const note = (type: string, description: string) =>
  test.info().annotations.push({ type, description });

for (const path of screenPaths)
  testInOwnBrowser(
    `${path} loads few files in one wave, its data beside the session, and stays still`,
    async ({ page, app, signInAs }) => {
      await fillScreens(app);
      await signInAs('Admin', { seesOrderId: true });
      const address = await exampleAddress(path, app);
      const hasData = !withoutData.includes(path);
      await watchShifts(page);
      const wide = await openSlowly(page, address);
      await letGo(page, wide, hasData);
      await expectStill(page);
      await expectLight(wide, mostBytes);

      await page.unrouteAll();
      await page.setViewportSize({ width: 390, height: 844 });
      await letGo(page, await openSlowly(page, address), hasData);
      await expectStill(page);
    },
  );

testInOwnBrowser(
  'sign-in is lighter still, and loads the app while somebody types a password',
  async ({ page }) => {
    await watchShifts(page);
    const slow = await openSlowly(page, '/login');
    await slow.main.letGo();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectStill(page);
    await expectLight(slow, mostBytesOfSignIn);

    await page.getByLabel('Password', { exact: true }).fill('Wrong2026');
    for (const file of [/\/shell-/, /\/home\.route-/])
      await expect
        .poll(() => [...slow.scripts.keys()].filter((path) => file.test(path)))
        .toHaveLength(1);
  },
);

testInOwnBrowser(
  'a menu entry that is pointed at or focused has its screen and data ready',
  async ({ page, signInAs }) => {
    await signInAs('Admin');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });

    await menu.getByRole('link', { name: /^Order/ }).hover();
    await expect
      .poll(() => asked.filter((path) => /order-list\.route-/.test(path)))
      .toHaveLength(1);
    await expect.poll(() => asked.filter((path) => path === '/api/admin/order')).toHaveLength(1);

    await menu.getByRole('link', { name: /^Discount Code/ }).focus();
    await expect
      .poll(() => asked.filter((path) => /discount-code-list\.route-/.test(path)))
      .toHaveLength(1);
    await expect(page).toHaveURL('/');
  },
);

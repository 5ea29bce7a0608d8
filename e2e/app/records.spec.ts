import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { records } from '../support/all-examples.ts';
import type { RecordExample } from '../support/examples.ts';
import { expectTouchable } from '../support/expect-screen.ts';
import { expectStill } from '../support/layout-shift.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';

const unknownId = '0190f3b4-0000-7000-8000-000000000000';

test('every record page is covered here', () => {
  expect(Object.keys(records).toSorted()).toEqual(
    screenPaths.filter((path) => path.includes('$')).toSorted(),
  );
});

/** Technical values that staff must not see: timestamps, ids, field names, database values. */
const raw =
  /\d{4}-\d\d-\d\d|\b[a-z]+_[a-z_]+\b|[\da-f]{8}-[\da-f]{4}-|\b(true|false|null|undefined)\b|\[object/;

/** Follows the back link, which has the name of the list. */
const goBackTo = async (page: Page, { name, address }: RecordExample['back']) => {
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name, exact: true })
    .click();
  await expect(page).toHaveURL(address);
};

/** Expects a timeline without technical values; read-only records have no timeline. */
const expectReadableChanges = async (page: Page, tabs: readonly string[]) => {
  if (tabs.at(-1) !== 'Changes') return;
  const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(steps).not.toHaveCount(0);
  for (const words of await steps.allInnerTexts()) expect(words).not.toMatch(raw);
};

// The full walks below include these checks.
for (const [path, { make, back, missing, tabs }] of Object.entries(walksAll ? {} : records))
  test(`${path} opens its tabs, links back and shows a message for an unknown id`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    problems.expect(/status of 40[04]/);
    const admin = await signInAs('Admin');
    const address = await make(app, admin);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(tabs.length);
    for (const name of tabs.slice(1)) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      await expect(page).toHaveURL(`${address}?tab=${name.toLowerCase()}`);
    }
    await expectReadableChanges(page, tabs);
    await goBackTo(page, back);

    await page.goto(address.replace(/[^/]+$/, unknownId));
    await expect(page.getByText(missing)).toBeVisible();
    const wayBack = page.getByRole('link', { name: `Go to ${back.name}` });
    await expect(wayBack).toHaveAttribute('href', back.address);
  });

for (const [path, { make, call, back, missing, tabs }] of Object.entries(walksAll ? records : {})) {
  testInOwnBrowser(
    `${path} keeps its tab in the URL and loads without layout shift`,
    async ({ page, app, signInAs }) => {
      test.setTimeout(60_000);
      const admin = await signInAs('Admin');
      const address = await make(app, admin);
      // The record arrives first and its lists later, which must not shift anything.
      await page.route(/\/api\/(admin|homework|submission)\b/, async (route) => {
        if (!call.test(route.request().url())) await setTimeout(400);
        await route.continue();
      });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectStill(page);
      }
      // On a phone the tabs come before the details.
      const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
      const facts = page.getByRole('region', { name: /^(Details|Class overview)$/ });
      expect(await topOf(facts)).toBeGreaterThan(await topOf(page.getByRole('tablist')));
      await page.unrouteAll({ behavior: 'wait' });
      await expectTouchable(page);
      await page.setViewportSize({ width: 1440, height: 900 });

      const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
      await expect(page.getByRole('tab')).toHaveCount(tabs.length);
      for (const name of tabs.slice(1)) {
        await tab(name).click();
        await expect(page).toHaveURL(`${address}?tab=${name.toLowerCase()}`);
        await page.reload();
        await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
      }
      await tab(tabs[0]!).click();
      await expect(page).toHaveURL(address);
      await page.goBack();
      await expect(tab(tabs.at(-1)!)).toHaveAttribute('aria-selected', 'true');

      await expectReadableChanges(page, tabs);

      await tab(tabs.at(-1)!).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(tab(tabs.at(-2)!)).toBeFocused();
      await expect(tab(tabs.at(-2)!)).toHaveAttribute('aria-selected', 'true');

      await goBackTo(page, back);
    },
  );

  test(`${path} shows a message for an unknown, forbidden or failed record`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    test.setTimeout(60_000);
    problems.expect(/status of (40[034]|500)/);
    const admin = await signInAs('Admin');
    const address = await make(app, admin);
    const wayBack = page.getByRole('link', { name: `Go to ${back.name}` });
    for (const id of [unknownId, 'nonsense']) {
      await page.goto(address.replace(/[^/]+$/, id));
      await expect(page.getByText(missing)).toBeVisible();
      await expect(wayBack).toHaveAttribute('href', back.address);
    }
    const answer = (status: number, code: string) =>
      page.route(call, (route) =>
        route.fulfill({ status, json: { errors: [{ code, message: 'Not this time.' }] } }),
      );
    await answer(403, 'forbidden');
    await page.goto(address);
    await expect(page.getByText(/^You may not see this /)).toBeVisible();
    await expect(wayBack).toHaveAttribute('href', back.address);
    await page.unroute(call);
    await answer(500, 'internal');
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('going back from a lesson to its student and the orders restores scroll positions', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const student = await aStudent(app, { name: 'Chua Si Ying' });
  // More than one page of cards, all on one day.
  for (let made = 0; made < 22; made += 1) await anOrder(app, { lessons: 1 });
  const order = await anOrder(app, { email: student.email, lessons: 1 });
  for (let made = 0; made < 18; made += 1) await anOrder(app, { lessons: 1 });
  await signInAs('Admin');
  await page.setViewportSize({ width: 1440, height: 600 });
  // A second sign-in within the page, after which positions must also be restored.
  await page.goto('/profile');
  await page.goto('/orders');
  const list = page.getByRole('region', { name: 'Orders' });
  const card = page.getByRole('article').filter({ hasText: order.created_by.email });
  await card.scrollIntoViewIfNeeded();
  const left = await list.evaluate((panel) => panel.scrollTop);
  expect(left).toBeGreaterThan(400);
  await card.getByRole('link', { name: student.name }).click();
  await expect(page).toHaveURL(`/user/${student.id}`);
  await page.getByRole('tab', { name: /^Lessons/ }).click();
  const lesson = page.getByRole('tabpanel').getByRole('link', { name: 'Lesson 1' });
  await lesson.scrollIntoViewIfNeeded();
  const main = page.getByRole('main');
  const leftOnPage = await main.evaluate((content) => content.scrollTop);
  await lesson.click();
  await expect(page).toHaveURL(/\/lesson\//);
  // A new screen starts at its top.
  await expect.poll(() => main.evaluate((content) => content.scrollTop)).toBe(0);
  await page.goBack();
  await expect(lesson).toBeVisible();
  await expect.poll(() => main.evaluate((content) => content.scrollTop)).toBe(leftOnPage);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/orders');
  await expect(card).toBeVisible();
  await expect.poll(() => list.evaluate((panel) => panel.scrollTop)).toBe(left);
});

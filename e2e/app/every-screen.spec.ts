import type { Page } from '@playwright/test';
import { aClass, aClassWithLessons } from '@staffroom/server/test/factories/class.factory.ts';
import { aDiscountCode } from '@staffroom/server/test/factories/discount-code.factory.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { cancelOrder } from '@staffroom/contract/domains/orders/orders.contract.ts';
import {
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  expectTouchable,
} from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

/** Something of every kind to show, so that the screens are not looked at empty. */
const fill = async (app: Running) => {
  const code = await aDiscountCode(app);
  await anOrder(app, { lessons: 7, discount_code: code.code });
  await anOrder(app, { type: 'TRIAL', lessons: 1 });
  await anOrder(app, { type: 'PAYMENT_VIDEO', meta: { is_renewal: true } });
  const given = await anOrder(app);
  const admin = await app.as('Admin');
  await admin.call(cancelOrder, { params: { id: given._id }, body: { remark: 'Moved abroad' } });
};

/** An example of each screen that has a parameter in its path. */
const examples: Record<string, (app: Running) => Promise<string>> = {
  '/discountcode/$discountId': async (app) => {
    const code = await aDiscountCode(app, { usageLimit: 10 });
    await anOrder(app, { discount_code: code.code });
    return `/discountcode/${code.id}`;
  },
  '/course/$classId/lesson/$lessonId': async (app) => {
    const { detail } = await anOrder(app, { lessons: 1 });
    return `/course/${detail.class_obj._id}/lesson/${detail.lesson[0]}`;
  },
  '/course/$classId': async (app) => `/course/${(await aClassWithLessons(app, 3)).tuitionClass.id}`,
  '/user/$userId': async (app) => `/user/${(await anOrder(app)).created_by._id}`,
};

/** What an address can open in or over a screen, besides the screen as it comes. */
const states: Record<string, (app: Running) => Promise<string>> = {
  'Create New order': async () => '/orders?dialog=create',
  'Add orders by CSV': async () => '/orders?dialog=csv',
  'a new class': async () => '/course?dialog=create',
  'Add batch lessons': async (app) => `/course/${(await aClass(app)).id}?dialog=batch`,
  'a new lesson': async (app) => `/course/${(await aClass(app)).id}?dialog=lesson`,
  'a search that finds nobody': async () => '/orders?search=nobody',
  'a page past the last': async () => '/orders?page=99',
  'a code to duplicate': async (app) =>
    `/discountcode/new?from=${(await aDiscountCode(app, { discountType: 'Absolute' })).id}`,
  'the changes of a discount code': async (app) =>
    `/discountcode/${(await aDiscountCode(app)).id}?tab=changes`,
  'the history of an order': async (app) => `/orders?order=${(await anOrder(app))._id}`,
};

/** The page is accessible and fits, at every width, light and dark. */
const expectSound = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(page).toHaveURL(address);
  const opensDialog = /[?&](dialog|order)=/.test(address);
  const first = opensDialog ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 });
  await expect(first).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectTouchable(page);
  await expectAccessibleEverywhere(page);
};

const addressOf = async (path: string, app: Running) => {
  if (!path.includes('$')) return path;
  const example = examples[path];
  if (!example) throw new Error(`${path} needs an example here.`);
  return example(app);
};

testInOwnBrowser('/login is sound', ({ page }) => expectSound(page, '/login'));

// The list is the web app's own (routes.ts), so that a new screen is looked at from its first day. What
// the browser complains about meanwhile, the Content-Security-Policy included, fails every test.
for (const path of screenPaths)
  testInOwnBrowser(`${path} is sound`, async ({ page, app, signInAs }) => {
    await fill(app);
    await signInAs('Admin', { seesOrderId: true });
    await expectSound(page, await addressOf(path, app));
  });

for (const [name, address] of Object.entries(states))
  test(`${name} is sound`, async ({ page, app, signInAs }) => {
    await signInAs('Admin');
    await expectSound(page, await address(app));
  });

import type { Page } from '@playwright/test';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { newCodeForm } from '../discount-codes/new-code-form.ts';
import { recordForms } from '../support/all-examples.ts';
import { cardOf, chooseOnCard } from '../support/expect-orders.ts';
import { expect, testInOwnBrowser as test } from '../support/test.ts';

const isAway = (page: Page) =>
  page
    .getByRole('status')
    .getByText('The server cannot be reached at the moment. Trying again; what you typed is kept.');

// Messages of the browser for a missing response, or one with status 503.
const awayNoise = [
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  /ERR_EMPTY_RESPONSE/,
  /status of 503/,
];

test.beforeEach(({ problems }) => problems.expect(...awayNoise));
test.afterEach(async ({ app }) => {
  await app.line.restore();
  await app.start();
});

test('an unreachable server is reported; sign-in, screen and typed text are there once it is back', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/MissingCodeError/);
  const order = await anOrder(app);
  const passwordHash = await hashPassword('Staffroom2026');
  const admin = await aUser(app, { type: 'Admin', passwordHash });
  const menu = page.getByRole('navigation', { name: 'Main' });

  await test.step('sign-in keeps the e-mail and works afterwards', async () => {
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    await page.getByLabel('E-mail').fill(admin.email);
    await password.fill('Staffroom2026');
    // The code for signing in is loaded while the e-mail is typed.
    await page.waitForLoadState('networkidle');
    await app.stop();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached at the moment.');
    await expect(page.getByLabel('E-mail')).toHaveValue(admin.email);
    await app.start();
    await password.fill('Staffroom2026');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(menu).toBeVisible();
  });

  await test.step('a screen that could not load appears by itself', async () => {
    await app.stop();
    await menu.getByRole('link', { name: 'Order' }).click();
    await expect(isAway(page)).toBeVisible();
    await app.start();
    await expect(cardOf(page, order)).toBeVisible();
    await expect(isAway(page)).toHaveCount(0);
  });

  await chooseOnCard(cardOf(page, order), 'Cancel Order');
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await dialog.getByLabel('Remark').fill('The family moves to Penang');
  await app.stop();
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(dialog.getByRole('alert').getByRole('paragraph')).toHaveText([
    'The server cannot be reached at the moment.',
    'Nothing typed is lost. Cancel Order retries safely: it is never done twice.',
  ]);
  await expect(isAway(page)).toBeVisible();
  await expect(dialog.getByLabel('Remark')).toHaveValue('The family moves to Penang');

  await app.start();
  await expect(isAway(page)).toHaveCount(0);
  await expect(dialog.getByLabel('Remark')).toHaveValue('The family moves to Penang');
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, order)).toContainText('CANCELLED');
});

test('without the database the API answers 503, and the form keeps its text', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/orders?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'Create New order' });
  await dialog.getByLabel('E-mail').fill('tan.family@example.com');
  await dialog.getByLabel('Remark').fill('PayNow ref 20261120-2004');

  await app.line.cut();
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('/api/') && answer.status() === 503,
  );
  await dialog.getByRole('combobox', { name: 'Class' }).fill('Algebra');
  expect((await refused).headers()['retry-after']).toBeTruthy();
  await expect(isAway(page)).toBeVisible();

  await app.line.restore();
  await expect(isAway(page)).toHaveCount(0, { timeout: 15_000 });
  await expect(dialog.getByLabel('E-mail')).toHaveValue('tan.family@example.com');
  await expect(dialog.getByLabel('Remark')).toHaveValue('PayNow ref 20261120-2004');
});

/** Waits until a lazy file is imported: it is fetched first, then imported from the cache. */
const untilImported = (page: Page, file: string) =>
  page.waitForFunction((name) => {
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
    return loaded.filter((url) => url.includes(`/${name}-`) && url.endsWith('.js')).length > 1;
  }, file);

test('dialogs that a form may need are preloaded on typing, so that they survive a server update', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 40[49]/);
  const tuition = await recordForms['a class']!(app);
  const dialog = page.getByRole('dialog', { name: tuition.title });
  await signInAs('Admin');

  await tuition.open(page);
  await dialog.getByRole('textbox', { name: tuition.box }).fill(tuition.typed);
  await untilImported(page, 'stale-notice');
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await tuition.saveMeanwhile();
  await dialog.getByRole('button', { name: tuition.save }).click();
  await expect(dialog.getByText(/ changed this class while you were editing\.$/)).toBeVisible();
  await page.unroute('**/assets/**');

  const code = newCodeForm(page);
  await code.open();
  await code.value.fill('10');
  await untilImported(page, 'new-code-dialogs');
});

test('a dialog, tab or palette that fails to load leaves the page intact; dialog and tab can be retried', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/, /MissingCodeError/);
  const { detail } = await anOrder(app, { lessons: 1 });
  await signInAs('Admin');
  await page.goto(`/course/${detail.class_obj._id}`);
  await expect(page.getByRole('heading', { level: 1, name: detail.class_obj.name })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const missing = page.getByRole('dialog', { name: 'Could not be opened' });
  const loseCode = () => page.route('**/assets/**', (route) => route.abort());

  await loseCode();
  await page.getByRole('button', { name: 'Edit Class' }).click();
  await expect(missing).toContainText('The code of this dialog could not be loaded.');
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
    detail.class_obj.name,
  );
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toBeVisible();
  await page.unroute('**/assets/**');
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
  await page.keyboard.press('Escape');

  await loseCode();
  await page.getByRole('tab', { name: 'Changes' }).click();
  const part = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  await expect(part).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(missing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(missing).toHaveCount(0);
  await page.unroute('**/assets/**');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part).toHaveCount(0);
  await expect(page.getByRole('tabpanel', { name: 'Changes' })).toContainText(
    'There are no changes to display',
  );
});

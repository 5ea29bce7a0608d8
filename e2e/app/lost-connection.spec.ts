import type { Page } from '@playwright/test';
import { hashPassword } from '@staffroom/server/src/domains/identity/passwords.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { aUser } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { newCodeForm } from '../discount-codes/new-code-form.ts';
import { cardOf } from '../support/expect-orders.ts';
import { expect, testInOwnBrowser as test } from '../support/test.ts';
import { recordForms } from './forms.ts';

const isAway = (page: Page) =>
  page
    .getByRole('status')
    .getByText('The server cannot be reached at the moment. Trying again; what you typed is kept.');

// What the browser says by itself when nobody answers, or with 503.
const awayNoise = [
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  /ERR_EMPTY_RESPONSE/,
  /status of 503/,
];

test.beforeEach(({ problems }) => problems.expect(...awayNoise));
test.afterEach(async ({ app }) => {
  await app.line.mend();
  await app.start();
});

test('a server that is away is said so, and what was typed is kept until it is back', async ({
  page,
  app,
  signInAs,
}) => {
  const order = await anOrder(app);
  await signInAs('Admin');
  await page.goto('/orders');
  await cardOf(page, order).getByRole('button', { name: 'Cancel Order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await dialog.getByLabel('Remark').fill('The family moves to Penang');

  await app.stop();
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(dialog.getByRole('alert').getByRole('paragraph')).toHaveText([
    'The server cannot be reached at the moment.',
    'Nothing typed is lost. Cancel Order sends the same again; it is never done twice.',
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

test('a screen that found the server away shows by itself when it is back', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/MissingCodeError/);
  const order = await anOrder(app);
  await signInAs('Admin');
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await app.stop();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Order' }).click();
  await expect(isAway(page)).toBeVisible();
  await app.start();
  await expect(cardOf(page, order)).toBeVisible({ timeout: 15_000 });
  await expect(isAway(page)).toHaveCount(0);
});

test('while the database is away the API answers 503 and the form stays as it is', async ({
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

  await app.line.mend();
  await expect(isAway(page)).toHaveCount(0, { timeout: 15_000 });
  await expect(dialog.getByLabel('E-mail')).toHaveValue('tan.family@example.com');
  await expect(dialog.getByLabel('Remark')).toHaveValue('PayNow ref 20261120-2004');
});

test('signing in while the server is away keeps the e-mail and works later', async ({
  page,
  app,
}) => {
  const agent = await aUser(app, { passwordHash: await hashPassword('Staffroom2026') });
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill('Staffroom2026');
  // What signing in needs has been fetched while the address was typed.
  await page.waitForLoadState('networkidle');
  await app.stop();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached at the moment.');
  await expect(page.getByLabel('E-mail')).toHaveValue(agent.email);
  await app.start();
  await page.getByLabel('Password', { exact: true }).fill('Staffroom2026');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('what a form may need later is there once something is typed, though the server is updated then', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 40[49]/);
  const code = newCodeForm(page);
  const tuition = await recordForms['a class']!(app);
  const dialog = page.getByRole('dialog', { name: tuition.title });
  await signInAs('Admin');

  await tuition.open(page);
  await dialog.getByRole('textbox', { name: tuition.box }).fill(tuition.typed);
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await tuition.saveMeanwhile();
  await dialog.getByRole('button', { name: tuition.save }).click();
  await expect(dialog.getByText('Somebody saved this class meanwhile.')).toBeVisible();
  await page.unroute('**/assets/**');

  await code.open();
  await code.code.fill(unique('TERM').replaceAll(' ', ''));
  await code.value.fill('10');
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await code.create();
  await expect(code.created).toBeVisible();
});

import type { Page } from '@playwright/test';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { aUser, failedSignIns } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const password = 'Staffroom2026';
const wrongCredentials = 'You have entered the wrong email or password';

const anAccount = async (app: Running, type: UserType, name = 'Nadia Tan') =>
  aUser(app, { type, name, passwordHash: await hashPassword(password) });

const typeAndSend = async (page: Page, email: string, typed: string) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  const answer = page.waitForResponse('**/api/auth');
  await page.getByRole('button', { name: 'Sign In' }).click();
  return (await answer).status();
};

test('a user signs in with the keyboard alone, and the dashboard opens', async ({ page, app }) => {
  const admin = await anAccount(app, 'Admin');
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.insertText(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(password);
  const box = page.getByLabel('Password', { exact: true });
  await expect(box).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(box).toHaveAttribute('type', 'text');
  await box.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{43}$/);
  // A signed-in user who opens the sign-in page is redirected to the home page.
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('a refused sign-in shows its error; a role without the dashboard then signs in to Home', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 401/);
  const agent = await anAccount(app, 'Agent', 'Amelia Wong');
  const student = await anAccount(app, 'Student');
  const alert = page.getByRole('alert');
  await page.goto('/login');
  await typeAndSend(page, agent.email, 'staffroom2026');
  await expect(alert).toHaveText(wrongCredentials);
  await expect(page.getByLabel('E-mail')).toHaveValue(agent.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);

  await typeAndSend(page, student.email, password);
  await expect(alert).toHaveText('Invalid user type');
  await typeAndSend(page, `${unique('unknown')}@example.com`, password);
  await expect(alert).toHaveText(wrongCredentials);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await typeAndSend(page, agent.email.toUpperCase(), password);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amelia Wong');
  await expect(page).toHaveURL('/');
});

test('a locked account shows how long to wait', async ({ page, app, problems }) => {
  problems.expect(/status of 429/);
  const admin = await anAccount(app, 'Admin');
  await failedSignIns(app, admin, { count: 5 });
  await page.goto('/login');
  expect(await typeAndSend(page, admin.email, password)).toBe(429);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please wait 15 minutes.');
});

import type { Page } from '@playwright/test';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
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

test('signing in with the correct password opens the dashboard', async ({ page, app }) => {
  const admin = await anAccount(app, 'Admin');
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
  await typeAndSend(page, admin.email, password);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{43}$/);
  // A signed-in user who opens the sign-in page is redirected to the home page.
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('a role without the dashboard signs in to the home page', async ({ page, app }) => {
  const agent = await anAccount(app, 'Agent', 'Amelia Wong');
  await page.goto('/login');
  await typeAndSend(page, agent.email, password);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amelia Wong');
  await expect(page).toHaveURL('/');
});

test('a wrong password and an unknown e-mail show the same error', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 401/);
  const admin = await anAccount(app, 'Admin');
  await page.goto('/login');
  await typeAndSend(page, admin.email, 'staffroom2026');
  await expect(page.getByRole('alert')).toHaveText(wrongCredentials);
  await expect(page.getByLabel('E-mail')).toHaveValue(admin.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);

  await typeAndSend(page, `${unique('unknown')}@example.com`, password);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('alert')).toHaveText(wrongCredentials);

  await typeAndSend(page, admin.email.toUpperCase(), password);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

for (const type of ['Student', 'TA'] as const)
  test(`a ${type} cannot sign in and sees 'Invalid user type'`, async ({ page, app, problems }) => {
    problems.expect(/status of 401/);
    const person = await anAccount(app, type);
    await page.goto('/login');
    await typeAndSend(page, person.email, password);
    await expect(page.getByRole('alert')).toHaveText('Invalid user type');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

test('five failed sign-ins lock the account, and the error shows how long to wait', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 401/, /status of 429/);
  const admin = await anAccount(app, 'Admin');
  await page.goto('/login');
  for (let failure = 1; failure <= 5; failure += 1) {
    expect(await typeAndSend(page, admin.email, `wrong-${failure}`)).toBe(401);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  }
  expect(await typeAndSend(page, admin.email, password)).toBe(429);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please wait 15 minutes.');
});

test('a user can sign in with the keyboard alone', async ({ page, app }) => {
  const admin = await anAccount(app, 'Admin');
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the typed password can be shown', async ({ page }) => {
  await page.goto('/login');
  const box = page.getByLabel('Password', { exact: true });
  await box.fill('Secret word');
  await expect(box).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(box).toHaveAttribute('type', 'text');
});

import type { Page } from '@playwright/test';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { openSession } from 'staffroom-server/src/domains/identity/sessions.service.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const changeTo = async (page: Page, password: string, confirmation = password) => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
  await page.getByRole('button', { name: 'Change password' }).click();
};

test('an empty, weak or mismatched password shows an error at its field', async ({
  page,
  signInAs,
}) => {
  await signInAs('Typist');
  await page.goto('/profile');
  const password = page.getByLabel('New password', { exact: true });
  const confirmation = page.getByLabel('Confirm new password', { exact: true });

  await changeTo(page, '');
  await expect(password).toHaveAccessibleDescription(/^Fill in your new password/);

  const weak =
    'Password need at least 8 characters, a lowercase letter, a capital letter & a number';
  for (const tried of ['Short1a', 'alllowercase1', 'ALLCAPITALS1', 'NoNumberHere']) {
    await changeTo(page, tried);
    await expect(password).toHaveAccessibleDescription(new RegExp(`^${weak}`));
  }

  await changeTo(page, 'Staffroom2027', 'Staffroom2028');
  await expect(confirmation).toHaveAccessibleDescription(
    'Password that you have typed did not match',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a changed password is confirmed, replaces the old one and ends other sessions', async ({
  page,
  app,
  signInAs,
  browser,
  baseURL,
  problems,
}) => {
  const person = await signInAs('CustService', {
    passwordHash: await hashPassword('Staffroom2026'),
    email: `rina-${Date.now()}@example.com`,
  });
  const otherToken = await openSession(
    app.database.db,
    { clock: app.clock, address: '127.0.0.1' },
    { userId: person.id, userAgent: 'the other browser' },
  );
  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: {
      cookies: [],
      origins: [{ origin: app.address, localStorage: [{ name: 'token', value: otherToken }] }],
    },
  });
  const otherPage = await elsewhere.newPage();
  await otherPage.goto('/profile');
  await expect(otherPage.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  const email = await otherPage.getByRole('definition').filter({ hasText: '@' }).innerText();

  await page.goto('/profile');
  await changeTo(page, 'Staffroom2027');
  await expect(page.getByRole('status').getByText('Password changed successfully.')).toHaveText(
    'Password changed successfully. Please login with new password next time.',
  );
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();

  await otherPage.reload();
  await expect(otherPage).toHaveURL('/login');
  await elsewhere.close();

  problems.expect(/status of 401/);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Staffroom2026');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Staffroom2027');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

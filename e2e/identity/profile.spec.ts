import type { Page } from '@playwright/test';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';

const changeTo = async (page: Page, password: string, confirmation = password) => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
  await page.getByRole('button', { name: 'Change password' }).click();
};

test('a new password is checked, confirmed and replaces the old one', async ({
  page,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 401/);
  const email = `${unique('rina')}@example.com`;
  const passwordHash = await hashPassword('Staffroom2026');
  await signInAs('CustService', { passwordHash, email });
  await page.goto('/profile');
  await changeTo(page, 'Short1a', 'Staffroom2028');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /^Password need at least 8 characters, a lowercase letter, a capital letter & a number/,
  );
  await expect(
    page.getByLabel('Confirm new password', { exact: true }),
  ).toHaveAccessibleDescription('Password that you have typed did not match');
  await changeTo(page, 'Staffroom2027');
  await expect(page.getByRole('status').getByText('Password changed successfully.')).toHaveText(
    'Password changed successfully. Please login with new password next time.',
  );
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');

  // This session goes on; the next one needs the new password.
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

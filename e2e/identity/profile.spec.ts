import type { Page } from '@playwright/test';
import { getMe, signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { openSession } from 'staffroom-server/src/domains/identity/sessions.service.ts';
import { apiWith } from 'staffroom-server/test/sign-in-as.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change password' });

const changeTo = async (page: Page, password: string, confirmation = password) => {
  const dialog = dialogOf(page);
  await dialog.getByLabel('New password', { exact: true }).fill(password);
  await dialog.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
  await dialog.getByRole('button', { name: /^Change password/ }).click();
};

test('a new password needs the old one, is checked and confirmed, and replaces it', async ({
  page,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 40[01]/);
  const email = `${unique('rina')}@example.com`;
  const passwordHash = await hashPassword('Staffroom2026');
  await signInAs('CustService', { passwordHash, email });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = dialogOf(page);
  const old = dialog.getByLabel('Old password', { exact: true });
  await expect(old).toBeFocused();
  await old.fill('Staffroom2025');
  await changeTo(page, 'Short1a', 'Staffroom2028');
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /^Password need at least 8 characters, a lowercase letter, a capital letter & a number/,
  );
  await expect(
    dialog.getByLabel('Confirm new password', { exact: true }),
  ).toHaveAccessibleDescription('Password that you have typed did not match');
  await changeTo(page, 'Staffroom2027');
  await expect(old).toHaveAccessibleDescription('This is not your password.');
  await old.fill('Staffroom2026');
  await changeTo(page, 'Staffroom2027');
  await expect(page.getByRole('status').getByText('Password changed successfully.')).toHaveText(
    'Password changed successfully. Please login with new password next time.',
  );
  await expect(dialog).toBeHidden();

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

test('My account lists the own sessions and ends the others', async ({ page, app, signInAs }) => {
  const agent = await signInAs('Agent');
  const open = (userAgent: string) =>
    openSession(
      app.database.db,
      { clock: app.clock, address: '198.51.100.9' },
      { userId: agent.id, userAgent },
    );
  const tokens = [
    await open('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1'),
    await open('Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0'),
  ];
  const statusOf = async (token = '') =>
    (await apiWith(app, { id: agent.id, token }).send(getMe)).status;
  await page.goto('/profile');
  const rows = page.getByRole('table', { name: 'List of sessions' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('This device');
  await expect(rows.nth(1).getByRole('button', { name: 'End' })).toHaveCount(0);
  const phone = rows.filter({ hasText: 'Safari, iPhone' });
  await phone.getByRole('button', { name: 'End Safari, iPhone' }).click();
  await expect(page.getByText('Session of Safari, iPhone ended')).toBeVisible();
  await expect(phone).toHaveCount(0);
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 200]);

  await page.getByRole('button', { name: 'End all others' }).click();
  const question = page.getByRole('dialog', { name: 'End 1 other session?' });
  await question.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('All other sessions ended')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  expect(await statusOf(tokens[1])).toBe(401);
});

test('My account warns of a failed sign-in from a network where this account never signed in', async ({
  page,
  signInAs,
}) => {
  const agent = await signInAs('Agent');
  const { email } = (await agent.call(getMe)).data;
  await agent.send(signIn, { body: { email, password: 'not-my-password' } });
  await page.goto('/profile');
  const list = page.getByRole('list', { name: 'Recent sign-ins' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('listitem')).toContainText('Wrong password');
  const warning = page.getByRole('status').filter({ hasText: 'Not you on' });
  await warning.getByRole('link', { name: 'Change password' }).click();
  await expect(dialogOf(page)).toBeVisible();
});

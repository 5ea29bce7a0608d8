import type { Page } from '@playwright/test';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { codeAt, stepOf } from 'staffroom-server/src/domains/identity/totp.ts';
import { aSecondFactor } from 'staffroom-server/test/factories/second-factor.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { bytesOfKey } from './bytes-of-key.ts';

const password = 'Staffroom2026';

const signIn = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code', level: 1 })).toBeVisible();
};

const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

test('two-factor is set up, asked for at the next sign-in, and recovered from', async ({
  page,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 40[01]/);
  test.setTimeout(90_000);
  const email = `${unique('shirley')}@example.com`;
  await signInAs('SalesAdmin', { email, passwordHash: await hashPassword(password) });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor' });
  await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible();
  const key = bytesOfKey(
    await dialog.getByLabel('No camera? Enter this key in the app').inputValue(),
  );
  const step = stepOf(new Date());
  const first = dialog.locator('input[inputmode="numeric"]').first();
  await first.fill('0');
  await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeDisabled();
  await first.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(codeAt(key, step));
  await dialog.getByRole('button', { name: 'Turn on' }).click();

  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saved.getByRole('listitem')).toHaveCount(10);
  const codes = await saved.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(saved).toBeVisible();
  await expect(saved.getByRole('button', { name: 'Done' })).toBeDisabled();
  await expectAccessible(page);
  await saved.getByLabel('I have saved these codes').check();
  await saved.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, email);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page);
  // The code that turned it on does not work again.
  await typeCode(page, codeAt(key, step));
  await expect(page.getByRole('alert')).toHaveText('This code does not match. Type the next one.');
  await typeCode(page, codes[0] ?? '');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  const question = page.getByRole('dialog', { name: 'Turn two-factor off?' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('an Admin resets the two-factor of a colleague who lost the phone', async ({
  page,
  app,
  signInAs,
}) => {
  const agent = await aUser(app, { type: 'Agent', name: 'Amelia Wong' });
  await aSecondFactor(app, agent.id);
  await signInAs('Admin');
  await page.goto(`/user?tab=staff&staff=${agent.id}`);
  const form = page.getByRole('dialog', { name: 'Edit staff account' });
  await form.getByRole('button', { name: 'Reset two-factor' }).click();
  const question = page.getByRole('dialog', { name: 'Reset the two-factor of Amelia Wong?' });
  await question.getByRole('button', { name: 'Reset two-factor' }).click();
  await expect(page.getByText('Two-factor of Amelia Wong is off')).toBeVisible();
  await expect(form.getByText('Two-factor is on.')).toBeHidden();
});

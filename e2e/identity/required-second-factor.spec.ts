import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { codeAt, stepOf } from 'staffroom-server/src/domains/identity/totp.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { bytesOfKey } from './bytes-of-key.ts';

test.use({ environment: { SECOND_FACTOR_FOR_ADMINS: 'on' } });
testInOwnBrowser.use({ environment: { SECOND_FACTOR_FOR_ADMINS: 'on' } });

const password = 'Staffroom2026';

testInOwnBrowser(
  'an Admin who needs two-factor sets it up after sign-in, and cannot leave it out',
  async ({ page, app, problems }) => {
    // Screens that the shell prepares are refused until then.
    problems.expect(/status of 403/);
    const email = `${unique('nadia')}@example.com`;
    await aUser(app, { type: 'Admin', email, passwordHash: await hashPassword(password) });
    await page.goto('/');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();

    const dialog = page.getByRole('dialog', { name: 'Set up two-factor' });
    await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.goto('/user?tab=staff');
    await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);

    const key = dialog.getByLabel('No camera? Enter this key in the app');
    const code = codeAt(bytesOfKey(await key.inputValue()), stepOf(new Date()));
    await dialog.locator('input[inputmode="numeric"]').first().click();
    await page.keyboard.type(code);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await saved.getByLabel('I have saved these codes').check();
    await saved.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('table', { name: 'List of staff accounts' })).toBeVisible();
  },
);

test('other roles are not asked', async ({ page, signInAs }) => {
  await signInAs('SalesAdmin');
  await page.goto('/user');
  await expect(page.getByRole('table', { name: 'List of users' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

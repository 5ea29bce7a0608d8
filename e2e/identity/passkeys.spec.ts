import type { BrowserContext, Page } from '@playwright/test';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { aPasswordLink } from 'staffroom-server/test/factories/password-link.factory.ts';
import { aSecondFactor } from 'staffroom-server/test/factories/second-factor.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, testInOwnBrowser as test } from '../support/test.ts';

const password = 'Staffroom2026';

/** Passkeys belong to a name, not to an IP address. */
const siteOf = (app: Running) => app.address.replace('127.0.0.1', 'localhost');
const elsewhere = /^Request to elsewhere: http:\/\/localhost:/;

/** An authenticator in the device, whose user is verified at once. */
const addAuthenticator = async (context: BrowserContext, page: Page) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether its user passes the fingerprint, face or PIN. */
    verify: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

const byPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const panelOf = (page: Page) => page.getByRole('list', { name: 'Passkeys' });

test('a passkey is added by the password, signs in without a code, and is removed', async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(elsewhere, /status of 40[01]/);
  const email = `${unique('nadia')}@example.com`;
  const user = await aUser(app, {
    type: 'SalesAdmin',
    email,
    passwordHash: await hashPassword(password),
  });
  const authenticator = await addAuthenticator(context, page);
  await page.goto(`${siteOf(app)}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto(`${siteOf(app)}/profile`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Password', { exact: true }).fill('Staffroom2025');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expectAccessible(page);
  // The device refuses once; the same request can be tried again.
  await authenticator.verify(false);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('No passkey was made. It was cancelled')).toBeVisible();
  await expectAccessible(page);
  await authenticator.verify(true);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(panelOf(page).getByRole('listitem')).toHaveText([/Chrome, Linux.*never used/]);
  await expectAccessible(page);

  await aSecondFactor(app, user.id);
  await page.getByRole('button', { name: 'Logout' }).click();
  await byPasskey(page).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto(`${siteOf(app)}/profile`);
  await expect(panelOf(page).getByRole('listitem')).toHaveText([/last used/]);

  await panelOf(page).getByRole('button', { name: 'Remove Chrome, Linux' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(panelOf(page)).toBeHidden();

  // The device has it still, but it opens nothing.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(byPasskey(page)).toBeVisible();
  await expectAccessible(page);
  await byPasskey(page).click();
  await expect(page.getByRole('alert')).toHaveText(/This passkey opens no account here\./);
});

test('an invitation offers a passkey after the password, and works without one', async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(elsewhere);
  const authenticator = await addAuthenticator(context, page);
  const invite = async () => {
    const account = await aUser(app, {
      type: 'Agent',
      name: 'Desmond Quek',
      email: `${unique('desmond')}@example.com`,
      passwordHash: null,
    });
    const { token } = await aPasswordLink(app, { account, kind: 'invitation' });
    await page.goto(`${siteOf(app)}/password#${token}`);
    await page.getByLabel('New password', { exact: true }).fill('purple rhubarb walks');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'Add a passkey' })).toBeVisible();
  };
  await invite();
  await expect(page.getByText('Signed in as Desmond Quek')).toBeVisible();
  await expectAccessible(page);
  await authenticator.verify(false);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/No passkey was made\./);
  await authenticator.verify(true);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto(`${siteOf(app)}/profile`);
  await expect(panelOf(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Logout' }).click();

  await invite();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('without passkeys the screens offer none, and "My account" says why', async ({
  page,
  app,
  signInAs,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(byPasskey(page)).toBeHidden();
  await signInAs('Agent');
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Add passkey' })).toBeDisabled();
  await expect(page.getByText(`Passkeys work only at ${siteOf(app)}.`)).toBeVisible();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Add passkey' })).toBeDisabled();
  await expect(page.getByText('This browser has no passkeys.')).toBeVisible();
  await expectAccessible(page);
});

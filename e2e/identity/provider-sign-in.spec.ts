import { openOidcServer } from 'staffroom-server/test/oidc-server.ts';
import { aSecondFactor } from 'staffroom-server/test/factories/second-factor.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, testInOwnBrowser as test } from '../support/test.ts';

/** Runs the product with a service of OpenID Connect, and then without it again. */
const withService = async (
  app: Running,
  run: (service: Awaited<ReturnType<typeof openOidcServer>>) => Promise<void>,
) => {
  const service = await openOidcServer([`${app.address}/api/auth/oidc/company/callback`]);
  const { publicUrl, signInProviders } = app.settings;
  const restartWith = async (settings: Partial<Running['settings']>) => {
    await app.stop();
    Object.assign(app.settings, settings);
    await app.start();
  };
  try {
    await restartWith({ publicUrl: app.address, signInProviders: [service.settings()] });
    await run(service);
  } finally {
    await restartWith({ publicUrl, signInProviders });
    await service.close();
  }
};

test('a colleague signs in with the company account, and our code still follows', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/^Request to elsewhere: http:\/\/127\.0\.0\.1:/, /status of 401/);
  await withService(app, async (service) => {
    const email = `${unique('nadia')}@acme.example`;
    const user = await aUser(app, { type: 'SalesAdmin', email, name: 'Nadia Tan' });
    const enter = async () => {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    };
    service.signInAs('nadia', { email, email_verified: true });
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Sign in with Acme' })).toBeVisible();
    // Browsers make no passkeys for an IP address.
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
    await expectAccessible(page);
    await enter();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(page.url()).not.toContain('#');
    await page.goto('/profile');
    await expect(page.getByText(`${email}, since`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Logout' }).click();

    await aSecondFactor(app, user.id);
    await enter();
    await expect(page.getByRole('heading', { name: 'Enter your code', level: 1 })).toBeVisible();

    // The service keeps its own session in this browser.
    await page.context().clearCookies();
    service.signInAs('a stranger', { email: 'stranger@acme.example', email_verified: true });
    await enter();
    await expect(page.getByRole('alert')).toHaveText(
      'No account here has this e-mail. Ask an Admin for one.',
    );
    await expect(page).toHaveURL(/\/login$/);
    await expectAccessible(page);
    await page.goto('about:blank');
  });
});

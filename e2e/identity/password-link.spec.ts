import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { passwordLinks } from 'staffroom-server/src/domains/identity/identity.schema.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { outboxFolder } from 'staffroom-server/src/platform/carriers/outbox.ts';
import { aPasswordLink } from 'staffroom-server/test/factories/password-link.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const newPassword = 'purple rhubarb walks';

/** The token in the e-mail that the worker wrote for the newest link to this address. */
const tokenFor = async (app: Running, email: string): Promise<string> => {
  const folder = outboxFolder(app.settings);
  let token = '';
  await expect
    .poll(async () => {
      const links = await app.database.db
        .select({ id: passwordLinks.id })
        .from(passwordLinks)
        .where(eq(passwordLinks.emailKey, email.toLowerCase()));
      const file = `${
        links
          .map(({ id }) => id)
          .toSorted()
          .at(-1) ?? 'none'
      }.eml`;
      if (!(await readdir(folder).catch((): string[] => [])).includes(file)) return '';
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '');
      token = /\/password#([\w-]{64})/.exec(text)?.[1] ?? '';
      return token;
    })
    .not.toBe('');
  return token;
};

const typePassword = async (page: Page, password: string) => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
};

test('a forgotten password is replaced by the link in an e-mail, which signs the user in', async ({
  page,
  app,
}) => {
  const email = `${unique('rina')}@example.com`;
  await aUser(app, {
    type: 'CustService',
    name: 'Rina Salleh',
    email,
    passwordHash: await hashPassword('Staffroom2026'),
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If this account exists, a link is on its way.')).toBeVisible();

  await page.goto(`/password#${await tokenFor(app, email)}`);
  await expect(page.getByRole('heading', { name: 'New password', level: 1 })).toBeVisible();
  await expect(page.getByText('Rina Salleh')).toBeVisible();
  const rules = page.getByRole('listitem');
  await typePassword(page, 'rina12345');
  await expect(rules).toHaveText([
    /At least 10 characters, 9 so far, not met yet/,
    /Not a common password, met/,
    /Without your name or e-mail, not met yet/,
  ]);
  await expectAccessible(page);
  await typePassword(page, newPassword);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a used link says so, and a new one goes to the same address', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 410/);
  const { token, account } = await aPasswordLink(app, { endedAt: new Date() });
  await page.goto(`/password#${token}`);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Request a new link' }).click();
  await expect(page.getByText('If this account exists, a link is on its way.')).toBeVisible();
  expect(await tokenFor(app, account.email)).not.toBe(token);
});

test('an Admin invites a new colleague, who chooses a password', async ({
  page,
  app,
  signInAs,
  browser,
}) => {
  const email = `${unique('desmond')}@example.com`;
  await signInAs('Admin', { name: 'Nadia Tan' });
  await page.goto('/user?tab=staff&staff=new');
  const dialog = page.getByRole('dialog', { name: 'Create staff account' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desmond Quek');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Agent', exact: true }).click();
  await expect(dialog.getByRole('complementary')).toContainText('invitation by e-mail');
  await dialog.getByRole('button', { name: 'Create staff account' }).click();
  await expect(page.getByText(`Invitation to ${email} is on its way`)).toBeVisible();

  const { id } = await findUser(app, email);
  await page.goto(`/user?tab=staff&staff=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit staff account' });
  await expect(form.getByText('This account has no password yet.')).toBeVisible();
  const first = await tokenFor(app, email);
  await form.getByRole('button', { name: 'Invite again' }).click();
  await expect(form.getByText('This account has no password yet.')).toBeHidden();
  let token = first;
  await expect.poll(async () => (token = await tokenFor(app, email))).not.toBe(first);

  const context = await browser.newContext();
  const invited = await context.newPage();
  await invited.goto(`${app.address}/password#${token}`);
  await expect(invited.getByRole('heading', { name: 'Welcome, Desmond Quek' })).toBeVisible();
  await expect(invited.getByText('Nadia Tan invited you to Staffroom.')).toBeVisible();
  await typePassword(invited, newPassword);
  await expect(invited.getByRole('contentinfo')).toContainText('Desmond Quek');
  await context.close();
});

const findUser = async (app: Running, email: string) => {
  const [user] = await app.database.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`No user has the e-mail ${email}.`);
  return user;
};

import type { Page } from '@playwright/test';
import { requireServiceToken } from 'staffroom-server/src/domains/identity/service-tokens.service.ts';
import { serviceTokens } from 'staffroom-server/src/domains/identity/service-tokens.schema.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Service tokens' });
const rowOf = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name });

const openForm = async (page: Page) => {
  await page.goto('/user?tab=staff');
  await page.getByRole('button', { name: 'Service tokens' }).click();
  await list(page).getByRole('button', { name: 'Create service token' }).click();
  return page.getByRole('dialog', { name: 'Create service token' });
};

test('the first token is shown once, can be copied and used, and is refused once revoked', async ({
  page,
  app,
  signInAs,
  context,
}) => {
  test.setTimeout(60_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.database.db.delete(serviceTokens);
  await signInAs('Admin', { name: 'Nadia Tan' });
  await page.goto('/user?tab=staff&tokens=list');
  await expect(list(page).getByText('There are no service tokens')).toBeVisible();
  await list(page).getByRole('button', { name: 'Create the first one' }).click();
  const form = page.getByRole('dialog', { name: 'Create service token' });
  await expect(page).toHaveURL(/tokens=new/);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Please name the system that will use it')).toBeVisible();
  await expect(form.getByText('Please choose what it may write')).toBeVisible();
  await expectAccessible(page);

  const name = unique('Web shop');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('checkbox', { name: 'Orders' }).check();
  await form.getByRole('checkbox', { name: 'Feedback' }).check();
  await form.getByRole('button', { name: 'Create', exact: true }).click();

  const shown = page.getByRole('dialog', { name: `Token of ${name}` });
  await expect(shown.getByText('Copy this token now: it is never shown again.')).toBeVisible();
  const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
  expect(token).toMatch(/^srt_[\w-]{43}$/);
  await expectNoSidewaysScroll(page, [390]);

  // The token is not copied yet, so closing asks for confirmation.
  await expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without copying the token?' });
  await expect(question).toContainText('It is never shown again.');
  await question.getByRole('button', { name: 'Back to the token' }).click();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();

  const row = rowOf(page, name);
  await expect(row.getByRole('cell').nth(1)).toHaveText('Feedback, Orders');
  await expect(row.getByRole('cell').nth(2)).toHaveText(`srt_…${token.slice(-4)}`);
  await expect(row.getByRole('cell').nth(3)).toContainText('Nadia Tan');
  await expect(row.getByText('Never')).toBeVisible();
  await expect(row.getByText('Active')).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await expectAccessible(page);

  const use = () => requireServiceToken(app.database.db, app.clock, token);
  expect(await use()).toMatchObject({ name, scopes: ['feedback', 'orders'] });
  await page.goto('/user?tab=staff&tokens=list');
  await expect(row.getByText('Active')).toBeVisible();
  await expect(row.getByText('Never')).toHaveCount(0);

  await row.getByRole('button', { name: 'Revoke' }).click();
  const revoking = page.getByRole('dialog', { name: `Revoke the token of ${name}?` });
  await expect(revoking).toContainText('is refused at once');
  await revoking.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`Token of ${name} revoked`)).toBeVisible();
  await expect(row.getByText('Revoked')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
  await expect(use()).rejects.toThrow('service_token_unknown');
});

testInOwnBrowser(
  'a token that the browser cannot copy is focused and can be copied with Ctrl+C',
  async ({ page, signInAs }) => {
    await signInAs('Admin');
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Not here.'));
    });
    const form = await openForm(page);
    const name = unique('Classroom');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('checkbox', { name: 'Classroom events' }).check();
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = page.getByRole('dialog', { name: `Token of ${name}` });
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(
      shown.getByText('The browser did not let us copy.', { exact: false }),
    ).toBeVisible();
    await expect(shown.getByRole('textbox', { name: 'Token' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(shown.getByText('Copied.')).toBeVisible();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await expect(shown).toBeHidden();
    await expect(page).toHaveURL(/tokens=list/);
  },
);

test('Back asks for confirmation if the token is not copied yet', async ({ page, signInAs }) => {
  await signInAs('Admin');
  const form = await openForm(page);
  const name = unique('Student app');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('checkbox', { name: 'Submissions' }).check();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const shown = page.getByRole('dialog', { name: `Token of ${name}` });
  await expect(shown).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Close without copying the token?' });
  await question.getByRole('button', { name: 'Close without it' }).click();
  await expect(shown).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();
});

import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatLongDay } from 'staffroom-contract/shared/day-words.ts';
import { requireServiceToken } from 'staffroom-server/src/domains/identity/use-service-token.ts';
import { serviceTokens } from 'staffroom-server/src/domains/identity/service-tokens.schema.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const zone = 'Asia/Singapore';

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
  await expect(row.getByRole('cell').nth(0)).toContainText(`srt_…${token.slice(-4)}`);
  await expect(row.getByRole('cell').nth(2)).toHaveText('Feedback, Orders');
  await expect(row.getByRole('cell').nth(3)).toHaveText('Any address');
  await expect(row.getByRole('cell').nth(4)).toHaveText('Never');
  await expect(row.getByRole('cell').nth(5)).toContainText('Nadia Tan');
  await expect(row.getByText('Active')).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await expectAccessible(page);

  const call = { db: app.database.db, clock: app.clock, requestId: '', userAgent: '' };
  const use = () => requireServiceToken({ ...call, address: '203.0.113.7' }, token);
  expect(await use()).toMatchObject({ name, scopes: ['feedback', 'orders'] });
  await page.goto('/user?tab=staff&tokens=list');
  await expect(row.getByText('Active')).toBeVisible();
  await expect(row.getByRole('cell').nth(4)).toContainText('203.0.113.7');

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

test('expiry and addresses are chosen at creation, shown with a warning, and changed later', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('Admin');
  const form = await openForm(page);
  const name = unique('Classroom');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('checkbox', { name: 'Classroom events' }).check();
  const addresses = form.getByRole('textbox', { name: 'Allowed addresses' });
  await addresses.fill('203.0.113.9/24, 10.0.0.1;\n2001:db8::1\t203.0.113.7/33,');
  const create = form.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect(addresses).toHaveAccessibleDescription(/“203\.0\.113\.7\/33”: a range of IPv4/);
  await addresses.fill('203.0.113.9/24, 10.0.0.1;\n2001:db8::1\t');
  const lastDay = form.getByRole('textbox', { name: 'Last day' });
  await lastDay.fill('1 Jan 2020');
  await lastDay.press('Tab');
  await create.click();
  await expect(form.getByText('Please choose a day that is not over.')).toBeVisible();
  const day = (days: number) =>
    businessDayOf(Temporal.Now.instant().add({ hours: 24 * days }), zone);
  await lastDay.fill(day(5));
  await lastDay.press('Tab');
  await expectAccessible(page);
  await create.click();
  const shown = page.getByRole('dialog', { name: `Token of ${name}` });
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Close without it' }).click();

  const row = rowOf(page, name);
  await expect(row.getByText('Expires in 5 days')).toBeVisible();
  await expect(row.getByText(`until ${formatLongDay(day(5))}`)).toBeVisible();
  await expect(row.getByText('203.0.113.0/24, 10.0.0.1, 2001:db8::1')).toBeVisible();
  await expectAccessible(page);

  await app.database.db
    .update(serviceTokens)
    .set({ expiresAt: new Date(Date.now() - 24 * 3_600_000) })
    .where(eq(serviceTokens.name, name));
  await page.goto('/user?tab=staff&tokens=list');
  await expect(row.getByText('Expired')).toBeVisible();
  const openLimits = async () => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Expiry and addresses' }).click();
    return page.getByRole('dialog', { name: 'Expiry and addresses' });
  };
  const limits = await openLimits();
  await expect(limits.getByRole('textbox', { name: 'Allowed addresses' })).toHaveValue(
    '203.0.113.0/24\n10.0.0.1\n2001:db8::1',
  );
  await limits.getByRole('checkbox', { name: 'Never expires' }).check();
  await limits.getByRole('textbox', { name: 'Allowed addresses' }).fill('');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Token of ${name} saved`)).toBeVisible();
  await expect(row.getByText('Never expires')).toBeVisible();
  await expect(row.getByText('Any address')).toBeVisible();

  const again = await openLimits();
  await again.getByRole('checkbox', { name: 'Never expires' }).uncheck();
  await expect(again.getByRole('textbox', { name: 'Last day' })).not.toHaveValue('');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Active')).toBeVisible();
  await expect(row.getByText('Never expires')).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import {
  getTrialTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { getClientSettings } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { ticketDesk } from './ticket-desk.ts';

const reminder = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Reminder' });
  return {
    dialog,
    text: dialog.getByRole('textbox', { name: 'Text' }),
    link: dialog.getByRole('textbox', { name: 'Link' }),
    copy: dialog.getByRole('button', { name: 'Copy' }),
    sent: dialog.getByRole('button', { name: 'Mark as sent' }),
    open: () =>
      ticketDesk(page).panel.getByRole('button', { name: 'Reminder', exact: true }).click(),
    choose: async (label: string, choice: string) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    },
  };
};

testInOwnBrowser(
  'a trial reminder is prefilled, copied and marked as sent, also after another user’s change',
  async ({ page, app, signInAs, context, problems }) => {
    problems.expect(/status of 409/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const name = unique('Tan Jun Wei');
    const ticket = await aTrialTicket(app, { name, email: `${unique('tan')}@example.com` });
    const sales = await signInAs('SalesAdmin', { name: 'Nadia Tan' });
    const { dialog, text, link, copy, sent, open, choose } = reminder(page);
    await page.goto(`/tickets/trial?ticket=${ticket.id}`);
    await open();
    await expect(dialog.getByRole('combobox', { name: 'Message' })).toHaveValue(
      'Day before the trial',
    );
    await expect(dialog.getByText(/^The trial is on .*, not tomorrow\.$/)).toBeVisible();
    // The student's own join link is filled in.
    await expect(link).toHaveValue(/^https:\/\/room\.example\/join#/);
    await expect(text).toHaveValue(new RegExp(`reminder that ${name} has a trial class tomorrow`));
    await expect(text).toHaveValue(/Time: \d+:\d\d[ap]m \(Singapore time\)\nJoin here: https:/);
    await expect(dialog.getByText(/^\d+ characters, \d parts? as SMS$/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, [390]);

    // Without permission the text is selected, and copying it by hand counts.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await copy.click();
    await expect(
      dialog.getByText(/The browser did not let us copy\. It is selected/),
    ).toBeVisible();
    await expect(text).toBeFocused();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(dialog.getByText('Copied.')).toBeVisible();
    await expect(sent).toBeEnabled();
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));

    await choose('Reader’s zone', 'Jakarta');
    await dialog.getByText('中文', { exact: true }).click();
    await expect(text).toHaveValue(/（雅加达时间）/);
    // A change after copying must be copied again.
    await expect(sent).toBeDisabled();
    await copy.click();
    await expect(dialog.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text.inputValue());
    await dialog.getByRole('button', { name: '+3 days' }).click();
    const params = { id: ticket.id };
    await sales.call(updateTrialTicket, { params, body: { remark: 'Asks for a Sunday' } });
    await sent.click();
    await expect(dialog.getByText('This record has changed since you opened it.')).toBeVisible();
    await sent.click();
    await expect(page.getByText('Reminder marked as sent')).toBeVisible();
    await expect(ticketDesk(page).history.getByRole('listitem').first()).toContainText(
      'Reminder sent by Nadia Tan',
    );
    const { data } = await sales.call(getTrialTicket, { params });
    const today = (await sales.call(getClientSettings, {})).data.business_day;
    expect(data).toMatchObject({
      status: 'PRE TRIAL FOLLOWED UP',
      remark: 'Asks for a Sunday',
      next_action_date: addDays(today, 3),
    });
    expect(data.history[0]).toMatchObject({
      from: 'TRIAL REGISTERED',
      action: 'Reminder sent by Nadia Tan',
    });
  },
);

test('a reminder without its link names it as missing and cannot be copied', async ({
  page,
  app,
  signInAs,
}) => {
  const ticket = await aRenewalTicket(app);
  await app.database.db
    .update(users)
    .set({ firstLanguage: 'Chinese' })
    .where(eq(users.id, ticket.studentId));
  await signInAs('Admin');
  const { dialog, text, link, copy, open, choose } = reminder(page);
  await page.goto(`/tickets/renewal?ticket=${ticket.id}`);
  await open();
  await expect(text).toHaveValue(/在这里续费：\[Link\]/);
  await expect(dialog.getByRole('radio').first()).toHaveAttribute('value', 'zh');
  await expect(dialog.getByText('Still needed: Link.')).toBeVisible();
  await expect(copy).toBeDisabled();
  await link.fill('https://pay.example/renew');
  await expect(text).toHaveValue(/在这里续费：https:\/\/pay\.example\/renew/);
  await expect(dialog.getByText('Still needed')).toHaveCount(0);
  await expect(copy).toBeEnabled();
  await choose('Message', 'Paid, thank you');
  // The last paid lesson is the only upcoming lesson of the class, so it is the next one.
  await expect(copy).toBeEnabled();
});

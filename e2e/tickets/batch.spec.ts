import { eq } from 'drizzle-orm';
import {
  getTrialTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { ticketHistory, tickets } from 'staffroom-server/src/domains/tickets/tickets.schema.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { ticketDesk } from './ticket-desk.ts';

test('a batch change lists each ticket that it skipped, with the reason', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('Batch');
  const agent = await anAgent(app, { name: unique('Priscilla Goh') });
  const good = await aTrialTicket(app, { name: `${mark} good` });
  const stale = await aTrialTicket(app, { name: `${mark} stale` });
  const gone = await aTrialTicket(app, { name: `${mark} gone` });
  const admin = await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?search=${mark}`);
  await page.getByRole('checkbox', { name: 'Select every ticket on this page' }).check();
  const bar = page.getByRole('group', { name: 'Selected tickets' });
  await expect(bar.getByText('3 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign tickets' });
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog.getByText('Please select a person to assign')).toBeVisible();
  const agents = dialog.getByRole('combobox', { name: 'Assign to' });
  await agents.fill(agent.name);
  await page.getByRole('option', { name: agent.name }).click();

  await admin.call(updateTrialTicket, {
    params: { id: stale.id },
    body: { remark: 'Called', next_action_date: '2027-01-08' },
  });
  await app.database.db.delete(ticketHistory).where(eq(ticketHistory.ticketId, gone.id));
  await app.database.db.delete(tickets).where(eq(tickets.id, gone.id));
  await dialog.getByRole('button', { name: 'Assign' }).click();

  await expect(dialog).toBeHidden();
  const result = page.getByRole('status').filter({ hasText: '1 of 3 tickets changed' });
  await expect(result.getByRole('listitem')).toHaveText([
    new RegExp(`^${mark} (stale: another user changed it|gone: it no longer exists)$`),
    new RegExp(`^${mark} (stale: another user changed it|gone: it no longer exists)$`),
  ]);
  await expect(desk.row(`${mark} gone`)).toHaveCount(0);
  await expect(desk.row(`${mark} good`)).toContainText(agent.name);
  await expect(desk.row(`${mark} stale`).getByRole('checkbox', { name: /^Select/ })).toBeChecked();
  await expect(desk.row(`${mark} good`).getByRole('checkbox')).not.toBeChecked();
  await expectAccessible(page);
  const { data } = await admin.call(getTrialTicket, { params: { id: good.id } });
  expect(data.handled_by?._id).toBe(agent.id);

  // The tickets still selected have reloaded, so the second try is not stale.
  await bar.getByRole('button', { name: 'Lead source' }).click();
  const source = page.getByRole('dialog', { name: 'Change lead sources' });
  await desk.choose('Lead source', 'FB', source);
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 ticket changed', { exact: true })).toBeVisible();
  await expect(result).toBeHidden();
});

test('a batch status change requires a remark, except for CLOSED WON', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('Won');
  const first = await aTrialTicket(app, { name: `${mark} 1` });
  await aTrialTicket(app, { name: `${mark} 2` });
  const admin = await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?search=${mark}`);
  const bar = page.getByRole('group', { name: 'Selected tickets' });
  await expect(desk.row(mark)).toHaveCount(2);
  await page.locator('body').press('j');
  await page.keyboard.press('x');
  await expect(bar.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update tickets' });
  const save = dialog.getByRole('button', { name: 'Update tickets' });
  await desk.choose('Status', 'PENDING DECISION', dialog);
  await save.click();
  await expect(dialog.getByText('Please provide remark for this ticket update')).toBeVisible();
  await desk.choose('Status', 'CANCELED', dialog);
  await expect(dialog.getByText('Please provide reason to cancel ticket')).toBeVisible();
  await desk.choose('Status', 'CLOSED WON', dialog);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 tickets changed')).toBeVisible();
  await expect(desk.row(mark).filter({ hasText: 'CLOSED WON' })).toHaveCount(2);
  await expect(bar).toBeHidden();
  const { data } = await admin.call(getTrialTicket, { params: { id: first.id } });
  expect(data.status).toBe('CLOSED WON');
});

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

test('a batch change of tickets selected by keyboard lists each one that it skipped, with the reason', async ({
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
  const bar = page.getByRole('group', { name: 'Selected tickets' });
  await expect(desk.row(mark)).toHaveCount(3);
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(bar.getByText('3 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign tickets' });
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

import { updateTrialTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { businessDay, ticketDesk } from './ticket-desk.ts';

test('another user’s change of a ticket shows at once without moving any row', async ({
  page,
  app,
  signInAs,
}) => {
  const other = await app.as('SalesAdmin');
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const [first, second] = [unique('Yeo'), unique('Zhou')];
  const ticket = await aTrialTicket(app, {
    name: first,
    handledBy: admin.id,
    nextActionDate: today,
  });
  await aTrialTicket(app, { name: second, handledBy: admin.id, nextActionDate: addDays(today, 1) });
  const desk = ticketDesk(page);
  const names = desk.table.locator('tr[data-row]');
  const isListening = page.waitForResponse(/\/api\/live/);
  await page.goto('/tickets/trial?view=mine');
  await expect(names).toHaveText([new RegExp(first), new RegExp(second)]);
  await expect(page.getByText('1 due today')).toBeVisible();
  await isListening;

  await desk.row(first).getByRole('link', { name: first }).press('Enter');
  await desk.remark.fill('Asked for the price');
  // Sorted by its new follow-up date, the ticket would be last.
  await other.call(updateTrialTicket, {
    params: { id: ticket.id },
    body: { status: 'PENDING DECISION', remark: 'Compares', next_action_date: addDays(today, 9) },
  });
  await expect(desk.row(first)).toContainText('PENDING DECISION');
  await expect(names).toHaveText([new RegExp(first), new RegExp(second)]);
  await expect(page.getByText('1 due today')).toBeHidden();
  await expect(desk.remark).toHaveValue('Asked for the price');
  await expect(desk.history.getByRole('listitem').first()).toContainText('Compares');

  await page.goto('/tickets/trial?view=mine');
  await expect(names).toHaveText([new RegExp(second), new RegExp(first)]);
});

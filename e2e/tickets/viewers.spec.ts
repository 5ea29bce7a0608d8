import { listTrialTicketViewers } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { openLiveStream } from 'staffroom-server/test/live-stream.ts';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import { expect, test } from '../support/test.ts';
import { ticketDesk } from './ticket-desk.ts';

test('an open ticket shows who else has it open, until they close it', async ({
  page,
  app,
  signInAs,
}) => {
  const ticket = await aTrialTicket(app);
  await signInAs('Admin');
  const nadia = await app.as('SalesAdmin', { name: 'Nadia Tan' });
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?ticket=${ticket.id}`);
  await expect(desk.update).toBeVisible();
  await desk.remark.fill('Asked for the price');
  const words = desk.panel.getByText('Nadia Tan has this ticket open');
  await expect(words).toHaveCount(0);
  const theirs = await openLiveStream(app.address, nadia.token, [liveTopic('ticket', ticket.id)]);
  await expect(words).toBeVisible();
  await expect(desk.remark).toHaveValue('Asked for the price');
  theirs.close();
  await expect(words).toHaveCount(0);
});

test('closing a ticket or opening another removes the user from its viewers', async ({
  page,
  app,
  signInAs,
}) => {
  const [first, second] = [await aTrialTicket(app), await aTrialTicket(app)];
  const me = await signInAs('Admin');
  const nadia = await app.as('SalesAdmin', { name: 'Nadia Tan' });
  const others = async (id: string) => {
    const { data } = await nadia.call(listTrialTicketViewers, { params: { id } });
    return data.map((each) => each._id);
  };
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?ticket=${first.id}`);
  await expect(desk.update).toBeVisible();
  await expect.poll(() => others(first.id)).toEqual([me.id]);
  await page.goto(`/tickets/trial?ticket=${second.id}`);
  await expect.poll(() => others(second.id)).toEqual([me.id]);
  await expect.poll(() => others(first.id)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(desk.panel).toBeHidden();
  await expect.poll(() => others(second.id)).toEqual([]);
});

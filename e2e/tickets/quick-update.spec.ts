import {
  getTrialTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { businessDay, ticketDesk } from './ticket-desk.ts';

test('keyboard shortcuts open and save a follow-up, then focus the next ticket', async ({
  page,
  app,
  signInAs,
}) => {
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const [late, due, later] = [unique('Kwek'), unique('Sim'), unique('Ang')];
  await aTrialTicket(app, { name: late, handledBy: admin.id, nextActionDate: addDays(today, -1) });
  const ticket = await aTrialTicket(app, {
    name: due,
    handledBy: admin.id,
    nextActionDate: today,
  });
  await aTrialTicket(app, { name: later, handledBy: admin.id, nextActionDate: addDays(today, 3) });
  const desk = ticketDesk(page);

  await page.goto('/tickets/trial?view=mine');
  await expect(page.getByRole('tab', { name: 'My follow-ups 3' })).toBeVisible();
  await expect(page.getByText('1 overdue')).toBeVisible();
  await expect(page.getByText('1 due today')).toBeVisible();
  await expect(desk.table.getByRole('rowheader')).toHaveText([
    'Overdue 1',
    'Today 1',
    'Next 7 days 1',
  ]);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  await expect(page).toHaveURL(new RegExp(`ticket=${ticket.id}`));
  await expect(desk.remark).toBeFocused();
  await expectAccessible(page, { widths: [1440] });

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.update.getByText('Please provide remark for this ticket update')).toBeVisible();
  await page.keyboard.type('Will pay by PayNow on Wednesday');
  await desk.choose('Status', 'PENDING PAYMENT');
  await desk.update.getByRole('button', { name: '+3 days' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await desk.remark.press('ControlOrMeta+Enter');
  expect((await sent).postDataJSON()).toEqual({
    status: 'PENDING PAYMENT',
    next_action_date: addDays(today, 3),
    remark: 'Will pay by PayNow on Wednesday',
    version: ticket.version,
  });
  await expect(page.getByText('Ticket updated')).toBeVisible();
  await expect(desk.history.getByRole('listitem').first()).toContainText(
    'Will pay by PayNow on Wednesday',
  );
  await expect(desk.remark).toHaveValue('');
  await expect(page.getByText('1 due today')).toBeHidden();
  // The focus moves to the ticket that was next when this one was opened.
  await expect(desk.row(later).and(page.locator(':focus'))).toBeVisible();
});

test('an invalid follow-up date is marked at its field and not sent', async ({
  page,
  app,
  signInAs,
}) => {
  const ticket = await aTrialTicket(app);
  await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?ticket=${ticket.id}`);
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.url()));
  await desk.remark.fill('Called');
  const day = desk.update.getByRole('textbox', { name: 'Follow-up date' });
  await day.fill('31 Nov 2026');
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expect(day).toHaveValue('31 Nov 2026');
  expect(writes).toEqual([]);
  await day.fill('30 Nov 2026');
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(page.getByText('Ticket updated')).toBeVisible();
  expect(writes).toHaveLength(1);
});

test('a conflict with another user’s save keeps the typed update, and a second save succeeds', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const ticket = await aTrialTicket(app);
  await signInAs('Admin');
  const other = await app.as('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?ticket=${ticket.id}`);
  await desk.remark.fill('Will pay on Friday');
  await desk.choose('Status', 'PENDING PAYMENT');
  await other.call(updateTrialTicket, {
    params: { id: ticket.id },
    body: { status: 'PENDING DECISION', remark: 'Compares with another centre' },
  });
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(
    desk.update.getByText(/ changed this ticket while you were editing\.$/),
  ).toBeVisible();
  await expect(desk.remark).toHaveValue('Will pay on Friday');
  await expect(desk.history).toContainText('Compares with another centre');
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(page.getByText('Ticket updated')).toBeVisible();
  const saved = await other.call(getTrialTicket, { params: { id: ticket.id } });
  expect(saved.data).toMatchObject({ status: 'PENDING PAYMENT', remark: 'Will pay on Friday' });
  expect(saved.data.history).toHaveLength(3);
});

test('an unsaved remark is kept when the user stays on the ticket or changes its lead source', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('Neighbour');
  const first = await aTrialTicket(app, { name: `${mark} 1` });
  await aTrialTicket(app, { name: `${mark} 2` });
  await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?search=${mark}&sortBy=student&order=asc&ticket=${first.id}`);
  await desk.remark.fill('Asked for the June price');
  await desk.panel.getByRole('button', { name: 'Next ticket' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(new RegExp(`ticket=${first.id}`));

  await desk.panel.getByRole('button', { name: 'Lead source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change lead source' });
  await desk.choose('Lead source', 'Referral', dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.panel.getByText('Referral').first()).toBeVisible();
  await expect(desk.remark).toHaveValue('Asked for the June price');
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(page.getByText('Ticket updated')).toBeVisible();

  await desk.panel.getByRole('button', { name: 'Next ticket' }).click();
  await expect(page.getByRole('complementary', { name: `Ticket of ${mark} 2` })).toBeVisible();
  await expect(desk.panel.getByRole('button', { name: 'Next ticket' })).toBeDisabled();
});

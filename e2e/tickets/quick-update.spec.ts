import {
  getTrialTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
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

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.update.getByText('Please provide remark for this ticket update')).toBeVisible();
  await page.keyboard.type('Pays');
  await desk.choose('Status', 'PENDING PAYMENT');
  await desk.update.getByRole('button', { name: '+3 days' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await desk.remark.press('ControlOrMeta+Enter');
  expect((await sent).postDataJSON()).toEqual({
    status: 'PENDING PAYMENT',
    next_action_date: addDays(today, 3),
    remark: 'Pays',
    version: ticket.version,
  });
  await expect(page.getByText('Ticket updated')).toBeVisible();
  await expect(desk.history.getByRole('listitem').first()).toContainText('Pays');
  await expect(desk.remark).toHaveValue('');
  await expect(page.getByText('1 due today')).toBeHidden();
  // The focus moves to the ticket that was next when this one was opened.
  await expect(desk.row(later).and(page.locator(':focus'))).toBeVisible();
});

test('an invalid date is marked and not sent; a conflict with another user’s save keeps the update', async ({
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
  let writes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes += 1;
  });
  await desk.remark.fill('Will pay on Friday');
  await desk.choose('Status', 'PENDING PAYMENT');
  const day = desk.update.getByRole('textbox', { name: 'Follow-up date' });
  await day.fill('31 Nov 2026');
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expect(day).toHaveValue('31 Nov 2026');
  expect(writes).toBe(0);
  await day.fill('30 Nov 2026');

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
  expect(saved.data).toMatchObject({
    status: 'PENDING PAYMENT',
    remark: 'Will pay on Friday',
    next_action_date: '2026-11-30',
  });
  expect(saved.data.history).toHaveLength(3);
});

test('an unsaved remark is kept while the ticket is assigned and its lead source is changed', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('Neighbour');
  const agent = await anAgent(app, { name: unique('Priscilla Goh') });
  const first = await aTrialTicket(app, { name: `${mark} 1` });
  await aTrialTicket(app, { name: `${mark} 2` });
  const admin = await signInAs('Admin');
  const desk = ticketDesk(page);
  const next = desk.panel.getByRole('button', { name: 'Next ticket' });
  const open = async (button: string, title: string) => {
    await desk.panel.getByRole('button', { name: button, exact: true }).click();
    return page.getByRole('dialog', { name: title });
  };
  await page.goto(`/tickets/trial?search=${mark}&sortBy=student&order=asc&ticket=${first.id}`);
  await desk.remark.fill('Asked for the June price');
  await next.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(new RegExp(`ticket=${first.id}`));

  const assign = await open('Assign', 'Assign ticket');
  await assign.getByRole('combobox', { name: 'Assign to' }).fill(agent.name);
  await page.getByRole('option', { name: agent.name }).click();
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(desk.panel.getByText(agent.name).first()).toBeVisible();

  const source = await open('Lead source', 'Change lead source');
  await desk.choose('Lead source', 'Wechat', source);
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(desk.panel.getByText('Wechat').first()).toBeVisible();
  await expect(source).toBeHidden();

  await expect(desk.remark).toHaveValue('Asked for the June price');
  await desk.remark.press('ControlOrMeta+Enter');
  await expect(page.getByText('Ticket updated')).toBeVisible();

  const { data } = await admin.call(getTrialTicket, { params: { id: first.id } });
  expect(data).toMatchObject({
    remark: 'Asked for the June price',
    handled_by: { _id: agent.id },
    meta: { lead_source: 'Wechat' },
  });

  await next.click();
  await expect(page.getByRole('complementary', { name: `Ticket of ${mark} 2` })).toBeVisible();
  await expect(next).toBeDisabled();
});

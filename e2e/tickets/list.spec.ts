import { addDays } from 'staffroom-contract/shared/dates.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { businessDay, ticketDesk } from './ticket-desk.ts';

const hour = 3_600_000;

test('the trial list opens on today and filters by quick range, next action date or search', async ({
  page,
  app,
  signInAs,
}) => {
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const [now, soon] = [unique('Today'), unique('Soon')];
  const noon = new Date(`${today}T04:00:00Z`);
  await aTrialTicket(app, { name: now, trialDate: noon, attended: 'absent' });
  await aTrialTicket(app, {
    name: soon,
    trialDate: new Date(noon.getTime() + 2 * 24 * hour),
    nextActionDate: addDays(today, 400),
  });
  const desk = ticketDesk(page);
  await page.goto('/tickets/trial');
  await expect(desk.row(now)).toContainText('TRIAL REGISTERED');
  await expect(desk.row(soon)).toHaveCount(0);
  const dates = desk.filters.getByRole('button', { name: /^Trial date/ });
  await expect(dates).toHaveText('Trial date Today');
  await dates.click();
  const picks = page.getByRole('dialog', { name: 'Trial date' });
  await expect(picks.locator('button[aria-pressed]')).toHaveText([
    'Today',
    'This week',
    '2 weeks',
    'This month',
    'This year',
  ]);
  await picks.getByRole('button', { name: '2 weeks' }).click();
  await expect(desk.row(soon)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${addDays(today, 13)}`));
  await dates.click();
  await picks.getByText('Next action', { exact: true }).click();
  await expect(page).toHaveURL(/by=next_action_date/);
  await page.keyboard.press('Escape');
  await expect(desk.filters.getByRole('button', { name: /^Next action/ })).toBeVisible();
  await expect(desk.row(soon)).toHaveCount(0);
  await desk.filters.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL('/tickets/trial');
  // A search finds the student on any trial date.
  const search = page.getByRole('textbox', { name: 'Student' });
  await search.fill(soon);
  await search.press('Enter');
  await expect(desk.row(soon)).toBeVisible();
  await expect(dates).toHaveText('Trial date Any day');
  // Beside an open ticket, the filters fit on one line.
  await desk.row(soon).getByRole('link').first().click();
  await expect(desk.panel).toBeVisible();
  expect((await desk.filters.boundingBox())?.height).toBeLessThan(60);
});

test('the renewal list opens on this month and offers its own quick ranges', async ({
  page,
  app,
  signInAs,
}) => {
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const ticket = await aRenewalTicket(app, { subscriptionEndDate: new Date(`${today}T04:00:00Z`) });
  const desk = ticketDesk(page);
  await page.goto('/tickets/renewal');
  await expect(desk.table.getByRole('columnheader', { name: 'Subscription end' })).toBeVisible();
  await expect(desk.table.locator(`a[href*="${ticket.id}"]`)).toBeVisible();
  await desk.filters.getByRole('button', { name: 'Subscription end This month' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Subscription end' }).locator('button[aria-pressed]'),
  ).toHaveText(['Today', 'This week', 'Next 2 weeks', 'This month']);
});

test('on a phone, tapping a card shows its actions, and “Quick update” opens the ticket', async ({
  page,
  app,
  signInAs,
}) => {
  const name = unique('Kwek Xin Yi');
  const ticket = await aTrialTicket(app, { name });
  await signInAs('Admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/tickets/trial?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('button', { name: new RegExp(name) });
  await card.click();
  await expect(card).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: 'Orders' })).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'Call +65 8000 4571' })).toHaveAttribute(
    'href',
    'tel:+6580004571',
  );
  await expectAccessible(page, { widths: [390] });
  // A list of one page has an empty footer.
  const foot = page.getByText('1 ticket', { exact: true }).last().locator('..');
  expect(await foot.evaluate(({ clientHeight }) => clientHeight)).toBe(0);

  await page.getByRole('button', { name: 'Reminder' }).click();
  const reminder = page.getByRole('dialog', { name: 'Reminder' });
  await expect(reminder.getByRole('textbox', { name: 'Text' })).toHaveValue(new RegExp(name));
  await reminder.getByRole('button', { name: 'Close' }).last().click();
  await expect(reminder).toBeHidden();
  await page.getByRole('button', { name: 'Quick update' }).click();
  await expect(page).toHaveURL(new RegExp(`ticket=${ticket.id}`));
  const screen = page.getByRole('dialog', { name: `Ticket of ${name}` });
  const remark = screen.getByRole('textbox', { name: 'Remark' });
  await expect(remark).toBeFocused();
  await remark.fill('Called, will think about it');
  await screen.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Ticket updated')).toBeVisible();
  await expect(screen.getByRole('list', { name: 'History' })).toContainText(
    'Called, will think about it',
  );
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect(screen).toBeHidden();
  await expect(card).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
});

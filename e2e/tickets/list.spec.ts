import { addDays } from 'staffroom-contract/shared/dates.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { businessDay, ticketDesk } from './ticket-desk.ts';

const hour = 3_600_000;

test('the lists open on today’s trials and this month’s renewals, and filter by quick range or search', async ({
  page,
  app,
  signInAs,
}) => {
  const admin = await signInAs('Admin');
  const today = await businessDay(admin);
  const [now, soon] = [unique('Today'), unique('Soon')];
  const noon = new Date(`${today}T04:00:00Z`);
  await aTrialTicket(app, { name: now, trialDate: noon, attended: 'absent' });
  await aTrialTicket(app, { name: soon, trialDate: new Date(noon.getTime() + 48 * hour) });
  const renewal = await aRenewalTicket(app, { subscriptionEndDate: noon });
  const desk = ticketDesk(page);
  await page.goto('/tickets/renewal');
  await expect(desk.table.locator(`a[href*="${renewal.id}"]`)).toBeVisible();
  await expect(
    desk.filters.getByRole('button', { name: 'Subscription end This month' }),
  ).toBeVisible();

  await page.goto('/tickets/trial');
  await expect(desk.row(now)).toContainText('TRIAL REGISTERED');
  await expect(desk.row(soon)).toHaveCount(0);
  const dates = desk.filters.getByRole('button', { name: /^Trial date/ });
  await expect(dates).toHaveText('Trial date Today');
  await dates.click();
  const picks = page.getByRole('dialog', { name: 'Trial date' });
  await picks.getByRole('button', { name: '2 weeks' }).click();
  await expect(desk.row(soon)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${addDays(today, 13)}`));
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

  await expect(page.getByRole('button', { name: 'Reminder' })).toBeVisible();
  await page.getByRole('button', { name: 'Quick update' }).click();
  await expect(page).toHaveURL(new RegExp(`ticket=${ticket.id}`));
  const screen = page.getByRole('dialog', { name: `Ticket of ${name}` });
  const remark = screen.getByRole('textbox', { name: 'Remark' });
  await expect(remark).toBeFocused();
  await remark.fill('Called');
  await screen.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Ticket updated')).toBeVisible();
  await expect(screen.getByRole('list', { name: 'History' })).toContainText('Called');
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect(screen).toBeHidden();
  await expect(card).toBeVisible();
});

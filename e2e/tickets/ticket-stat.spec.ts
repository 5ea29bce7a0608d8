import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** March 2016, in which no other test has a ticket: five trials, four of them closed, and a canceled one. */
const march = '/tickets/stat?from=2016-03-01&to=2016-03-31';

let made: Promise<{ agent: string }> | undefined;
const someTickets = (app: Running) => (made ??= makeTickets(app));

const makeTickets = async (app: Running) => {
  const agent = await aUser(app, { type: 'Agent', name: unique('Nur Diyana') });
  const trials = [
    ['2016-03-05', 'CLOSED WON'],
    ['2016-03-05', 'CLOSED WON'],
    ['2016-03-10', 'CLOSED WON'],
    ['2016-03-10', 'CLOSED LOSE'],
    ['2016-03-18', 'PENDING DECISION'],
    ['2016-03-31', 'CANCELED'],
    // February: one of two trials was won.
    ['2016-02-10', 'CLOSED WON'],
    ['2016-02-11', 'CLOSED LOSE'],
  ] as const;
  for (const [day, status] of trials)
    await aTrialTicket(app, {
      trialDate: new Date(`${day}T14:00:00+08:00`),
      status,
      agentId: status === 'CLOSED WON' ? agent.id : null,
      attended: status === 'CANCELED' ? null : 'attended',
    });
  const renewals = ['RENEWED', 'DROPPED', 'INIT'] as const;
  for (const status of renewals)
    await aRenewalTicket(app, {
      subscriptionEndDate: new Date('2016-03-20T14:00:00+08:00'),
      status,
    });
  return { agent: agent.name };
};

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

test('the summaries compare the month with the previous one and link to the tickets they count', async ({
  page,
  app,
  signInAs,
}) => {
  await someTickets(app);
  await signInAs('Admin');
  await page.goto(march);
  const trial = panel(page, 'Trial summary');
  await expect(trial.getByText('75%', { exact: true })).toBeVisible();
  await expect(trial.getByText('won of 4 closed')).toBeVisible();
  await expect(page.getByText(/^as of \d{2}:\d{2}$/)).toBeVisible();
  await expect(trial.getByText('+25 points on February')).toBeVisible();
  for (const [label, count] of [
    ['Total', 5],
    ['CLOSED WON', 3],
    ['CLOSED LOSE', 1],
    ['Pending', 1],
    ['CANCELED', 1],
  ] as const)
    await expect(trial.getByRole('link', { name: `${label} ${count}`, exact: true })).toBeVisible();
  const renewal = panel(page, 'Renewal summary');
  await expect(renewal.getByText('renewed of 2 closed')).toBeVisible();
  await expect(renewal.getByText('Nothing to compare in February')).toBeVisible();
  const funnel = panel(page, 'From trial to purchase');
  await expect(funnel.getByText('100% of registered')).toBeVisible();
  await expect(funnel.getByText('60% of registered')).toBeVisible();

  for (const [figure, count] of [
    [trial.getByRole('link', { name: 'CLOSED WON 3' }), 3],
    [renewal.getByRole('link', { name: 'Pending 1' }), 1],
  ] as const) {
    await figure.click();
    const tickets = page.getByRole('table', { name: 'List of tickets' });
    await expect(tickets).toHaveAttribute('aria-busy', 'false');
    await expect(tickets.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(
      count,
    );
    await page.goBack();
    await expect(page).toHaveURL(march);
  }
});

test('the weekly chart, its table and the download show the same figures', async ({
  page,
  app,
  signInAs,
}) => {
  await someTickets(app);
  await signInAs('Admin');
  await page.goto(march);
  const chart = panel(page, 'Trials by week of trial');
  for (const bar of [
    '1 – 6 Mar: 2 trials, 2 won, 0 lost, 0 pending',
    '7 – 13 Mar: 2 trials, 1 won, 1 lost, 0 pending',
    '14 – 20 Mar: 1 trial, 0 won, 0 lost, 1 pending',
  ])
    await expect(chart.getByRole('link', { name: bar })).toBeVisible();
  await chart.getByText('Table', { exact: true }).click();
  await expect(page).toHaveURL(`${march}&view=table`);
  const rows = chart.getByRole('table', { name: 'Trials by week of trial' }).getByRole('row');
  await expect(rows.filter({ hasText: '7 – 13 Mar' }).getByRole('cell')).toHaveText([
    '7 – 13 Mar',
    '2',
    '1',
    '1',
    '0',
  ]);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^ticket-stat-2016.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(
    '"trial, part of the period",2016-03-07,2016-03-13,2,1,1,0,0,50',
  );
});

test('the conversion table groups tickets by agent or lead source and sorts by rate', async ({
  page,
  app,
  signInAs,
}) => {
  const { agent } = await someTickets(app);
  await signInAs('Admin');
  await page.goto(march);
  const table = page.getByRole('table', { name: 'Trial by agent', exact: true });
  const names = table.getByRole('row').locator('td[data-lead]');
  await expect(names).toHaveText([agent, 'No agent']);
  const row = table.getByRole('row').filter({ hasText: agent });
  await expect(row.getByRole('cell')).toHaveText([agent, '3', '3', '0', '0', '100%']);
  await expect(row.getByRole('link', { name: '3', exact: true }).first()).toHaveAttribute(
    'href',
    /agent=/,
  );
  const rate = table.getByRole('columnheader', { name: 'Won of closed' }).getByRole('button');
  await rate.click();
  await expect(page).toHaveURL(/trial_sort=rate&trial_order=desc/);
  await rate.click();
  await expect(page).toHaveURL(/trial_sort=rate&trial_order=asc/);
  await expect(names).toHaveText(['No agent', agent]);

  const conversion = panel(page, 'Trial by agent');
  await conversion.getByText('Lead source', { exact: true }).click();
  await expect(page).toHaveURL(`${march}&trial_by=lead_source`);
  const sources = page.getByRole('table', { name: 'Trial by lead source' });
  await expect(sources.getByRole('row').filter({ hasText: 'No lead source' })).toContainText('5');
  // The renewal table is unchanged.
  await expect(page.getByRole('table', { name: 'Renewal by class' })).toBeVisible();
});

test('one click selects this or last month; a period without tickets shows “–” as its rate', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/tickets/stat?from=2015-03-01&to=2015-03-31');
  const trial = panel(page, 'Trial summary');
  await expect(trial.getByText('–', { exact: true })).toBeVisible();
  await expect(trial.getByText('won of 0 closed')).toBeVisible();
  await expect(page.getByText('No trial ticket found.')).toBeVisible();
  const days = page.getByRole('group', { name: 'Days' });
  await expect(days.getByRole('button', { pressed: true })).toHaveCount(0);
  await days.getByRole('button', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/);
  await days.getByRole('button', { name: 'This month' }).click();
  await expect(page).toHaveURL('/tickets/stat');
  await expect(days.getByRole('button', { pressed: true })).toHaveText('This month');
});

test('an Agent granted only the statistics sees them without links to the ticket lists', async ({
  page,
  app,
  signInAs,
}) => {
  await someTickets(app);
  await signInAs('Agent', { extraRoutes: ['/tickets/stat'] });
  await page.goto(march);
  const trial = panel(page, 'Trial summary');
  await expect(trial.getByText('won of 4 closed')).toBeVisible();
  await expect(trial.getByRole('link')).toHaveCount(0);
});

test('the mouse wheel over a table that does not scroll scrolls the page', async ({
  page,
  app,
  signInAs,
}) => {
  await someTickets(app);
  await page.setViewportSize({ width: 1100, height: 600 });
  await signInAs('Admin');
  await page.goto(march);
  const table = page.getByRole('table').first();
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await table.hover();
  const top = async () => (await table.boundingBox())?.y ?? 0;
  const before = await top();
  // Hovering has scrolled the page down to the table.
  await page.mouse.wheel(0, -150);
  await expect.poll(top).toBeGreaterThan(before);
});

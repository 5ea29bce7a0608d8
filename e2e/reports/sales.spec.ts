import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder, aSale } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent, anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectNoSidewaysScroll, expectTouchable } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** March 2022, in which no other test has sales. */
const march = '/report?month=2022-03';

let made: Promise<{ agent: string; maths: string }> | undefined;
const someSales = (app: Running) => (made ??= makeSales(app));

const makeSales = async (app: Running) => {
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const maths = await aClass(app, { name: unique('P6 Mathematics'), subject: 'Mathematics' });
  const english = await aClass(app, { subject: 'English' });
  const jakarta = await aClass(app, { currency: 'IDR', subject: 'Science' });
  const student = await aStudent(app);
  const on = (day: string) => new Date(`${day}T14:00:00+08:00`);
  const online = { channel: 'online', provider: 'hitpay', platform: 'paynow' } as const;
  const handledBy = agent.id;
  const sales = [
    { created: on('2022-03-05'), tuitionClass: maths, agentId: agent.id, handledBy },
    { created: on('2022-03-14'), tuitionClass: maths, actualPrice: 30_000, ...online },
    { created: on('2022-03-14'), tuitionClass: english, status: 'PAID', ...online },
    { created: on('2022-03-20'), tuitionClass: english, type: 'PAYMENT_VIDEO', handledBy },
    { created: on('2022-03-08'), tuitionClass: jakarta, actualPrice: 945_000_000, handledBy },
    { created: on('2022-03-09'), tuitionClass: maths, type: 'TRIAL', actualPrice: 0, handledBy },
    // Not in the totals.
    { created: on('2022-03-09'), tuitionClass: maths, status: 'INIT', ...online },
    { created: on('2022-03-09'), tuitionClass: maths, brand: 'LLP', handledBy },
    {
      created: on('2022-02-27'),
      tuitionClass: maths,
      status: 'CANCELLED',
      cancelledAt: on('2022-03-02'),
      actualPrice: 4550,
      handledBy,
    },
    // February, with which March is compared.
    { created: on('2022-02-10'), tuitionClass: maths, actualPrice: 60_000, handledBy },
  ] as const;
  for (const sale of sales) await aSale(app, { ...sale, studentId: student.id });
  return { agent: agent.name, maths: maths.name };
};

const figures = (page: Page) => page.getByRole('list', { name: 'Figures' });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

/** Expects the list of orders, opened from a figure, to show this many. */
const expectOrders = async (page: Page, count: number) => {
  await expect(page).toHaveURL(/\/orders\?/);
  await expect(page.getByRole('article')).toHaveCount(count);
};

test('the sales figures are separate per currency and link to the orders they count', async ({
  page,
  app,
  signInAs,
}) => {
  await someSales(app);
  await signInAs('Admin');
  await page.goto(march);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Sales');
  const linked = (name: string) => figures(page).getByRole('link', { name, exact: true });
  for (const name of ['Total IDR Rp 9.450.000 1 order', 'Orders 5', 'Trials 1 not in totals'])
    await expect(linked(name)).toBeVisible();
  for (const [name, count] of [
    ['Total SGD $660.00 +10% on February', 4],
    ['Cancelled SGD $45.50 1 order, not in totals', 1],
  ] as const) {
    await linked(name).click();
    await expectOrders(page, count);
    await page.goBack();
  }
  await figures(page).getByRole('button', { name: 'of 1 student' }).click();
  const buyers = page.getByRole('dialog', { name: 'Students who ordered' });
  await expect(buyers.locator('[data-row]')).toHaveCount(1);
  await expect(page).toHaveURL(/students=true/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(march);
  await expect(page.getByText('Best day Mon 14 Mar, $420.00, 2 orders')).toBeVisible();

  const exclude = page.getByRole('combobox', { name: 'Exclude LLP' });
  await exclude.click();
  await page.getByRole('option', { name: 'Nothing' }).click();
  await expect(page).toHaveURL(/exclude=none/);
  await expect(figures(page).getByRole('link', { name: /^Orders 6/ })).toBeVisible();
});

test('the daily chart links to its orders; its table and the downloads show the same figures', async ({
  page,
  app,
  signInAs,
}) => {
  await someSales(app);
  await signInAs('Admin');
  await page.goto(march);
  const days = panel(page, 'SGD by day');
  await days.getByRole('link', { name: 'Mon 14 Mar: $420.00, 2 orders' }).click();
  await expectOrders(page, 2);
  await page.goBack();
  await days.getByText('Table', { exact: true }).click();
  await expect(page).toHaveURL(`${march}&view=table`);
  const row = days.getByRole('row').filter({ hasText: 'Mon 14 Mar' });
  await expect(row.getByRole('cell')).toHaveText(['Mon 14 Mar', '2', '$420.00', '$0.00']);
  await days.getByText('IDR', { exact: true }).click();
  await expect(page).toHaveURL(/currency=IDR/);
  await expect(
    panel(page, 'IDR by day').getByRole('row').filter({ hasText: 'Rp 9.450.000' }),
  ).toHaveCount(1);
  for (const [place, file, line] of [
    [page.getByRole('group', { name: 'Filters' }), 'sales-2022-03.csv', 'day,2022-03-14,SGD,2,420'],
    [panel(page, 'By channel'), 'sales-by-channel-2022-03.csv', '"online, paynow",SGD,2,420'],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await place.getByRole('button', { name: 'Download', exact: true }).click();
    const saved = await downloading;
    expect(saved.suggestedFilename()).toBe(file);
    expect(await readFile(await saved.path(), 'utf8')).toContain(line);
  }
});

test('tables break sales down by class, subject, agent and channel and link to the orders', async ({
  page,
  app,
  signInAs,
}) => {
  const { agent, maths } = await someSales(app);
  await signInAs('Admin');
  await page.goto(march);
  const cells = (table: string) =>
    page.getByRole('table', { name: table, exact: true }).getByRole('row');
  const best = cells('By class').nth(1);
  await expect(best.getByRole('link', { name: maths, exact: true })).toBeVisible();
  await expect(best).toHaveText(/2\$420\.00$/);
  await expect(cells('By agent')).toHaveText([/^Agent/, 'No agent3$540.00', `${agent}1$120.00`]);
  await expect(cells('By channel')).toHaveText([
    /^Channel/,
    'Online, PayNow2$420.00',
    'Offline, bank transfer2$240.00',
  ]);
  const net = cells('By agent').first().getByRole('columnheader', { name: 'Net' });
  await net.getByRole('button').click();
  await expect(net).toHaveAttribute('aria-sort', 'descending');
  await expect(cells('By agent').nth(1)).toContainText('$540.00');
  await net.getByRole('button').click();
  await expect(net).toHaveAttribute('aria-sort', 'ascending');
  await expect(cells('By agent').nth(1)).toContainText('$120.00');
  await net.getByRole('button').click();
  await cells('By agent').nth(1).getByRole('link', { name: '$540.00' }).click();
  await expectOrders(page, 3);
  await page.goBack();
  await panel(page, 'By class').getByText('By subject', { exact: true }).click();
  await expect(page).toHaveURL(`${march}&by=subject`);
  await expect(cells('By subject')).toHaveText([
    /^Subject/,
    'Mathematics2$420.00',
    'English2$240.00',
  ]);
  await cells('By subject').nth(2).getByRole('link', { name: '2', exact: true }).click();
  await expectOrders(page, 2);
});

test('an open report counts a new order live, and its months go from January 2020 to the current one', async ({
  page,
  app,
  signInAs,
}) => {
  await anOrder(app);
  await signInAs('Admin');
  await page.goto('/report');
  await expect(page.getByText(/^as of \d{2}:\d{2}$/)).toBeVisible();
  const orders = figures(page).getByRole('link', { name: /^Orders/ });
  const before = Number((await orders.locator('strong').innerText()).replace(',', ''));
  await anOrder(app);
  await expect(orders.locator('strong')).toHaveText((before + 1).toLocaleString('en-SG'));

  const month = page.getByRole('group', { name: 'Month' });
  await expect(month.getByRole('button', { name: 'Next month' })).toBeDisabled();
  await month.getByRole('combobox', { name: /^Year/ }).click();
  await page.getByRole('option', { name: '2020' }).click();
  await month.getByRole('combobox', { name: /^Month/ }).click();
  await page.getByRole('option', { name: 'January' }).click();
  await expect(page).toHaveURL('/report?month=2020-01');
  await expect(month.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/report?month=2020-02');

  // A future month is named, without sales.
  await page.goto('/report?month=2199-03');
  for (const words of ['March', '2199']) await expect(month).toContainText(words);
  await expect(
    page.getByText('March 2199 is in the future: there are no sales yet.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show this month' }).click();
  await expect(page).toHaveURL('/report');
});

test('a Typist granted the report sees it without links to orders, on a phone too', async ({
  page,
  app,
  signInAs,
}) => {
  await someSales(app);
  await signInAs('Typist', { extraRoutes: ['/report'] });
  for (const address of [march, `${march}&view=table&by=subject`]) {
    await page.goto(address);
    await expect(page.getByText('$660.00')).toBeVisible();
    // A Typist may not open orders.
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  }
  await expectNoSidewaysScroll(page, [390]);
  await expectTouchable(page);
});

import { getDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { cancelOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { addDays, businessDayOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { eq } from 'drizzle-orm';
import { orders } from 'staffroom-server/src/domains/orders/orders.schema.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Page } from '@playwright/test';
import { formatDay, formatDayRange, formatLongDay } from '../../web/src/lib/formats.ts';
import { cardOf } from '../support/expect-orders.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { newCodeForm } from './new-code-form.ts';

const today = () => businessDayOf(new Date().toISOString(), 'Asia/Singapore');

const codePage = (page: Page) => ({
  terms: page.getByRole('region', { name: 'Details' }),
  applies: page.getByRole('region', { name: 'Applies to' }),
  usage: page.getByRole('region', { name: 'Usage', exact: true }),
  tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
  rows: page
    .getByRole('tabpanel')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') }),
});

test('the page shows the terms, the agent and the reasons why the code is inactive', async ({
  page,
  app,
  signInAs,
}) => {
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const code = await aDiscountCode(app, {
    description: 'Brothers and sisters',
    discountType: 'Each Element Dollar Off',
    value: 500,
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    usageLimit: 5,
    totalUsage: 5,
    isActive: false,
    blockTrial: true,
    agentId: agent.id,
  });
  await signInAs('Admin');
  await page.goto(`/discountcode/${code.id}`);
  const { terms, applies, usage } = codePage(page);
  await expect(page.getByRole('heading', { name: code.code, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${code.code} · Staffroom`);
  for (const words of [
    'Inactive',
    'It is disabled.',
    'It ended on Tue 31 Mar 2026.',
    'All 5 uses are spent.',
    'Brothers and sisters',
  ])
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
  for (const words of ['$5.00 per lesson', 'SGD', '1 – 31 Mar 2026'])
    await expect(terms.getByText(words, { exact: true })).toBeVisible();
  await expect(terms).toContainText(/ended [\d,]+ days ago/);
  await expect(terms).toContainText('5 of 5');
  await expect(terms.getByRole('img', { name: '5 of 5 uses spent, 0 left' })).toBeVisible();
  for (const words of [
    'All classes',
    'Refused on trial orders',
    `Agent ${agent.name}, ${agent.email}`,
  ])
    await expect(applies).toContainText(words);
  await expect(usage.getByText('No order has used this code yet.')).toBeVisible();
  await expect(page.getByText('There are no orders to display')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Discount Codes' }).click();
  await expect(page).toHaveURL('/discountcode');
});

test('the usage is shown as a summary, a chart and a table, and the orders of the code are listed', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app, { usageLimit: 10, startDate: '2026-01-01' });
  const standing = await anOrder(app, { lessons: 3, discount_code: code.code });
  const given = await anOrder(app, { lessons: 1, discount_code: code.code });
  for (let made = 0; made < 2; made += 1)
    await anOrder(app, { lessons: 1, discount_code: code.code });
  const other = await anOrder(app);
  const admin = await signInAs('Admin');
  await admin.call(cancelOrder, { params: { id: given._id }, body: { remark: 'Moved abroad' } });
  // Earlier than what the orders screen lists by default.
  const earlier = addDays(today(), -60);
  await app.database.db
    .update(orders)
    .set({ created: new Date(`${earlier}T12:00:00+08:00`) })
    .where(eq(orders.id, standing._id));
  await page.goto(`/discountcode/${code.id}`);
  const { terms, usage, rows } = codePage(page);
  await expect(terms.getByRole('img', { name: '3 of 10 uses spent, 7 left' })).toBeVisible();
  await expect(terms.getByText('7 left')).toBeVisible();
  const { start, end } = weekOf(today());
  const summary = `3 active orders, made from ${formatDay(earlier)} to ${formatDay(today())}. 1 more was cancelled since. The busiest week is ${formatDayRange(start, end)} with 2.`;
  await expect(usage.getByText(summary)).toBeVisible();
  await expect(usage.getByRole('img', { name: `Usage by week. ${summary}` })).toBeVisible();
  await expect(usage.getByTitle(/: 2 orders, 1 cancelled$/)).toBeVisible();
  const weeks = usage.getByRole('table', { name: 'Usage by week' }).getByRole('row');
  await expect(weeks.nth(1).getByRole('cell')).toHaveText(['2', '1']);
  await expect(weeks.last().getByRole('cell')).toHaveText(['1', '0']);
  await expectAccessible(page);

  await expect(rows).toHaveCount(4);
  const row = rows.filter({ hasText: standing.detail.class_obj.name });
  for (const words of ['PAYMENT', '3', 'PROCESSED'])
    await expect(row.getByRole('cell', { name: words, exact: true })).toBeVisible();
  await expect(row).toContainText('−10%');
  await expect(row).toContainText('$81.00');
  await expect(rows.filter({ hasText: given.detail.class_obj.name })).toContainText('CANCELLED');
  await page.getByRole('link', { name: 'Open in Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(cardOf(page, standing)).toBeVisible();
  await expect(cardOf(page, given)).toBeVisible();
  await expect(cardOf(page, other)).toHaveCount(0);
});

test('a code can be disabled and duplicated on its page, and Changes lists the change of its status', async ({
  page,
  app,
  signInAs,
}) => {
  const classIds = [(await aClass(app)).id, (await aClass(app)).id];
  const code = await aDiscountCode(app, {
    classIds,
    description: 'Brothers and sisters',
    discountType: 'Absolute',
    value: 2000,
    currency: 'USD',
    startDate: '2026-01-01',
    endDate: '2026-01-11',
    usageLimit: 7,
    totalUsage: 7,
    blockTrial: true,
  });
  const admin = await signInAs('Admin', { name: unique('Nadia Tan') });
  await page.goto(`/discountcode/${code.id}`);
  const { applies, tab } = codePage(page);
  await expect(applies.getByText('2 classes', { exact: true })).toBeVisible();
  await expect(applies.getByRole('listitem')).toHaveCount(2);
  await expect(applies).toContainText('Refused on trial orders and in all other classes');
  await expect(tab('Classes')).toHaveText('Classes 2');

  await tab('Changes').click();
  await expect(page.getByText('There are no changes to display')).toBeVisible();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog', { name: 'Disable discount code' })
    .getByRole('button', { name: 'Disable' })
    .click();
  await expect(page.getByRole('main').getByText('It is disabled.')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(steps).toHaveCount(1);
  await expect(steps).toContainText('Disabled');
  await expect(steps).toContainText(formatLongDay(today()));

  // The duplicate starts today and lasts as long as the code.
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(`/discountcode/new?from=${code.id}`);
  const form = newCodeForm(page);
  await expect(form.code).toHaveValue('');
  await expect(form.box('Description')).toHaveValue('Brothers and sisters');
  await expect(form.choice('Whole order')).toBeChecked();
  await expect(form.value).toHaveValue('20');
  await expect(form.box('Start date')).toHaveValue(formatDay(today()));
  await expect(form.box('End date')).toHaveValue(formatDay(addDays(today(), 10)));
  await expect(page.getByText('Still needed: code.')).toBeVisible();
  const name = unique('code').toUpperCase();
  await form.code.fill(name);
  await form.create();
  await form.created.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  const { data } = await admin.call(getDiscountCode, { params: { id } });
  expect(data).toMatchObject({
    discount_type: 'Absolute',
    discount: 20,
    currency: 'USD',
    usage_limit: 7,
    total_usage: 0,
    block_trial: true,
    status: 'Active',
  });
  expect(data.classes).toHaveLength(2);
});

test('a role without the orders screen sees the usage and classes but no orders', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app);
  await anOrder(app, { discount_code: code.code });
  await signInAs('Typist', { extraRoutes: ['/discountcode'] });
  await page.goto(`/discountcode/${code.id}`);
  const { terms, usage, tab } = codePage(page);
  await expect(terms).toContainText('no limit');
  await expect(usage).toContainText('1 active order');
  await expect(tab('Classes')).toBeVisible();
  await expect(tab('Orders')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open in Orders' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Duplicate' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Disable' })).toHaveCount(0);
});

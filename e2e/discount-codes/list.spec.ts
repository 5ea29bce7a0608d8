import { readFile } from 'node:fs/promises';
import { updateDiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { aDiscountCode } from '@staffroom/server/test/factories/discount-code.factory.ts';
import { anAgent } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { codeList } from './code-list.ts';

const today = () => businessDayOf(new Date().toISOString(), 'Asia/Singapore');

test('a row shows status, code, description, discount, dates, usage and agent', async ({
  page,
  app,
  signInAs,
}) => {
  const agent = await anAgent(app);
  const code = await aDiscountCode(app, {
    description: 'Paid before the term begins',
    startDate: '2026-01-05',
    endDate: '2027-12-31',
    usageLimit: 10,
    totalUsage: 3,
    agentId: agent.id,
  });
  await signInAs('Admin');
  const list = codeList(page);
  await list.open(code.code);
  await expect(list.table.getByRole('columnheader')).toHaveText([
    'Status',
    'Discount Code',
    'Description',
    'Discount',
    'Start Date',
    'End Date',
    'Code Usage',
    'Agent Email',
    'Action',
  ]);
  await expect(list.row(code.code).getByRole('cell')).toHaveText([
    'Active',
    code.code,
    'Paid before the term begins',
    '10%',
    '5 Jan 2026',
    '31 Dec 2027',
    '3/10',
    agent.email,
    'Disable',
  ]);
  await list.row(code.code).getByRole('link').click();
  await expect(page).toHaveURL(`/discountcode/${code.id}`);
  await expect(page.getByRole('heading', { name: code.code, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(list.row(code.code)).toBeVisible();
});

test('a discount shows in its four forms', async ({ page, app, signInAs }) => {
  const description = unique('four forms');
  const forms = [
    [{ discountType: 'Percent', value: 1250 }, '12.5%'],
    [{ discountType: 'Absolute', value: 2000 }, '$20.00'],
    [{ discountType: 'Each Element Dollar Off', value: 500 }, '$5.00 per lesson'],
    [{ discountType: 'Number of Element Free', value: 2 }, '2 lessons free'],
  ] as const;
  await signInAs('Admin');
  const list = codeList(page);
  const made = [];
  for (const [terms, words] of forms)
    made.push({ ...(await aDiscountCode(app, { description, ...terms })), words });
  await list.open(description);
  for (const { code, words } of made)
    await expect(list.row(code).getByRole('cell', { name: words, exact: true })).toBeVisible();
});

test('Active is a code that is enabled, within its dates and not used up', async ({
  page,
  app,
  signInAs,
}) => {
  const description = unique('status');
  const day = today();
  const codes = [
    [{ startDate: day, endDate: day }, 'Active', '0/∞'],
    [{ usageLimit: 5, totalUsage: 4 }, 'Active', '4/5'],
    [{ usageLimit: 5, totalUsage: 5 }, 'Inactive', '5/5'],
    [{ isActive: false }, 'Inactive', '0/∞'],
    [{ startDate: addDays(day, 1), endDate: addDays(day, 2) }, 'Inactive', '0/∞'],
    [{ startDate: addDays(day, -2), endDate: addDays(day, -1) }, 'Inactive', '0/∞'],
  ] as const;
  await signInAs('Admin');
  const list = codeList(page);
  const made = [];
  for (const [terms, status, usage] of codes)
    made.push({ ...(await aDiscountCode(app, { description, ...terms })), status, usage });
  await list.open(description);
  for (const { code, status, usage } of made) {
    await expect(list.row(code).getByRole('cell').first()).toHaveText(status);
    await expect(list.row(code).getByRole('cell', { name: usage, exact: true })).toBeVisible();
  }
  await list.choose('Status', 'Active');
  await expect(list.rows).toHaveCount(2);
  await list.choose('Status', 'Inactive');
  await expect(list.rows).toHaveCount(4);
  await expect(page).toHaveURL(/status=Inactive/);
});

test('Disable and Enable say what will happen, and do it', async ({ page, app, signInAs }) => {
  const code = await aDiscountCode(app);
  await signInAs('Admin');
  const list = codeList(page);
  await list.open(code.code);
  await list.row(code.code).getByRole('button', { name: 'Disable' }).click();
  const disable = page.getByRole('dialog', { name: 'Disable discount code' });
  await expect(disable).toContainText(
    `${code.code} becomes Inactive: no new order can use it until it is enabled again.`,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await disable.getByRole('button', { name: 'Cancel' }).click();
  await expect(disable).toBeHidden();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Active');

  await list.row(code.code).getByRole('button', { name: 'Disable' }).click();
  await disable.getByRole('button', { name: 'Disable' }).click();
  await expect(disable).toBeHidden();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Inactive');

  await list.row(code.code).getByRole('button', { name: 'Enable' }).click();
  const enable = page.getByRole('dialog', { name: 'Enable discount code' });
  await expect(enable).toContainText(`${code.code} becomes Active`);
  await enable.getByRole('button', { name: 'Enable' }).click();
  await expect(enable).toBeHidden();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Active');
});

test('enabling a code that has ended says that it stays inactive', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app, {
    isActive: false,
    startDate: '2026-03-01',
    endDate: '2026-03-31',
  });
  await signInAs('Admin');
  const list = codeList(page);
  await list.open(code.code);
  await list.row(code.code).getByRole('button', { name: 'Enable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enable discount code' });
  await expect(dialog).toContainText('stays Inactive');
  await expect(dialog).toContainText('It ended on Tue 31 Mar 2026.');
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.row(code.code).getByRole('button', { name: 'Disable' })).toBeVisible();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Inactive');
});

test('a code that somebody else has disabled meanwhile is not enabled by mistake', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app);
  const admin = await signInAs('Admin');
  const list = codeList(page);
  await list.open(code.code);
  await list.row(code.code).getByRole('button', { name: 'Disable' }).click();
  await admin.call(updateDiscountCode, { params: { id: code.id }, body: { is_active: false } });
  const dialog = page.getByRole('dialog', { name: 'Disable discount code' });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.row(code.code).getByRole('button', { name: 'Enable' })).toBeVisible();
});

test('a change that fails is said in the question, which stays', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/Failed to load resource/, /Request failed/);
  const code = await aDiscountCode(app);
  await signInAs('Admin');
  const list = codeList(page);
  await list.open(code.code);
  await list.row(code.code).getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable discount code' });
  const calls = `**/api/admin/discountcode/general/${code.id}`;
  await page.route(calls, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
  await page.unroute(calls);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Inactive');
});

test('more than twenty codes have pages, the order and the page stand in the address', async ({
  page,
  app,
  signInAs,
}) => {
  const description = unique('pages');
  for (let made = 1; made <= 20; made += 1)
    await aDiscountCode(app, { description, code: unique(`A${made + 100}`).toUpperCase() });
  await signInAs('Admin');
  const list = codeList(page);
  await list.open(description);
  await expect(page.getByText('20 discount codes', { exact: true })).toBeVisible();
  await expect(list.pages).toHaveCount(0);

  await aDiscountCode(app, { description, code: unique('A121').toUpperCase() });
  await page.reload();
  await expect(page.getByText('1–20 of 21 discount codes')).toBeVisible();
  await expect(list.rows).toHaveCount(20);
  await list.table.getByRole('button', { name: 'Discount Code' }).click();
  await expect(list.rows.first()).toContainText('A101-');
  await expect(page).toHaveURL(/sortBy=code/);
  await list.pages.getByRole('button', { name: '2', exact: true }).click();
  await expect(list.rows).toHaveCount(1);
  await expect(list.rows.first()).toContainText('A121-');
  await page.reload();
  await expect(list.rows.first()).toContainText('A121-');
  await expect(page.getByRole('columnheader', { name: 'Discount Code' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.goBack();
  await expect(list.rows).toHaveCount(20);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('discount-codes.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(22);
});

test('codes are found by a part of code or description, by status and by agent', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('mark');
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const [early, sibling] = [
    await aDiscountCode(app, { description: `50% (${mark})`, agentId: agent.id }),
    await aDiscountCode(app, { code: mark.toUpperCase(), isActive: false }),
  ];
  await signInAs('Admin');
  const list = codeList(page);
  await list.open();
  await page.keyboard.press('/');
  await page.keyboard.type(` ${mark} `);
  await page.keyboard.press('Enter');
  await expect(list.rows).toHaveCount(2);
  await list.search.fill(`50% (${mark})`);
  await page.keyboard.press('Enter');
  await expect(list.rows).toHaveCount(1);
  await expect(list.row(early.code)).toBeVisible();
  await page.goBack();
  await expect(list.rows).toHaveCount(2);
  await expect(list.search).toHaveValue(mark);
  await list.choose('Agent', agent.name);
  await expect(list.rows).toHaveCount(1);
  await expect(list.row(early.code)).toBeVisible();
  await list.choose('Status', 'Inactive');
  await expect(page.getByText('There are no discount codes to display')).toBeVisible();
  await expect(page.getByText('No discount code matches these filters.')).toBeVisible();
  await list.choose('Agent', 'All');
  await expect(list.row(sibling.code)).toBeVisible();
  await expect(list.rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL('/discountcode');
  await expect(list.search).toHaveValue('');
});

test('a page behind the last leads back to the first', async ({ page, app, signInAs }) => {
  const code = await aDiscountCode(app);
  await signInAs('Admin');
  await page.goto(`/discountcode?search=${code.code}&page=9`);
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(codeList(page).row(code.code)).toBeVisible();
});

test('while the codes load the columns stand there, and an error is tried again in place', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 403/);
  const code = await aDiscountCode(app);
  await signInAs('Admin');
  const refuse = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = '**/api/admin/discountcode/general?*';
  await page.route(calls, async (route) => {
    await held;
    await route.fulfill({ status: 403, json: { message: refuse } });
  });
  const list = codeList(page);
  await list.open(code.code);
  await expect(list.table).toHaveAttribute('aria-busy', 'true');
  await expect(list.table.getByRole('columnheader')).toHaveCount(9);
  answer();
  await expect(page.getByRole('alert')).toContainText(
    'The discount codes could not be loaded. Your role may not do this.',
  );
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(list.row(code.code)).toBeVisible();
});

test('on a phone the search stays and the filters stand in a drawer', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const code = await aDiscountCode(app);
  await signInAs('Admin');
  const list = codeList(page);
  await list.open();
  await list.search.fill(code.code);
  await list.search.press('Enter');
  await expect(list.rows).toHaveCount(1);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('combobox', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'Inactive', exact: true }).click();
  await drawer.getByRole('button', { name: 'Show 0 discount codes' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByText('There are no discount codes to display')).toBeVisible();
  await expectNoSidewaysScroll(page, [390]);
});

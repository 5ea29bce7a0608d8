import { updateDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { codeList } from './code-list.ts';

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

test('Disable and Enable explain their effect and change the status, also after another user did', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app);
  const admin = await signInAs('Admin');
  const list = codeList(page);
  await list.open(code.code);
  await list.row(code.code).getByRole('button', { name: 'Disable' }).click();
  const disable = page.getByRole('dialog', { name: 'Disable discount code' });
  await expect(disable).toContainText(
    `${code.code} becomes Inactive: no new order can use it until it is enabled again.`,
  );
  await admin.call(updateDiscountCode, { params: { id: code.id }, body: { is_active: false } });
  await disable.getByRole('button', { name: 'Disable' }).click();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Inactive');

  await list.row(code.code).getByRole('button', { name: 'Enable' }).click();
  const enable = page.getByRole('dialog', { name: 'Enable discount code' });
  await expect(enable).toContainText(`${code.code} becomes Active`);
  await enable.getByRole('button', { name: 'Enable' }).click();
  await expect(list.row(code.code).getByRole('cell').first()).toHaveText('Active');
});

test('codes can be found by part of the code or description, by status and by agent', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('mark');
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const early = await aDiscountCode(app, { description: `50% (${mark})`, agentId: agent.id });
  await aDiscountCode(app, { code: mark.toUpperCase(), isActive: false });
  await signInAs('Admin');
  const list = codeList(page);
  await list.open();
  await page.keyboard.press('/');
  await expect(list.search).toBeFocused();
  await list.search.fill(` ${mark} `);
  await page.keyboard.press('Enter');
  await expect(list.rows).toHaveCount(2);
  await list.choose('Agent', agent.name);
  await expect(list.rows).toHaveCount(1);
  await expect(list.row(early.code)).toBeVisible();
  await list.choose('Status', 'Inactive');
  await expect(page.getByText('There are no discount codes to display')).toBeVisible();
  await expect(page.getByText('No discount code matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL('/discountcode');
  await expect(list.search).toHaveValue('');
});

import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import {
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

const opens = screensOf('SalesAdmin');

test('a sales admin opens only the screens of that role, sees all orders and may cancel only trials', async ({
  page,
  app,
  signInAs,
}) => {
  const purchase = await anOrder(app);
  const trial = await anOrder(app, { type: 'TRIAL', lessons: 1 });
  await signInAs('SalesAdmin');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
  await page.goto('/orders');
  await expectHeaderButtons(page, ['Create New order']);
  await expectAgentFilters(page, true);
  await expectActions(page, purchase, []);
  await expectActions(page, trial, ['Cancel Order']);
});

test('a sales admin may disable and enable discount codes but not create them', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app);
  await signInAs('SalesAdmin');
  await page.goto(`/discountcode?search=${code.code}`);
  const row = page.getByRole('row').filter({ hasText: code.code });
  await row.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable discount code' });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(row.getByRole('cell').first()).toHaveText('Inactive');
  await expect(page.getByRole('button', { name: 'Create New Discount Code' })).toHaveCount(0);

  await page.goto('/discountcode/new');
  await expect(page).toHaveURL('/discountcode');
  await page.goto(`/discountcode/${code.id}`);
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Duplicate' })).toHaveCount(0);
});

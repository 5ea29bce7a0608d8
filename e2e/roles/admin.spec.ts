import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { everyScreen, expectGuards, expectMenu } from '../support/expect-role.ts';
import {
  cardOf,
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

test('an admin sees every menu entry and can open every screen', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await expectMenu(page, everyScreen);
  await expectGuards(page, everyScreen);
});

test('an admin may create, import, update and cancel orders', async ({ page, app, signInAs }) => {
  const purchase = await anOrder(app);
  const trial = await anOrder(app, { type: 'TRIAL', lessons: 1 });
  await signInAs('Admin');
  await page.goto('/orders');
  await expectHeaderButtons(page, ['Create New order', 'Add orders by CSV']);
  await expectAgentFilters(page, true);
  await expectActions(page, purchase, ['Update', 'Cancel Order']);
  await expectActions(page, trial, ['Update', 'Cancel Order']);
});

test('an admin can choose every order type', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await page.goto('/orders?dialog=create');
  const types = page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio');
  await expect(types).toHaveCount(3);
  await expect(page.getByRole('radio', { name: 'PAYMENT', exact: true })).toBeChecked();
});

test('only the special internal user sees order ids', async ({ page, app, signInAs }) => {
  const order = await anOrder(app);
  await signInAs('Admin');
  await page.goto('/orders');
  await expect(cardOf(page, order)).toBeVisible();
  await expect(page.getByText(order._id)).toHaveCount(0);
  await signInAs('Admin', { seesOrderId: true });
  await page.goto('/orders');
  await expect(cardOf(page, order).getByText(order._id)).toBeVisible();
});

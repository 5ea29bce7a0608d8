import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { everyScreen, expectMenu } from '../support/expect-role.ts';
import {
  cardOf,
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

// app/every-screen.spec.ts opens every screen as an admin.
test('an admin sees every menu entry, and may create, import, update and cancel orders', async ({
  page,
  app,
  signInAs,
}) => {
  const purchase = await anOrder(app);
  const trial = await anOrder(app, { type: 'TRIAL', lessons: 1 });
  await signInAs('Admin');
  await expectMenu(page, everyScreen);
  await page.goto('/orders');
  await expectHeaderButtons(page, ['Create New order', 'Add orders by CSV']);
  await expectAgentFilters(page, true);
  await expectActions(page, purchase, ['Update', 'Cancel Order']);
  await expectActions(page, trial, ['Update', 'Cancel Order']);
  // Only the special internal user sees the ids of orders.
  await expect(page.getByText(purchase._id)).toHaveCount(0);
  await page.getByRole('button', { name: 'Create New order' }).click();
  const types = page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio');
  await expect(types).toHaveCount(3);
  await expect(page.getByRole('radio', { name: 'PAYMENT', exact: true })).toBeChecked();

  await signInAs('Admin', { seesOrderId: true });
  await page.goto('/orders');
  await expect(cardOf(page, purchase).getByText(purchase._id)).toBeVisible();
});

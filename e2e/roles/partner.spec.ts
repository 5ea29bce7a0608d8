import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import {
  cardOf,
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

const opens = screensOf('Partner');

test('a partner opens only the screens of that role, and without a lead source sees no orders', async ({
  page,
  app,
  signInAs,
}) => {
  await anOrder(app);
  await signInAs('Partner');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
  await page.goto('/orders');
  await expect(page.getByText('There are no orders to display')).toBeVisible();
});

test('an account that acts as a partner sees the orders of its lead source and may cancel trials', async ({
  page,
  app,
  signInAs,
}) => {
  const leadSource = unique('Programme');
  const { email } = await aStudent(app, { name: 'Chen Yi Ling', leadSource });
  const purchase = await anOrder(app, { email });
  const trial = await anOrder(app, { email, type: 'TRIAL', lessons: 1 });
  const elsewhere = await anOrder(app);

  await signInAs('Admin', { actsAs: 'Partner', leadSourceScope: leadSource });
  await expectMenu(page, opens);
  await page.goto('/orders');
  await expectHeaderButtons(page, ['Create New order']);
  await expectAgentFilters(page, true);
  await expectActions(page, purchase, []);
  await expectActions(page, trial, ['Cancel Order']);
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.goto(`/orders?email=${elsewhere.created_by.email}`);
  await expect(page.getByText('There are no users with that email')).toBeVisible();
  await expect(cardOf(page, elsewhere)).toHaveCount(0);
});

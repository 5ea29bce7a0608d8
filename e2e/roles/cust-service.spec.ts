import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import {
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { test } from '../support/test.ts';

const opens = screensOf('CustService');

test('customer service opens only the screens of that role, and sees all orders read-only', async ({
  page,
  app,
  signInAs,
}) => {
  const purchase = await anOrder(app);
  const trial = await anOrder(app, { type: 'TRIAL', lessons: 1 });
  await signInAs('CustService');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
  await page.goto('/orders');
  await expectHeaderButtons(page, []);
  await expectAgentFilters(page, true);
  await expectActions(page, purchase, []);
  await expectActions(page, trial, []);
});

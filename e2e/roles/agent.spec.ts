import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { expectGuards, expectMenu, screensOf } from '../support/expect-role.ts';
import {
  cardOf,
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

const opens = screensOf('Agent');

test('an agent sees and can open only the orders screen', async ({ page, signInAs }) => {
  await signInAs('Agent');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});

test('an agent sees only their own orders and may cancel trials', async ({
  page,
  app,
  signInAs,
}) => {
  const otherAgent = await anAgent(app);
  const others = await anOrder(app, { agent_id: otherAgent.id });
  const noAgents = await anOrder(app);
  const agent = await signInAs('Agent');
  const purchase = await anOrder(app, { agent_id: agent.id });
  const trial = await anOrder(app, { agent_id: agent.id, type: 'TRIAL', lessons: 1 });

  await page.goto('/orders');
  await expectHeaderButtons(page, []);
  await expectAgentFilters(page, false);
  await expectActions(page, purchase, []);
  await expectActions(page, trial, ['Cancel Order']);
  await expect(page.getByRole('article')).toHaveCount(2);

  // The user search, which replaces the filters, does not find other orders either.
  await page.goto(`/orders?email=${others.created_by.email}`);
  await expect(page.getByText('There are no users with that email')).toBeVisible();
  await expect(cardOf(page, noAgents)).toHaveCount(0);
});

test('an agent of a group also sees the orders of its other agents', async ({
  page,
  app,
  signInAs,
}) => {
  const colleague = await anAgent(app);
  const stranger = await anAgent(app);
  const theirs = await anOrder(app, { agent_id: colleague.id });
  const strange = await anOrder(app, { agent_id: stranger.id });
  await signInAs('Agent', { orderAgents: [colleague.id] });
  await page.goto('/orders');
  await expectActions(page, theirs, []);
  await expect(cardOf(page, strange)).toHaveCount(0);
});

test('the URLs of order dialogs open no dialog for an agent', async ({ page, signInAs }) => {
  await signInAs('Agent');
  for (const dialog of ['create', 'csv']) {
    await page.goto(`/orders?dialog=${dialog}`);
    await expect(page.getByText('There are no orders to display')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

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

test('an agent opens only the orders screen, sees the orders of its group and may cancel trials', async ({
  page,
  app,
  signInAs,
}) => {
  const [colleague, stranger] = [await anAgent(app), await anAgent(app)];
  const others = await anOrder(app, { agent_id: stranger.id });
  const noAgents = await anOrder(app);
  const theirs = await anOrder(app, { agent_id: colleague.id });
  const agent = await signInAs('Agent', { orderAgents: [colleague.id] });
  const purchase = await anOrder(app, { agent_id: agent.id });
  const trial = await anOrder(app, { agent_id: agent.id, type: 'TRIAL', lessons: 1 });

  await expectMenu(page, opens);
  await expectGuards(page, opens);
  await expectHeaderButtons(page, []);
  await expectAgentFilters(page, false);
  await expectActions(page, purchase, []);
  await expectActions(page, trial, ['Cancel Order']);
  await expectActions(page, theirs, []);
  await expect(page.getByRole('article')).toHaveCount(3);

  // The user search, which replaces the filters, does not find other orders either.
  await page.goto(`/orders?email=${others.created_by.email}`);
  await expect(page.getByText('There are no users with that email')).toBeVisible();
  await expect(cardOf(page, noAgents)).toHaveCount(0);

  // The addresses of dialogs that this role lacks open none.
  for (const dialog of ['create', 'csv']) {
    await page.goto(`/orders?dialog=${dialog}`);
    await expect(cardOf(page, purchase)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { expectGuards, expectMenu, type Screen } from '../support/expect-role.ts';
import {
  cardOf,
  expectActions,
  expectAgentFilters,
  expectHeaderButtons,
} from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

const opens: Screen[] = ['/orders'];

test('an agent opens orders and nothing else', async ({ page, signInAs }) => {
  await signInAs('Agent');
  await expectMenu(page, opens);
  await expectGuards(page, opens);
});

test('an agent sees only own orders and may cancel trials', async ({ page, app, signInAs }) => {
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

  // Nor by the user search, which takes the place of the filters.
  await page.goto(`/orders?email=${others.created_by.email}`);
  await expect(page.getByText('There are no users with that email')).toBeVisible();
  await expect(cardOf(page, noAgents)).toHaveCount(0);
});

test('an agent of a group sees the orders of its agents too', async ({ page, app, signInAs }) => {
  const colleague = await anAgent(app);
  const stranger = await anAgent(app);
  const theirs = await anOrder(app, { agent_id: colleague.id });
  const strange = await anOrder(app, { agent_id: stranger.id });
  await signInAs('Agent', { orderAgents: [colleague.id] });
  await page.goto('/orders');
  await expectActions(page, theirs, []);
  await expect(cardOf(page, strange)).toHaveCount(0);
});

test('the addresses of dialogs open nothing for an agent', async ({ page, signInAs }) => {
  await signInAs('Agent');
  for (const dialog of ['create', 'csv']) {
    await page.goto(`/orders?dialog=${dialog}`);
    await expect(page.getByText('There are no orders to display')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

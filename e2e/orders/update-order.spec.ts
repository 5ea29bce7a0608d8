import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { cardOf } from '../support/expect-orders.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('the agent, remark and renewal mark of an order can be changed', async ({
  page,
  app,
  signInAs,
}) => {
  const order = await anOrder(app, { remark: 'PayNow ref 1' });
  const agent = await anAgent(app, { name: unique('Priscilla Goh') });
  const disabled = await anAgent(app, { name: unique('Gone Agent'), enabled: false });
  await signInAs('Admin');
  // The list shows only this order, so axe checks a single card behind the dialog.
  await page.goto(`/orders?email=${order.created_by.email}`);
  const card = cardOf(page, order);
  await card.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update order' });
  await expectAccessible(page);
  const agents = dialog.getByRole('combobox', { name: 'Agent' });
  await agents.fill(disabled.name);
  await expect(page.getByText('No agent found')).toBeVisible();
  await agents.fill(agent.name);
  await page.getByRole('option', { name: agent.name }).click();
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('PayNow ref 2');
  await dialog.getByRole('checkbox', { name: 'This is a renewal' }).check();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Order' }).click();
  expect((await sent).postDataJSON()).toEqual({
    meta: { is_renewal: true },
    version: order.version,
    agent: agent.id,
    remark: 'PayNow ref 2',
  });
  await expect(page.getByText('Order updated')).toBeVisible();
  await expect(card.getByText(agent.name)).toBeVisible();
  await expect(card.getByText('PayNow ref 2')).toBeVisible();
  await expect(card.getByText('Renewal')).toBeVisible();
});

import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { cardOf } from '../support/expect-orders.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('a long option list is accessible and scrolls with the keyboard', async ({
  page,
  app,
  signInAs,
}) => {
  for (let made = 0; made < 15; made += 1) await anAgent(app, { name: `Agent ${made}` });
  const nameless = await anAgent(app, { name: '' });
  const order = await anOrder(app);
  await signInAs('Admin');
  await page.goto('/orders');
  await cardOf(page, order).getByRole('button', { name: 'Update' }).click();
  const agents = page.getByRole('dialog').getByRole('combobox', { name: 'Agent' });
  await agents.click();
  await expect(page.getByRole('option', { name: nameless.email })).toBeAttached();
  await expectAccessible(page);
  await agents.press('ArrowUp');
  await expect(page.getByRole('option').last()).toBeInViewport();
});

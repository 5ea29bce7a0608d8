import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { cardOf, chooseOnCard } from '../support/expect-orders.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('cancelling an order lists its effects, requires a reason and frees the places', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app);
  const order = await anOrder(app, { lessons: 3, discount_code: code.code });
  const admin = await signInAs('Admin');
  // The list shows only this order, so axe checks a single card behind the dialog.
  await page.goto(`/orders?email=${order.created_by.email}`);
  const card = cardOf(page, order);
  await chooseOnCard(card, 'Cancel Order');
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  for (const fact of [
    'leaves the roster of 3 lessons to come.',
    `One use of ${code.code} is given back.`,
    'No money is refunded by this.',
  ])
    await expect(dialog.getByText(fact)).toBeVisible();
  await expect(
    dialog.getByRole('link', { name: order.created_by.name || order.created_by.email }),
  ).toHaveAttribute('href', `/user/${order.created_by._id}`);
  await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeVisible();

  const confirm = dialog.getByRole('button', { name: 'Cancel Order' });
  await confirm.click();
  await expect(dialog.getByText('Please enter a reason for canceling the order')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Family moved away');
  await confirm.click();
  await expect(page.getByText('Order cancelled')).toBeVisible();
  await expect(card.getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(card.getByText('Family moved away')).toBeVisible();
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Cancel Order' })).toHaveCount(0);
  for (const id of order.detail.lesson)
    expect((await admin.call(getLessonRoster, { params: { id } })).count).toBe(0);
});

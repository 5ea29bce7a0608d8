import {
  aPaidShopOrder,
  aShopOrderPaidOtherwise,
} from 'staffroom-server/test/factories/shop-order.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { chooseOnCard } from '../support/expect-orders.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('an Admin can process a paid web shop order although its lessons are full', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const email = `${unique('shopper')}@example.com`;
  await aPaidShopOrder(app, { email }, { maxCap: 0 });
  await signInAs('Admin');
  await page.goto(`/orders?email=${email}`);
  const card = page.getByRole('article');
  await expect(card.getByText('PAID', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Process' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process order' });
  await expect(dialog).toContainText('joins the roster of 2 lessons.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Process Order' }).click();
  const question = page.getByRole('dialog', { name: 'Process anyway?' });
  await expect(question).toContainText('full');
  await question.getByRole('button', { name: 'Process anyway' }).click();

  await expect(page.getByText('Order processed')).toBeVisible();
  await expect(card.getByText('PROCESSED', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Process' })).toHaveCount(0);
  await chooseOnCard(card, 'History');
  await expect(page.getByRole('dialog').getByText('Web shop').first()).toBeVisible();
});

test('accepting a different amount paid processes the order and shows the difference', async ({
  page,
  app,
  signInAs,
}) => {
  const email = `${unique('payer')}@example.com`;
  await aShopOrderPaidOtherwise(app, { email });
  await signInAs('Admin');
  await page.goto(`/orders?email=${email}`);
  const card = page.getByRole('article');
  await expect(card).toContainText('The payment does not match the order.');
  await expect(card.getByRole('button', { name: 'Process' })).toHaveCount(0);

  await card.getByRole('button', { name: 'Accept $75.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept the amount paid' });
  await expect(dialog).toContainText('$75.00 becomes the price instead of $60.00.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Old price list');
  await dialog.getByRole('button', { name: 'Accept $75.00' }).click();

  await expect(card.getByText('PROCESSED')).toBeVisible();
  await expect(card).toContainText('Difference accepted');
  await expect(card).toContainText('+$15.00');
});

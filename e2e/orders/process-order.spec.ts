import { aPaidShopOrder } from '@staffroom/server/test/factories/shop-order.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('a paid order of the web shop that found its lessons full gets its places when a person says so', async ({
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
  await card.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByText('Web shop').first()).toBeVisible();
});

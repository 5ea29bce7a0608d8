import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aShopOrderPaidOtherwise } from 'staffroom-server/test/factories/shop-order.factory.ts';
import { anAgent, aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { cancelOrder, getOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { readFile } from 'node:fs/promises';
import { cardOf, chooseOnCard } from '../support/expect-orders.ts';
import { expect, test } from '../support/test.ts';

const searchBox = 'E-mail, phone or name';

test('a card shows the student, lessons, price, discount, payment and agent', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, {
    name: 'Chua Si Ying',
    phoneCountryCode: '65',
    phone: '80004571',
  });
  const agent = await anAgent(app, { name: unique('Nur Diyana') });
  const code = await aDiscountCode(app, { value: 1000 });
  const order = await anOrder(app, {
    lessons: 7,
    email: student.email,
    agent_id: agent.id,
    discount_code: code.code,
    meta: { is_renewal: true },
    remark: 'PayNow ref 20260314-2004',
  });
  await signInAs('Admin');
  await page.goto('/orders');
  const card = cardOf(page, order);
  for (const text of [
    'PROCESSED',
    'PAYMENT',
    'Renewal',
    'PayNow ref 20260314-2004',
    'Chua Si Ying',
    student.email,
    '+65 8000 4571',
    '7 lessons',
    '$189.00',
    '$210.00',
    '−10%',
    code.code,
    'Bank transfer',
    agent.name,
  ])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await expect(card.getByText(order._id)).toHaveCount(0);
});

test('a lesson on a card opens the list of its students and links to the lesson', async ({
  page,
  app,
  signInAs,
}) => {
  const order = await anOrder(app, {
    lessons: 2,
    payment: { channel: 'online', provider: 'hitpay' },
  });
  const other = await anOrder(app);
  await signInAs('Admin');
  // An address with an e-mail shows only the orders of that user.
  await page.goto(`/orders?email=${encodeURIComponent(order.created_by.email)}`);
  const card = cardOf(page, order);
  await expect(card.getByText('Online, paynow')).toBeVisible();
  await expect(card.getByText('No agent', { exact: true })).toBeVisible();
  await expect(cardOf(page, other)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: searchBox })).toHaveValue(order.created_by.email);

  await card.getByRole('button', { name: /L2 / }).click();
  const dialog = page.getByRole('dialog', { name: 'Students of Lesson 2' });
  const row = dialog.getByRole('row').filter({ hasText: order.created_by.email });
  await expect(row.getByRole('cell')).toHaveText([
    order.created_by.name,
    order.created_by.email,
    'PAYMENT',
    /order of/,
  ]);
  const [lesson] = order.detail.lessonList.slice(1);
  await dialog.getByRole('link', { name: /L2 / }).click();
  await expect(page).toHaveURL(`/course/${order.detail.class_obj._id}/lesson/${lesson?._id}`);
});

test('the list starts with three statuses; orders that need attention are listed whatever their status', async ({
  page,
  app,
  signInAs,
}) => {
  const id = await aShopOrderPaidOtherwise(app);
  const cancelled = await anOrder(app);
  const admin = await signInAs('Admin');
  const paid = (await admin.call(getOrder, { params: { id } })).data;
  expect(paid.status).toBe('PAID');
  await admin.call(cancelOrder, { params: { id: cancelled._id }, body: { remark: 'Abroad' } });
  await page.goto('/orders');
  const status = page.getByRole('combobox', { name: /^Status/ });
  await expect(status).toHaveText('Status 3 of 4');
  await expect(status).toHaveAttribute('title', 'INIT, PROCESSED, CANCELLED');
  await expect(cardOf(page, cancelled).getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(cardOf(page, paid)).toHaveCount(0);

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('combobox', { name: 'Attention All' }).click();
  await page.getByRole('option', { name: 'Needs attention' }).click();
  await expect(cardOf(page, paid)).toBeVisible();
  await expect(cardOf(page, cancelled)).toHaveCount(0);
  await expect(status).toContainText('All');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL('/orders');
  await status.click();
  await page.getByRole('option', { name: 'CANCELLED' }).click();
  await expect(page).toHaveURL(/status=/);
  await expect(cardOf(page, cancelled)).toHaveCount(0);
});

test('the discount code filter ignores case and spaces, applies to the download and is in the drawer of a phone', async ({
  page,
  app,
  signInAs,
}) => {
  const code = await aDiscountCode(app);
  const wanted = await anOrder(app, { discount_code: code.code });
  const other = await anOrder(app);
  await signInAs('Admin');
  await page.goto('/orders');
  await expect(cardOf(page, other)).toBeVisible();
  const filter = page.getByRole('button', { name: /^Discount code/ });
  const popover = page.getByRole('dialog', { name: 'Discount code' });
  const box = page.getByRole('textbox', { name: 'Discount code' });
  await page.getByRole('button', { name: /^More/ }).click();
  await expect(filter).toHaveText('Discount code All');

  await filter.click();
  await expect(box).toBeFocused();
  await expect(popover.getByRole('button', { name: 'Clear' })).toBeDisabled();
  await box.fill(`  ${code.code.toLowerCase()} `);
  await box.press('Enter');
  await expect(popover).toHaveCount(0);
  await expect(filter).toHaveText(`Discount code ${code.code}`);
  await expect(filter).toBeFocused();
  await expect(cardOf(page, wanted)).toBeVisible();
  await expect(cardOf(page, other)).toHaveCount(0);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/orders?code=${code.code}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);

  await page.getByRole('button', { name: /^More/ }).click();
  await filter.click();
  await expect(box).toHaveValue(code.code);
  await popover.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/orders');
  await expect(cardOf(page, other)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('button', { name: /^Discount code/ }).click();
  await box.fill(code.code);
  await box.press('Enter');
  await drawer.getByRole('button', { name: 'Show 1 order' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(cardOf(page, wanted)).toBeVisible();
  await expect(cardOf(page, other)).toHaveCount(0);
});

test('the user search replaces the filters until it is cleared', async ({
  page,
  app,
  signInAs,
}) => {
  const name = unique('Lim (Yu+Xuan)');
  const student = await aStudent(app, { name });
  const wanted = await anOrder(app, { email: student.email });
  const other = await anOrder(app);
  await signInAs('Admin');
  await page.goto('/orders');
  await expect(cardOf(page, other)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(`  ${name.toUpperCase()} `);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Showing results for/)).toContainText(name.toUpperCase());
  await expect(cardOf(page, wanted)).toBeVisible();
  await expect(cardOf(page, other)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Filters' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(cardOf(page, other)).toBeVisible();
  await expect(page.getByRole('textbox', { name: searchBox })).toHaveValue('');
  await expect(page).toHaveURL('/orders');

  await page.getByRole('textbox', { name: searchBox }).fill('no.such.name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('There are no users with that email');
});

test('the history shows the steps of an order, with links to the person and the class', async ({
  page,
  app,
  signInAs,
}) => {
  const order = await anOrder(app, { remark: 'PayNow ref 1' });
  const { class_obj: tuitionClass } = order.detail;
  const admin = await signInAs('Admin', { name: unique('Nadia Tan') });
  await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Moved abroad' } });
  await page.goto(`/orders?email=${order.created_by.email}`);
  await chooseOnCard(cardOf(page, order), 'History');
  await expect(page).toHaveURL(/order=/);
  const history = page.getByRole('dialog', { name: 'History' });
  const steps = history.getByRole('listitem');
  const cancelled = steps.filter({ hasText: 'Cancelled' });
  await expect(cancelled).toContainText('Nadia Tan');
  await expect(cancelled).toContainText('Status: Processed → Cancelled');
  await expect(cancelled.getByText('Moved abroad')).toHaveCount(1);
  await expect(steps.filter({ hasText: 'Created' })).toContainText('PayNow ref 1');

  await history.getByRole('link', { name: /^Nadia Tan/ }).click();
  await expect(page).toHaveURL(`/user/${admin.id}`);
  // The history dialog is in the URL, so Back reopens it.
  await page.goBack();
  await expect(history.getByRole('link', { name: tuitionClass.name })).toHaveAttribute(
    'href',
    `/course/${tuitionClass._id}`,
  );
});

test('U updates the order of the current card, Enter opens its history; a cancelled one has no action', async ({
  page,
  app,
  signInAs,
}) => {
  const order = await anOrder(app);
  const admin = await signInAs('Admin');
  await page.goto(`/orders?email=${order.created_by.email}`);
  const card = cardOf(page, order);
  await expect(card).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: 'Update order' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-row]').filter({ has: card })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
  await page.keyboard.press('Escape');

  await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Abroad' } });
  await page.reload();
  await expect(card.getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await chooseOnCard(card, 'Open student');
  await expect(page).toHaveURL(`/user/${order.created_by._id}`);
});

test('order ids are shown shortened; the tooltip and a copy have the full id', async ({
  page,
  app,
  signInAs,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const order = await anOrder(app, { remark: 'PayNow ref 1' });
  await signInAs('Admin', { seesOrderId: true });
  await page.goto('/orders');
  const id = cardOf(page, order).getByTitle(order._id);
  await expect(id).toHaveText(`Order ${order._id}`);
  const shown = await id.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    const hidden = element.querySelector('span')?.getBoundingClientRect().width;
    return { hidden, copied: selection?.toString() };
  });
  expect(shown.copied).toBe(`Order ${order._id}`);
  expect(shown.hidden).toBeLessThanOrEqual(1);
  await id.click();
  await expect(page.getByText('Order id copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order._id);
});

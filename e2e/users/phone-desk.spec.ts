import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { rowOf } from './user-form.ts';

test('a parent’s call is handled by keyboard in five actions and under 20 seconds', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, {
    name: unique('Tan Jun Wei'),
    parentName: unique('Tan Mei Ling'),
    parentPhoneCountryCode: '65',
    parentPhone: `8${String(Date.now()).slice(-7)}`,
  });
  const order = await anOrder(app, { lessons: 2, email: student.email });
  const desk = await signInAs('CustService');
  await desk.call(addCredit, { body: { target_id: student.id, qty: 3, remark: 'Ended early' } });
  await page.goto('/user');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  const picksUp = performance.now();
  let acts = 0;
  const act = async (what: () => Promise<void>) => {
    acts += 1;
    await what();
  };

  await act(async () => {
    await page.keyboard.press('/');
    await page.keyboard.type(student.parentPhone ?? '');
  });
  await expect(rowOf(page, student.email)).toContainText(`Parent: ${student.parentName}`);
  await act(() => page.keyboard.press('Enter'));
  const dialog = page.getByRole('dialog', { name: 'User detail' });
  for (const table of ['Last orders', 'Next lessons'])
    await expect(dialog.getByRole('table', { name: table })).toContainText(
      order.detail.class_obj.name,
    );
  await expect(dialog.getByText('Remaining credit 3')).toBeVisible();
  await act(() => page.keyboard.press('e'));
  const form = page.getByRole('dialog', { name: 'Edit User' });
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  const email = `${unique('right')}@example.com`;
  await act(async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(email);
  });
  await act(() => page.keyboard.press('Control+Enter'));
  await expect(form).toBeHidden();
  const seconds = (performance.now() - picksUp) / 1000;

  expect((await desk.call(getUser, { params: { id: student.id } })).data.email).toBe(email);
  expect(acts).toBeLessThanOrEqual(5);
  expect(seconds).toBeLessThan(20);
});

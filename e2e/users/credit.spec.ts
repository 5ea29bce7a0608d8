import { aCreditEntry } from 'staffroom-server/test/factories/credit.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { creditDialog, studentPage } from './student-page.ts';

test('credit can be added by keyboard alone; the dialog shows the balance before and after', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const student = await aStudent(app, { name: 'Chua Si Ying' });
  await aCreditEntry(app, student.id, { qty: 5, remark: 'Transfer from Sun 10am class' });
  await signInAs('CustService', { name: 'Hui Ling' });
  const screen = studentPage(page);
  await screen.open(student.id);
  await expect(screen.entry(/Transfer from Sun 10am class/)).toBeVisible();

  await screen.add.focus();
  await page.keyboard.press('Enter');
  const { dialog, quantity, reason, submit } = creditDialog(page, 'Add');
  await expect(page).toHaveURL(/dialog=add/);
  await expect(quantity).toBeFocused();
  await expect(dialog.getByText('Chua Si Ying')).toBeVisible();
  await expect(dialog.getByRole('definition')).toHaveText(['5', '6']);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await expect(dialog.getByRole('definition')).toHaveText(['5', '7']);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a reason')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(submit).toBeVisible();

  await reason.focus();
  await page.keyboard.type('Ended early');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Credit added')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(screen.add).toBeFocused();
  await expect(page).not.toHaveURL(/dialog/);
  await expect(screen.entry(/ADD \+2 7 Ended early Hui Ling/)).toBeVisible();
  await expect(screen.statement.getByRole('definition')).toHaveText(['7', '7', '0', '0']);
});

test('redeeming is limited to the balance, also to one that was spent meanwhile', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const student = await aStudent(app);
  await aCreditEntry(app, student.id, { qty: 3 });
  await aCreditEntry(app, student.id, { action: 'BLOCK', qty: 2, remark: 'Held for a refund' });
  await signInAs('SalesAdmin', { name: 'Nadia Tan' });
  const screen = studentPage(page);
  await screen.open(student.id);
  await expect(screen.entry(/BLOCK 2 3 Held for a refund · not counted/)).toBeVisible();
  await screen.redeem.click();
  const { dialog, quantity, reason, submit } = creditDialog(page, 'Redeem');
  await expect(dialog.getByRole('definition')).toHaveText(['3', '2']);
  await quantity.fill('4');
  await reason.fill('Used for T1 L6');
  await submit.click();
  await expect(dialog.getByText('The remaining credit is 3.')).toBeVisible();
  await expect(dialog.getByRole('definition')).toHaveText(['3', '−1']);

  await quantity.fill('3');
  await aCreditEntry(app, student.id, { action: 'REDEEM', remark: 'Used for T1 L5' });
  await submit.click();
  await expect(dialog.getByText('The student has less credit than this: 2 remain.')).toBeVisible();
  // The form keeps the typed reason; the form and the statement behind it show the current balance.
  await expect(reason).toHaveValue('Used for T1 L6');
  await expect(dialog.getByRole('definition')).toHaveText(['2', '−1']);
  await expect(screen.statement.locator('dd')).toHaveText(['2', '3', '1', '2']);
  await quantity.fill('2');
  await submit.click();
  await expect(page.getByText('Credit redeemed')).toBeVisible();
  await expect(screen.entry(/REDEEM −2 0 Used for T1 L6 Nadia Tan/)).toBeVisible();
  await expect(screen.statement.getByRole('definition')).toHaveText(['0', '3', '3', '2']);
});

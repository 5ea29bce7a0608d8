import { readFile } from 'node:fs/promises';
import { listCredit } from '@staffroom/contract/domains/users/credit.contract.ts';
import { aCreditEntry } from '@staffroom/server/test/factories/credit.factory.ts';
import { aStudent } from '@staffroom/server/test/factories/user.factory.ts';
import { signInAs as signInThrough } from '@staffroom/server/test/sign-in-as.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { creditDialog, studentPage } from './student-page.ts';

test('credit is added by keyboard alone, with the balance before and after', async ({
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
  await page.keyboard.type('Lesson of 17 Mar ended early');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Credit added')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(screen.add).toBeFocused();
  await expect(page).not.toHaveURL(/dialog/);
  await expect(screen.entry(/ADD \+2 7 Lesson of 17 Mar ended early Hui Ling/)).toBeVisible();
  await expect(screen.statement.getByRole('definition')).toHaveText(['7', '7', '0', '0']);
});

test('what is no quantity or no reason is said beside the field, and nothing is sent', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app);
  const admin = await signInAs('Admin');
  const screen = studentPage(page);
  await screen.open(student.id, '?dialog=add');
  const { dialog, quantity, reason, submit } = creditDialog(page, 'Add');
  await reason.fill('   ');
  for (const [typed, words] of [
    ['', 'Please enter a whole number'],
    ['0', 'At least 1'],
    ['101', 'At most 100'],
  ] as const) {
    await quantity.fill(typed);
    await submit.click();
    await expect(dialog.getByText(words)).toBeVisible();
    await expect(dialog.getByText('Please enter a reason')).toBeVisible();
  }
  await quantity.fill('100');
  await page.keyboard.press('ArrowDown');
  await expect(quantity).toHaveValue('99');
  await reason.fill('Welcome credit');
  await submit.click();
  await expect(page.getByText('Credit added')).toBeVisible();
  const ledger = await admin.call(listCredit, { query: { created_by: student.id } });
  expect(ledger).toMatchObject({ count: 1, remaining: 99 });
});

test('closing with something typed asks first', async ({ page, app, signInAs }) => {
  const student = await aStudent(app);
  await signInAs('Admin');
  const screen = studentPage(page);
  await screen.open(student.id);
  await screen.add.click();
  const { dialog, reason } = creditDialog(page, 'Add');
  await reason.fill('Lesson ended early');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(reason).toHaveValue('Lesson ended early');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await screen.add.click();
  await expect(reason).toHaveValue('');
});

test('credit is redeemed, never below zero', async ({ page, app, signInAs }) => {
  const student = await aStudent(app);
  await aCreditEntry(app, student.id, { qty: 3 });
  await signInAs('SalesAdmin', { name: 'Nadia Tan' });
  const screen = studentPage(page);
  await screen.open(student.id);
  await screen.redeem.click();
  const { dialog, quantity, reason, submit } = creditDialog(page, 'Redeem');
  await expect(dialog.getByRole('definition')).toHaveText(['3', '2']);
  await quantity.fill('4');
  await reason.fill('Used for T1 L6');
  await submit.click();
  await expect(dialog.getByText('The remaining credit is 3.')).toBeVisible();
  await expect(dialog.getByRole('definition')).toHaveText(['3', '−1']);
  await expectAccessible(page, { widths: [1440] });
  await quantity.fill('3');
  await submit.click();
  await expect(page.getByText('Credit redeemed')).toBeVisible();
  await expect(screen.entry(/REDEEM −3 0 Used for T1 L6 Nadia Tan/)).toBeVisible();
  await expect(screen.statement.getByRole('definition')).toHaveText(['0', '3', '3', '0']);
});

type Form = ReturnType<typeof creditDialog> & { screen: ReturnType<typeof studentPage> };

test('two people redeem the last credit: one succeeds, the other reads that none remains', async ({
  page,
  app,
  signInAs,
  browser,
  problems,
}) => {
  test.setTimeout(60_000);
  problems.expect(/status of 409/);
  const student = await aStudent(app);
  await aCreditEntry(app, student.id, { qty: 1 });
  const admin = await signInAs('SalesAdmin');
  const colleague = await signInThrough(app, 'CustService', {});
  const elsewhere = await browser.newContext({
    baseURL: app.address,
    storageState: {
      cookies: [],
      origins: [{ origin: app.address, localStorage: [{ name: 'token', value: colleague.token }] }],
    },
  });
  const other = await elsewhere.newPage();
  const forms: Form[] = [];
  for (const each of [page, other]) {
    const screen = studentPage(each);
    await screen.open(student.id);
    await screen.redeem.click();
    const form = creditDialog(each, 'Redeem');
    await expect(form.dialog.getByRole('definition')).toHaveText(['1', '0']);
    await form.reason.fill('Used for T1 L6');
    forms.push({ ...form, screen });
  }

  await Promise.all(forms.map(({ submit }) => submit.click()));

  const refusal = 'The student has less credit than this: 0 remain.';
  const outcomeOf = async ({ dialog }: Form) => {
    if ((await dialog.count()) === 0) return 'done';
    return (await dialog.getByText(refusal).isVisible()) ? 'refused' : 'under way';
  };
  const outcomes = () => Promise.all(forms.map(outcomeOf));
  await expect.poll(async () => (await outcomes()).toSorted().join()).toBe('done,refused');
  const loser = forms[(await outcomes()).indexOf('refused')];
  if (!loser) throw new Error('Nobody was refused.');
  // The form keeps what was typed and shows the balance as it is now, as does the statement behind.
  await expect(loser.reason).toHaveValue('Used for T1 L6');
  await expect(loser.dialog.getByRole('definition')).toHaveText(['0', '−1']);
  await expect(loser.screen.statement.locator('dd')).toHaveText(['0', '1', '1', '0']);
  const ledger = await admin.call(listCredit, { query: { created_by: student.id } });
  expect(ledger).toMatchObject({ count: 2, remaining: 0, redeemed: 1 });
  await elsewhere.close();
});

test('after a lost answer the same entry is sent again and made once', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  const student = await aStudent(app);
  const admin = await signInAs('Admin');
  const screen = studentPage(page);
  await screen.open(student.id, '?dialog=add');
  const { dialog, reason, submit } = creditDialog(page, 'Add');
  await reason.fill('Lesson ended early');
  await page.route(
    '**/api/admin/credit',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Nothing typed is lost. Add sends the same again; it is never done twice.',
  );
  await expect(reason).toHaveValue('Lesson ended early');
  await submit.click();
  await expect(page.getByText('Credit added')).toBeVisible();
  const ledger = await admin.call(listCredit, { query: { created_by: student.id } });
  expect(ledger).toMatchObject({ count: 1, remaining: 1 });
});

test('a long statement has pages with the same balances, and downloads whole', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const student = await aStudent(app);
  await aCreditEntry(app, student.id, { qty: 50, remark: 'The very first' });
  for (let step = 1; step <= 20; step += 1)
    await aCreditEntry(app, student.id, { action: 'REDEEM', remark: `Lesson ${step}` });
  await aCreditEntry(app, student.id, { action: 'BLOCK', qty: 2, remark: 'Held for a refund' });
  await signInAs('Admin', { name: 'Nadia Tan' });
  const screen = studentPage(page);
  await screen.open(student.id);
  await expect(screen.statement.getByRole('definition')).toHaveText(['30', '50', '20', '2']);
  await expect(screen.statement.getByText('1–20 of 22 entries')).toBeVisible();
  await expect(screen.entry(/BLOCK 2 30 Held for a refund · not summed/)).toBeVisible();
  await screen.statement.getByRole('button', { name: '2', exact: true }).click();
  await expect(page).toHaveURL(/credit=2/);
  await expect(screen.entry(/ADD \+50 50 The very first/)).toBeVisible();
  await expect(screen.entry(/REDEEM −1 49 Lesson 1 /)).toBeVisible();
  await page.reload();
  await expect(screen.entry(/ADD \+50 50 The very first/)).toBeVisible();

  const downloading = page.waitForEvent('download');
  await screen.statement.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(23);
  expect(lines[1]).toMatch(/,BLOCK,2,30,Held for a refund,/);
  expect(lines.at(-1)).toMatch(/,ADD,50,50,The very first,/);

  await screen.open(student.id, '?credit=9');
  await expect(
    screen.statement.getByText('This page is behind the last of 22 entries.'),
  ).toBeVisible();
  await screen.statement.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(screen.entry(/Held for a refund/)).toBeVisible();
});

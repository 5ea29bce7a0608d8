import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Page } from '@playwright/test';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
  startPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { paymentAdjustments } from 'staffroom-server/src/domains/tutor-payments/payment-runs.schema.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { insertRows } from 'staffroom-server/test/factories/insert-row.ts';
import { setTutorRate } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import {
  aLeftOutDebt,
  aPaidTutor,
  aPaymentRun,
  aTaughtLesson,
  enrol,
  settleCarriedPay,
} from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ app }) => settleCarriedPay(app));

const printedPages = async (page: Page) => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type \/Page\b(?!s)/g)?.length;
};

test('a payment run is started, adjusted, confirmed, downloaded for the bank and marked as paid', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aPaidTutor(app);
  await aTaughtLesson(app, tutor, { scheduledAt: new Date('2026-05-13T10:00:00Z') });
  await signInAs('Admin');
  await page.goto(`/tutor-payments?tutor=${tutor.id}&month=2026-05`);
  await expect(page.getByText('This month has no run yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Payment run' }).click();
  await expect(page).toHaveURL(/run=/);
  const row = page.getByRole('row').filter({ hasText: tutor.name });
  await expect(row).toContainText('80.00');
  await expect(page.getByRole('button', { name: 'Bank CSV' })).toBeDisabled();
  await expect(page.getByText('Bank CSV and payslips once it is confirmed')).toBeVisible();

  await page.getByRole('button', { name: 'Add adjustment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add adjustment' });
  await dialog.getByRole('combobox', { name: 'Tutor' }).fill(tutor.name);
  await page.getByRole('option', { name: new RegExp(tutor.name) }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('forty');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid twice by hand');
  await expect(dialog.getByText('Please enter an amount, like 24 or -40.50')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('-30.50');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('49.50');
  await page.getByRole('tab', { name: /^Adjustments/ }).click();
  await expect(row).toContainText('Paid twice by hand');

  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Confirm the run of May 2026?' });
  await expect(question).toContainText('can never be paid again');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Confirm run' }).click();
  await expect(page.getByText('Run confirmed')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Bank CSV' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect((await saved).suggestedFilename()).toBe('bank-2026-05.csv');
  expect(file).toMatch(new RegExp(`${tutor.name},[^,]+,2026-05-\\d{4},49.50,1`));
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const paid = page.getByRole('dialog', { name: 'Mark the run of May 2026 as paid?' });
  await paid.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(/^Marked as paid by/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeHidden();

  await page.goto(`/tutor-payments?tutor=${tutor.id}&month=2026-05`);
  await expect(page.getByRole('button', { name: /^Rate per hour of/ })).toBeDisabled();
});

test('a difference after payment is settled in the next run or left for a later one', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aPaidTutor(app);
  const admin = await app.as('Admin');
  const lesson = await aTaughtLesson(app, tutor, { scheduledAt: new Date('2026-06-13T10:00:00Z') });
  await enrol(app, lesson, 5);
  const next = await aTaughtLesson(app, tutor, { scheduledAt: new Date('2026-07-13T10:00:00Z') });
  // An edited rate puts this tutor under "To look at", so the run always requires its checkbox.
  await admin.call(setTutorRate, {
    params: { tutorId: tutor.id, lessonId: next.id },
    body: { rate: 55, reason: 'Took over at two hours’ notice' },
  });
  const { data: june } = await admin.call(startPaymentRun, { body: { month: '2026-06' } });
  const params = { id: june._id };
  await admin.call(confirmPaymentRun, { params, body: { version: june.version } });
  await enrol(app, lesson, 2);
  const { data: july } = await admin.call(startPaymentRun, { body: { month: '2026-07' } });

  await signInAs('Admin');
  await page.goto(`/tutor-payments?run=${july._id}&find=${tutor.name}`);
  const mine = page.getByRole('row').filter({ hasText: tutor.name });
  await expect(mine).toContainText('+20.00');
  await page.getByRole('button', { name: /Differences: show details$/ }).click();
  await expect(mine).toContainText('80.00 → 100.00');
  await expect(mine).toContainText('5 → 7 students');
  const side = page.getByRole('complementary', { name: 'What the run settles' });
  const total = side.getByText(/^\$/).last();
  const before = Number((await total.innerText()).replaceAll(/[$,]/g, ''));
  await mine.getByRole('checkbox', { name: new RegExp(`^Settle ${tutor.name}`) }).uncheck();
  await expect
    .poll(async () => before - Number((await total.innerText()).replaceAll(/[$,]/g, '')))
    .toBe(20);
  await expect(page.getByText('1 waits for a later run')).toBeVisible();
  await page.reload();
  await expect(mine.getByRole('checkbox')).not.toBeChecked();
  await side.getByRole('checkbox', { name: /^I have seen the/ }).check();
  await side.getByRole('button', { name: 'Confirm run' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 difference waits for a later run.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(breadcrumb).toContainText('June 2026');
  await expect(page).toHaveURL(new RegExp(`run=${june._id}`));
  await expect(page.getByRole('link', { name: 'Payslips' })).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(breadcrumb).toContainText('July 2026');
  await expect(mine.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL('/tutor-payments?month=2026-08');
  await expect(page.getByText('This month has no run yet.')).toBeVisible();
});

test('confirming a run that has changed is refused and reloads the run', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const tutor = await aPaidTutor(app);
  const teach = (by: { id: string }, day: string, kind: 'tutor' | 'ta' = 'tutor') =>
    aTaughtLesson(app, by, { kind, scheduledAt: new Date(`2024-02-${day}T10:00:00Z`) });
  const lesson = await teach(tutor, '13');
  const [first, second, third] = [
    await aTutor(app, { type: 'TA', name: unique('Ang') }),
    await aTutor(app, { type: 'TA', name: unique('Boon') }),
    await aTutor(app, { type: 'TA', name: unique('Chia') }),
  ];
  for (const ta of [first, second]) await teach(ta, '14', 'ta');
  const month = '2024-02';
  const run = await (await app.as('Admin')).call(startPaymentRun, { body: { month } });
  await signInAs('Admin');
  await page.goto(`/tutor-payments?run=${run.data._id}`);
  const row = page.getByRole('row').filter({ hasText: tutor.name });
  await expect(row).toContainText('80.00');

  await test.step('N moves through the tutors to look at', async () => {
    await page.getByRole('button', { name: '2 to look at' }).click();
    await expect(row).toBeHidden();
    await page.getByRole('link', { name: `Lessons of ${first.name}` }).click();
    const side = page.getByRole('region', { name: 'To look at' });
    await expect(side).toContainText('1 of 2');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(new RegExp(`tutor=${second.id}`));
    await expect(side).toContainText('2 of 2');
    await side.getByRole('link', { name: 'Back to the run' }).click();
    await expect(row).toContainText('80.00');
  });

  const confirm = page.getByRole('button', { name: 'Confirm run' });
  await expect(confirm).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I have seen the 2 to look at' }).check();
  await expect(confirm).toBeEnabled();
  await enrol(app, lesson, 6);
  await teach(third, '15', 'ta');
  await confirm.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm run' }).click();
  const question = page.getByRole('dialog', { name: /^Confirm the run/ });
  await expect(question.getByText(/rates have changed/)).toBeVisible();
  await expect(row).toContainText('90.00');
  // A second click still confirms the version that the user saw, and is refused again.
  await question.getByRole('button', { name: 'Confirm run' }).click();
  await expect(question.getByText(/rates have changed/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  // The checkbox is cleared: one of the three is new.
  await expect(confirm).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I have seen the 3 to look at' }).check();
  await confirm.click();
  await expect(question).toBeVisible();
  await expect(question.getByText(/rates have changed/)).toBeHidden();
});

test('a debt is carried to the next run and not deducted from the bank total', async ({
  page,
  app,
  signInAs,
}) => {
  const [owing, other] = [await aPaidTutor(app), await aPaidTutor(app)];
  const admin = await app.as('Admin');
  const teach = (tutor: { id: string }, day: string) =>
    aTaughtLesson(app, tutor, { scheduledAt: new Date(`${day}T10:00:00Z`) });
  for (const month of ['2023-03', '2023-04'])
    for (const tutor of [owing, other]) await teach(tutor, `${month}-13`);
  const { data: march } = await admin.call(startPaymentRun, { body: { month: '2023-03' } });
  const params = { id: march._id };
  const body = { tutor: owing.id, amount: -140, reason: 'Deposit for the tablet' };
  await admin.call(addAdjustment, { params, body });
  await signInAs('Admin');
  // A run includes all tutors of its month, and all their debts.
  const { sums } = (await admin.call(getPaymentRun, { params })).data;
  const toBank = formatMoney(sums.to_bank, 'SGD');
  const forward = `−${Math.abs(sums.carried_forward).toFixed(2)}`;
  await page.goto(`/tutor-payments?run=${march._id}`);
  const row = page.getByRole('row').filter({ hasText: owing.name });
  await expect(row).toContainText('Owes, carried to the next run');
  await page.getByRole('checkbox', { name: /^I have seen/ }).check();
  await page.getByRole('button', { name: 'Confirm run' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm the run of March 2023?' });
  await expect(question).toContainText(`To bank: ${toBank}`);
  await expect(question).toContainText(`Carried forward: ${forward}`);
  await question.getByRole('button', { name: 'Confirm run' }).click();
  await expect(page.getByText('Run confirmed')).toBeVisible();
  const side = page.getByRole('complementary', { name: 'What the run settles' });
  await expect(side).toContainText(`Carried forward${forward}`);
  await expect(side).toContainText(`To bank${toBank}`);
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const paid = page.getByRole('dialog', { name: 'Mark the run of March 2023 as paid?' });
  await expect(paid).toContainText(`The bank has paid ${toBank}`);
  await paid.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(/^Marked as paid by/)).toBeVisible();
  await page.getByRole('link', { name: `Payslip of ${owing.name}` }).click();
  const slip = page.getByRole('article', { name: `Payslip of ${owing.name}, March 2023` });
  await expect(slip).toContainText('carried to the next run');
  await expect(slip).toContainText('Carried forward, SGD−60.00');
  await expect(slip.getByText(/Paid/)).toHaveCount(0);

  const { data: april } = await admin.call(startPaymentRun, { body: { month: '2023-04' } });
  await page.goto(`/tutor-payments?run=${april._id}`);
  await expect(side).toContainText(`Carried from March 2023`);
  await expect(row).toContainText('20.00');
  await page.getByRole('tab', { name: /^Earlier runs/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'March 2023' })).toContainText(
    `${toBank}${forward}`,
  );
  const confirmed = { params: { id: april._id }, body: { version: april.version } };
  await admin.call(confirmPaymentRun, confirmed);
  await page.goto(`/tutor-payments?run=${april._id}&slip=${owing.id}`);
  const next = page.getByRole('article', { name: `Payslip of ${owing.name}, April 2023` });
  await expect(next).toContainText('Carried from March 2023−60.00');
  await expect(next).toContainText('To bank, SGD$20.00');
});

test('a debt that an earlier version left out can be written off with a reason', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, tutor } = await aLeftOutDebt(app);
  const other = await aPaymentRun(app);
  await signInAs('Admin');
  await page.goto(`/tutor-payments?run=${other.id}`);
  const notice = page.getByRole('status').filter({ hasText: 'Earlier runs left debts out' });
  await notice.locator(`a[href*="${id}"]`).click();
  await expect(page).toHaveURL(new RegExp(id));
  const side = page.getByRole('complementary', { name: 'What the run settles' });
  await side.getByRole('button', { name: `Write off: ${tutor.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Write this debt off?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left the company in spring');
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await expect(side).toContainText('Written off: Left the company in spring');
  await expect(side.getByRole('button', { name: /^Write off/ })).toHaveCount(0);
});

test('printing the payslips of one or all tutors prints only their numbered pages', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, month, tutor, lesson } = await aPaymentRun(app);
  for (let day = 1; day <= 28; day += 1)
    await aTaughtLesson(app, tutor, {
      classId: lesson.classId,
      name: `Surds ${day}`,
      scheduledAt: new Date(`${month}-${String(day).padStart(2, '0')}T06:00:00Z`),
    });
  const admin = await app.as('Admin');
  const params = { id };
  // Payslips are loaded fifty at a time.
  const others = await insertRows(
    app,
    users,
    Array.from({ length: 51 }, () => ({
      type: 'Tutor' as const,
      name: unique('Daniel Chua'),
      email: `${unique('tutor')}@example.com`,
    })),
  );
  await insertRows(
    app,
    paymentAdjustments,
    others.map((other) => ({
      runId: id,
      tutorId: other.id,
      amount: 2400,
      reason: 'Printing of notes',
      addedBy: admin.id,
      addedAt: app.clock.now(),
    })),
  );
  await admin.call(confirmPaymentRun, { params, body: { version: 1 } });
  await signInAs('Admin');
  await page.goto(`/tutor-payments?run=${id}&find=${tutor.name}`);
  await page.getByRole('link', { name: `Payslip of ${tutor.name}` }).click();
  const paper = page.getByRole('article', { name: new RegExp(`^Payslip of ${tutor.name}`) });
  await expect(paper.getByText('$2,320.00')).toBeVisible();
  await expect(paper.getByText('Page 2 of 2')).toBeVisible();
  expect(await printedPages(page)).toBe(2);

  await page.goBack();
  await page.getByRole('link', { name: 'Payslips', exact: true }).click();
  const print = page.getByRole('button', { name: 'Print or save as PDF' });
  await expect(print).toBeEnabled();
  await expect(page.getByRole('article')).toHaveCount(
    Number.parseInt(await page.getByText(/^\d+ payslips$/).innerText(), 10),
  );
  expect(await page.getByRole('article').count()).toBeGreaterThan(51);
  await expect(paper.getByText('Page 2 of 2')).toBeAttached();
  expect(await printedPages(page)).toBe(
    await page.getByRole('region', { name: /^Payslip .+, page \d+$/ }).count(),
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(print).toBeHidden();
  await expect(paper).toBeVisible();
});

test('a payslip with long names cuts no text, and its rows end above the footer', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, month, tutor } = await aPaymentRun(app);
  const word = 'Wolfeschlegelsteinhausenbergerdorff';
  const { id: classId } = await aClass(app, {
    name: `P6 Mathematics with ${word} · ${'Saturday afternoon '.repeat(4)}`,
  });
  for (let day = 1; day <= 25; day += 1)
    await aTaughtLesson(app, tutor, {
      classId,
      name: `${day} ${'Long division '.repeat((day % 4) + 1)}${word.slice(0, day)}`,
      scheduledAt: new Date(`${month}-${String(day).padStart(2, '0')}T06:00:00Z`),
    });
  await app.database.db
    .update(users)
    .set({ name: `Daniel ${word} Chua Boon Hock`, email: `${word}.${tutor.id}@example.com` })
    .where(eq(users.id, tutor.id));
  const admin = await app.as('Admin');
  await admin.call(confirmPaymentRun, { params: { id }, body: { version: 1 } });
  await signInAs('Admin');
  await page.goto(`/tutor-payments?run=${id}&slip=${tutor.id}`);
  const paper = page.getByRole('article', { name: /^Payslip of Daniel/ });
  await expect(paper.getByText('Page 2 of 3')).toBeAttached();
  const faults = await paper.evaluate((article) => [
    ...[...article.querySelectorAll('p, span, dd, dt, strong')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .map((part) => `cut: ${part.textContent}`),
    ...[...article.querySelectorAll('section')]
      .filter((sheet) => {
        const foot = sheet.querySelector('footer')?.getBoundingClientRect().top ?? 0;
        const last = sheet.querySelector('footer')?.previousElementSibling;
        return (last?.getBoundingClientRect().bottom ?? 0) > foot;
      })
      .map((sheet) => `runs into the foot: ${sheet.getAttribute('aria-label')}`),
  ]);
  expect(faults).toEqual([]);
});

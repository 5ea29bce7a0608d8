import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  importColumns,
  orderImportRow,
  previewOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { cancelOrder, listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { classes } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import {
  aFile,
  aRow,
  aSpringClass,
  theSampleClasses,
} from 'staffroom-server/test/factories/import.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { aFileOfMegabytes } from '../support/large-file.ts';
import { withLateFrames } from '../support/late-frames.ts';
import { expect, test } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';

const sample = new URL('../fixtures/orders-sample.csv', import.meta.url);

/** CSV as a spreadsheet saves it in a locale with decimal commas: separated by semicolons. */
const csvOf = (rows: readonly (readonly string[])[], columns: readonly string[] = importColumns) =>
  `\ufeff${[columns, ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')}`;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add orders by CSV' });

const openDialog = async (page: Page): Promise<Locator> => {
  await page.goto('/orders?search=nothing-found');
  await page.getByRole('button', { name: 'Add orders by CSV' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('CSV file')).toBeAttached();
  return dialog;
};

const upload = (dialog: Locator, content: string | Buffer, name = 'orders.csv') =>
  dialog
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Uploads rows and opens them without a discount code. */
const uploadRows = async (page: Page, rows: readonly (readonly string[])[], name?: string) => {
  const dialog = await openDialog(page);
  await upload(dialog, csvOf(rows), name);
  await dialog.getByRole('checkbox', { name: 'Continue without discount code' }).check();
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await expect(dialog.getByRole('heading', { name: 'In the file' })).toBeVisible();
  return dialog;
};

const rowButton = (dialog: Locator, row: number) =>
  dialog
    .getByRole('list', { name: 'Rows', exact: true })
    .getByRole('button', { name: new RegExp(`^${row} `) });

const counts = (dialog: Locator) => dialog.getByRole('list', { name: 'Rows by status' });
const heading = (dialog: Locator, name: string) =>
  dialog.getByRole('heading', { level: 2, name, exact: true });
const createOrder = (dialog: Locator) => dialog.getByRole('button', { name: 'Create Order' });

test('the sample file can be previewed, corrected, ordered singly and in bulk, and summarised', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(120_000);
  // Rows match the active class with the closest name, which could be a class of another test.
  await aClass(app, { name: unique('P6 Maths') });
  await app.database.db.update(classes).set({ isActive: false });
  await theSampleClasses(app);
  await signInAs('Admin');
  const dialog = await openDialog(page);
  await upload(dialog, await readFile(sample), 'llp-orders-march.csv');

  await expect(dialog.getByText('llp-orders-march.csv, 40 rows')).toBeVisible();
  const preview = dialog.getByRole('table', { name: 'The first 3 of 40 rows' });
  await expect(preview.getByRole('columnheader')).toHaveText([...importColumns]);
  await expect(preview.getByRole('row')).toHaveCount(4);
  await expect(preview.getByRole('cell', { name: 'Nur Aisyah Binte Rahman' })).toBeVisible();

  const proceed = dialog.getByRole('button', { name: 'Proceed' });
  await expect(proceed).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Continue without discount code' }).check();
  await proceed.click();

  // All rows are checked again before they are counted.
  await expect(counts(dialog)).toHaveText('0 processed0 skipped1 rejected22 need a person', {
    timeout: 20_000,
  });
  await expect(heading(dialog, 'Tan Jun Wei')).toBeVisible();

  await rowButton(dialog, 12).click();
  await expect(dialog.getByText("No class is called 'P6 Maths Sat'.")).toBeVisible();
  await expect(createOrder(dialog)).toBeDisabled();
  await dialog.getByRole('button', { name: 'Choose P6 Mathematics — Sat 2pm' }).click();
  await expect(dialog.getByText('1 of 2 problems left')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep the 3 found' }).click();
  await expect(dialog.getByText('Fixed', { exact: true })).toHaveCount(2);
  await expect(dialog.getByText('3 chosen, the file says 4')).toBeVisible();
  await expect(dialog.getByText('The file says $100.00, that is $25.00 more.')).toBeVisible();
  // Rows that are requested before the skip and arrive after it must not undo it on the screen.
  const rowsRead = /\/order\/csv\/[^/]+\/rows/;
  const skipped = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await page.route(
    rowsRead,
    async (route) => {
      const response = await route.fetch();
      await skipped.promise;
      // The request is aborted by then.
      await route.fulfill({ response }).catch(() => {});
      arrived.resolve();
    },
    { times: 1 },
  );
  await createOrder(dialog).click();

  await expect(heading(dialog, 'Teo Zhi Hao')).toBeFocused();
  await page.keyboard.press('s');
  await expect(heading(dialog, 'Muhammad Irfan Bin Hassan')).toBeVisible();
  skipped.resolve();
  await arrived.promise;
  await expect(counts(dialog)).toHaveText('1 processed1 skipped1 rejected20 need a person');

  await rowButton(dialog, 7).click();
  await expect(dialog.getByText('Row 7: no e-mail.')).toBeVisible();
  await expect(createOrder(dialog)).toBeDisabled();

  await dialog.getByRole('button', { name: 'Confirm all rows without problems' }).click();
  await expect(dialog.getByText('Done, 15 of 15 rows')).toBeVisible();
  await expect(counts(dialog)).toHaveText('16 processed1 skipped1 rejected20 need a person');

  // A row with a wrong total is left out of the bulk run: the user must confirm it alone, and its note records that.
  await rowButton(dialog, 18).click();
  await expect(dialog.getByText('Total 110.00 is not lessons x price (100.00).')).toBeVisible();
  await createOrder(dialog).click();
  await expect(counts(dialog)).toHaveText('17 processed1 skipped1 rejected19 need a person');

  await dialog.getByRole('button', { name: 'Go to summary' }).click();
  await expect(dialog.getByText('19 rows are still open')).toBeVisible();
  await expect(dialog.getByRole('tab')).toHaveText(['Processed 17', 'Skipped 1', 'Rejected 1']);
  const processed = dialog.getByRole('table', { name: /^Processed rows/ });
  await expect(processed.getByRole('row')).toHaveCount(18);
  await expect(processed.getByRole('row', { name: /Koh Jia Qi/ })).toContainText('$75.00');
  await expect(
    dialog.getByText('Uploading this file again will not order them twice.'),
  ).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('tab', { name: 'Rejected' }).click();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('llp-orders-march-rejected.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('Goh Kai Xiang');

  await dialog.getByRole('button', { name: 'Back to the open rows' }).click();
  await expect(heading(dialog, '陈美玲 (Tan Mei Ling)')).toBeVisible();
});

test('a discount code must exist and lowers the price; a file is never ordered twice', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Discounted') });
  const { code } = await aDiscountCode(app);
  const file = csvOf([aRow({ class: tuitionClass.name, name: 'Only Once' })]);
  await signInAs('Admin');
  const dialog = await openDialog(page);
  const field = dialog.getByRole('textbox', { name: 'Discount code' });

  await test.step('a file that cannot be imported shows the reason', async () => {
    const problem = dialog.getByRole('alert');
    await upload(dialog, Buffer.from([0xcd, 0xf5, 0xd7, 0xd3, 0xba, 0xad]));
    await expect(problem).toContainText(
      'This file is not UTF-8. In Excel choose "CSV UTF-8 (Comma delimited)" and save again.',
    );
    await dialog.getByLabel('CSV file').setInputFiles(await aFileOfMegabytes(11, 'orders.csv'));
    await expect(problem).toContainText('The file has 11.0 MB. At most 10 MB can be imported');
  });

  await test.step('a code is upper-cased and must exist', async () => {
    await upload(dialog, file);
    await field.fill('no-such-code');
    await expect(field).toHaveValue('NO-SUCH-CODE');
    await dialog.getByRole('button', { name: 'Proceed' }).click();
    await expect(field).toHaveAccessibleDescription(/There is no discount code with this name\./);
    await expect(field).toBeFocused();
  });

  await test.step('it lowers the price of the row and of the order', async () => {
    await field.fill(code.toLowerCase());
    await page.keyboard.press('Control+Enter');
    const effect = dialog.getByRole('region', { name: 'What it would do' });
    await expect(effect.getByText(`Brand LLP, discount code ${code}`)).toBeVisible();
    await expect(effect.getByText('$90.00')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /Sat 4 Apr/ }).uncheck();
    await expect(effect.getByText('$67.50')).toBeVisible();
    await createOrder(dialog).click();
    await expect(dialog.getByText('Ordered in total')).toBeVisible();
    await expect(dialog.getByRole('cell', { name: '$67.50' })).toBeVisible();
  });

  await test.step('the file uploaded again shows the order, and the row cannot be ordered', async () => {
    await dialog.getByRole('button', { name: 'Upload another file' }).click();
    await upload(dialog, file, 'renamed.csv');
    await field.fill(code);
    await dialog.getByRole('button', { name: 'Proceed' }).click();
    await expect(heading(dialog, 'Summary')).toBeVisible();
    const link = dialog
      .getByRole('row', { name: /Only Once/ })
      .getByRole('link', { name: 'Order' });
    await expect(link).toHaveAttribute('href', /^\/orders\?order=/);
    await expect(link).toHaveAttribute('target', '_blank');
    await dialog.getByRole('button', { name: 'Back to rows' }).click();
    await expect(dialog.getByText('Processed. This row has been ordered')).toBeVisible();
    await expect(createOrder(dialog)).toBeDisabled();
  });
});

test('rows can be selected, corrected, ordered and skipped with the keyboard alone', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Keyboard') });
  const row = (name: string, email?: string) =>
    aRow({ class: tuitionClass.name, name, ...(email && { email }) });
  const second = `${unique('second')}@example.com`;
  await signInAs('Admin');
  const dialog = await uploadRows(page, [
    row('First Student'),
    row('Second Student', `a@example.com; ${second}`),
    row('Third Student'),
  ]);

  await expect(heading(dialog, 'First Student')).toBeFocused();
  await rowButton(dialog, 1).focus();
  await withLateFrames(page, async () => {
    await page.keyboard.press('ArrowDown');
    await expect(rowButton(dialog, 2)).toBeFocused();
  });
  await expect(dialog.getByText('1 problem', { exact: true })).toHaveCount(2);
  await expect(createOrder(dialog)).toBeDisabled();
  // The button is gone once the problem is fixed.
  await dialog.getByRole('button', { name: `Keep ${second}` }).press('Enter');
  await expect(dialog.getByText('Fixed')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Problems' })).toBeFocused();

  // In a field, S is a letter.
  const email = dialog.getByRole('textbox', { name: 'E-mail' });
  await email.press('End');
  await email.press('s');
  await expect(email).toHaveValue(`${second}s`);
  await email.fill(second);
  await expect(createOrder(dialog)).toBeEnabled();
  await email.press('Control+Enter');
  await expect(heading(dialog, 'Third Student')).toBeFocused();
  await page.keyboard.press('s');
  await expect(heading(dialog, 'First Student')).toBeFocused();
  await page.keyboard.press('Control+Enter');

  await expect(heading(dialog, 'Summary')).toBeVisible();
  await expect(dialog.getByRole('tab')).toHaveText(['Processed 2', 'Skipped 1', 'Rejected 0']);
  await expect(dialog.getByRole('row', { name: /Second Student/ })).toContainText('E-mail changed');
});

test('a full lesson is ordered only after confirmation; until then the row shows the reason', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Full'), maxCap: 1 });
  const row = (name: string) => aRow({ class: tuitionClass.name, name, lessons: '1' });
  await signInAs('Admin');
  const dialog = await uploadRows(page, [row('Takes the place'), row('Comes too late')]);
  await createOrder(dialog).click();

  await expect(heading(dialog, 'Comes too late')).toBeVisible();
  await createOrder(dialog).click();
  const question = page.getByRole('dialog', { name: 'No seats left' });
  await expect(question).toContainText(
    /T1 L\d+ on \w{3} \d+ \w{3} 2026: This lesson is full \(1 of 1\)\. Add anyway\?/,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('full');
  await createOrder(dialog).click();
  await question.getByRole('button', { name: 'Add anyway' }).click();
  await expect(dialog.getByRole('tab', { name: 'Processed' })).toHaveText('Processed 2');
});

test('an import can be opened from the list, and a cancelled row ordered again', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Again') });
  await aLesson(app, tuitionClass.id, { inDays: 7, lessonIndex: 99 });
  const fileName = `${unique('again')}.csv`;
  const admin = await signInAs('Admin');
  const { data: read } = await admin.call(previewOrderImport, {
    body: aFile(
      [
        aRow({ class: tuitionClass.name, name: 'Chua Si Ying' }),
        aRow({ class: tuitionClass.name, name: 'Lee Yu Ning' }).slice(0, -1),
      ],
      { file_name: fileName },
    ),
  });
  const [first] = read.rows;
  const { data: order } = await admin.call(orderImportRow, {
    body: {
      import_id: read.progress._id,
      row: 1,
      class: tuitionClass.id,
      email: first?.email ?? '',
      lesson: read.classes[0]?.lessons.slice(-1).map(({ _id }) => _id) ?? [],
    },
  });
  await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Paid twice' } });

  await page.goto('/orders?dialog=imports');
  const list = page.getByRole('dialog', { name: 'Order imports' });
  const row = list.getByRole('row').filter({ hasText: fileName });
  await expect(list.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    'File',
    'Read by',
    'Read',
    'Ordered',
    'Cancelled since',
    'Waiting',
    'Rejected',
  ]);
  for (const [at, count] of ['0', '1', '1', '0'].entries())
    await expect(row.getByRole('cell').nth(3 + at)).toHaveText(count);
  // On a phone the row shows everything without horizontal scrolling.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const words of [fileName, 'Test Admin', '0 ordered · 1 cancelled since · 1 waiting'])
    await expect(row.getByText(words, { exact: true })).toBeVisible();
  await expect(row).not.toContainText('rejected');
  const sideways = () =>
    list
      .getByRole('region', { name: 'Imports' })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(sideways).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('link', { name: fileName }).click();
  const dialog = dialogOf(page);
  await expect(heading(dialog, 'Lee Yu Ning')).toBeVisible();
  await expect(dialog.getByText('This row has 14 cells where the header has 15')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Back to preview' })).toHaveCount(0);

  await rowButton(dialog, 1).click();
  await expect(dialog.getByText('The order of this row was cancelled.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /T1 L99/ }).check();
  await createOrder(dialog).click();
  await expect(counts(dialog)).toContainText('1 processed');
  await expect(counts(dialog)).not.toContainText('cancelled');
  const orders = await admin.call(listOrders, { query: { filter: { status: 'PROCESSED' } } });
  expect(orders.data.filter(({ created_by }) => created_by.email === first?.email)).toHaveLength(1);
});

test('a row whose response is lost shows no outdated figures, is found by a refetch and ordered once', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Lost'), maxCap: 1 });
  const { tuitionClass: other } = await aSpringClass(app, { name: unique('Sec 2 Science') });
  const email = `${unique('lost')}@example.com`;
  const admin = await signInAs('Admin');
  const dialog = await uploadRows(page, [
    aRow({ class: tuitionClass.name, name: 'Whose answer is lost', email, lessons: '2' }),
    aRow({ class: tuitionClass.name, name: 'Comes after', lessons: '1' }),
    aRow({ class: other.name, name: 'Comes last', lessons: '1' }),
  ]);
  const effect = dialog.getByRole('region', { name: 'What it would do' });
  await expect(effect.getByText('0 of 1 places taken')).toBeVisible();
  const price = dialog.getByText('$50.00', { exact: true });
  await expect(price).not.toHaveCount(0);
  const loseNextAnswer = () =>
    page.route(
      '**/api/admin/order/csv',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await loseNextAnswer();
  const rows = /\/order\/csv\/[^/]+\/rows/;
  await page.route(rows, (route) => route.abort());
  await createOrder(dialog).click();
  await expect(dialog.getByText(/a row that was ordered is never ordered twice/)).toBeVisible();
  await expect(dialog.getByText('We don’t know yet whether the order was created')).toBeVisible();
  await expect(rowButton(dialog, 1)).toContainText('Not known');
  await expect(effect).toHaveCount(0);
  await expect(price).toHaveCount(0);
  await expect(dialog.getByRole('checkbox', { name: /full|already has it/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Go to summary' }).click();
  await expect(dialog.getByText('Row 1: outcome not known yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the open rows' }).click();
  await page.unroute(rows);
  await createOrder(dialog).click();
  await expect(page.getByText('Row 1 is ordered.')).toBeVisible();
  await expect(heading(dialog, 'Comes after')).toBeVisible();
  await expect(effect.getByText('1 of 1 places taken')).toBeVisible();
  await expect(counts(dialog)).toContainText('1 processed');

  // The import continues by itself when a refetch shows the row.
  await rowButton(dialog, 3).click();
  await expect(heading(dialog, 'Comes last')).toBeVisible();
  await loseNextAnswer();
  await createOrder(dialog).click();
  await expect(page.getByText('Row 3 is ordered.')).toBeVisible();
  await expect(heading(dialog, 'Comes after')).toBeVisible();
  await expect(rowButton(dialog, 3)).toContainText('Processed');
  const { data } = await admin.call(listOrders, { query: { filter: { status: 'PROCESSED' } } });
  expect(data.filter((order) => order.created_by.email === email)).toHaveLength(1);
});

test('a correction survives a failed check and a close that is not confirmed', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 500/);
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Checked') });
  await signInAs('Admin');
  const dialog = await uploadRows(page, [aRow({ class: tuitionClass.name, name: 'Only row' })]);
  const assess = '**/api/admin/order/csv/*/row/*/assess';
  const answered = Promise.withResolvers<void>();
  await page.route(assess, async (route) => {
    await answered.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  const email = dialog.getByRole('textbox', { name: 'E-mail' });
  const typed = `${unique('typed')}@example.com`;
  await email.fill(typed);
  await expect(dialog.getByRole('status').filter({ hasText: 'Checking the row' })).toBeVisible();
  await expect(createOrder(dialog)).toBeDisabled();
  answered.resolve();
  await expect(dialog.getByRole('alert')).toContainText(
    'The row could not be checked. Your changes are kept.',
  );
  // The first Escape leaves the changed field.
  await page.keyboard.press('Escape');
  await expect(email).not.toBeFocused();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(email).toHaveValue(typed);
  await expect(createOrder(dialog)).toBeDisabled();

  await page.unroute(assess);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await createOrder(dialog).click();
  await expect(dialog.getByRole('row', { name: /Only row/ })).toContainText('E-mail changed');

  // Nothing would be lost now.
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('a bulk run over many rows can be stopped and resumed', async ({ page, app, signInAs }) => {
  test.setTimeout(120_000);
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Many'), maxCap: 2000 });
  // 250 rows fill more than one page of the summary.
  const many = walksAll ? 250 : 60;
  const rows = Array.from({ length: many }, (_, index) =>
    aRow({ class: tuitionClass.name, no: String(index + 1), lessons: '1' }),
  );
  await signInAs('Admin');
  const dialog = await uploadRows(page, rows);
  await dialog.getByRole('button', { name: 'Confirm all rows without problems' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(
    dialog.getByText(new RegExp(`^Stopped after [\\d,]+ of ${many} rows$`)),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(heading(dialog, 'Summary')).toBeVisible({ timeout: 90_000 });
  await expect(dialog.getByRole('tab', { name: 'Processed' })).toHaveText(`Processed ${many}`);
  if (walksAll) await expect(dialog.getByText('1–200 of 250 rows')).toBeVisible();
});

test('the rows are a select on a phone, and the buttons stay in view', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Phone') });
  await signInAs('Admin');
  await page.goto('/orders?search=nothing-found&dialog=csv');
  const dialog = dialogOf(page);
  await upload(
    dialog,
    csvOf([
      aRow({ class: tuitionClass.name, name: 'Row One' }),
      aRow({ class: tuitionClass.name, name: 'Row Two' }),
    ]),
  );
  await dialog.getByRole('checkbox', { name: 'Continue without discount code' }).check();
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await dialog.getByLabel('Row', { exact: true }).selectOption('2');
  await expect(heading(dialog, 'Row Two')).toBeVisible();
  await expectAccessible(page, { widths: [390] });
  await expectNoSidewaysScroll(page, [390]);
  await expect(createOrder(dialog)).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Skip' })).toBeInViewport();
  await createOrder(dialog).click();
  await expect(heading(dialog, 'Row One')).toBeVisible();
});

test('a row split by a comma can be joined, and needs the name of a new student', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aSpringClass(app, { name: unique('P6 Mathematics') });
  const at = importColumns.indexOf('remarks');
  const split = aRow({ class: tuitionClass.name, name: '' }).toSpliced(
    at,
    1,
    'Paid by mum',
    ' on Friday',
  );
  await signInAs('Admin');
  const dialog = await uploadRows(page, [split]);
  await expect(dialog.getByText('This row has 16 cells where the header has 15')).toBeVisible();

  await dialog.getByRole('button', { name: 'Correct cells' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Surplus cell 1' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save cells' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Actions for remarks' }).click();
  await page.getByRole('menuitem', { name: 'Join with the next cell' }).click();
  await expect(dialog.getByRole('textbox', { name: 'remarks' })).toHaveValue(
    'Paid by mum, on Friday',
  );
  await dialog.getByRole('button', { name: 'Save cells' }).click();

  await expect(dialog.getByText('This row has 16 cells')).toBeHidden();
  await expect(createOrder(dialog)).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Tan Jia En');
  await expect(dialog.getByText('Tan Jia En is created.')).toBeVisible();
  await createOrder(dialog).click();
  await expect(dialog.getByRole('tab', { name: /^Processed/ })).toBeVisible();
});

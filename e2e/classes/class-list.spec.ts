import { getClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { classForm, classList } from './class-screen.ts';

test('a row shows a class’s level, subject, type, dates, rate, seats and flags', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const tuitionClass = await aClass(app, {
    name: unique('[P6] Maths'),
    levels: ['primary-6', 'advanced'],
    startDate: new Date('2027-01-08T16:00:00Z'),
    endDate: new Date('2027-03-27T04:00:00Z'),
    dateOfWeek: 'Sat',
    startTime: '14:00',
    endTime: '16:00',
    rate: 25_000_000,
    currency: 'IDR',
    maxCap: 1200,
    isActive: false,
    isSoldOut: true,
    isListed: false,
    isTrial: true,
  });
  await signInAs('Admin');
  const list = classList(page);
  await list.open(tuitionClass.name);
  await expect(list.table.getByRole('columnheader')).toHaveText([
    'Class',
    'Type',
    'Dates',
    'Tutors',
    'Rate',
    'Seats',
    'Flags',
    'Updated',
    'Actions',
  ]);
  const row = list.row(tuitionClass.name);
  for (const [index, text] of [
    `${tuitionClass.name}Primary 6, Advanced · Mathematics`,
    'Regular Classes',
    '9 Jan – 27 Mar 2027Sat 14:00–16:00',
    '–',
    'Rp 250.000',
    '1,200',
    'InactiveSold outTrialUnlisted',
  ].entries())
    await expect(row.getByRole('cell').nth(index)).toHaveText(text);
  await row.getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Lessons', 'Edit Class', 'Activate']);
  await expect(page.getByRole('menuitem', { name: 'View Lessons' })).toHaveAttribute(
    'href',
    `/course/${tuitionClass.id}`,
  );
  await page.keyboard.press('Escape');
});

test('classes are filtered by name, subject, level, state, type and end; a reload keeps filters', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('Found');
  const maths = await aClass(app, { name: `[${mark}] Maths` });
  const english = await aClass(app, {
    name: `[${mark}] English`,
    subject: 'English',
    levels: ['primary-5'],
    isActive: false,
  });
  await signInAs('Admin');
  const list = classList(page);
  await list.open(`[${mark.toUpperCase()}]`);
  await expect(list.rows).toHaveCount(2);
  await list.choose('Subject', 'English');
  await expect(list.rows).toHaveCount(1);
  await expect(list.row(english.name)).toBeVisible();
  await list.choose('Subject', 'All');
  await list.choose('Level', 'Secondary 3');
  await expect(list.row(english.name)).toHaveCount(0);
  await expect(list.row(maths.name)).toBeVisible();
  await list.choose('State', 'Inactive');
  await expect(page.getByText('No class found matching that name')).toBeVisible();
  await list.choose('Level', 'All');
  await expect(list.row(english.name)).toBeVisible();
  await list.choose('Type', 'Workshop');
  await expect(page.getByText('No class found matching that name')).toBeVisible();
  await list.choose('Type', 'Regular Classes');
  await list.choose('End', 'Not ended');
  await expect(list.row(english.name)).toBeVisible();
  await page.reload();
  await expect(list.row(english.name)).toBeVisible();
  await expect(list.rows).toHaveCount(1);
  await expect(list.search).toHaveValue(`[${mark.toUpperCase()}]`);
  await page.goto('/course?subject=Biology&level=advanced');
  await expect(page.getByText('No classes found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/course');
});

test('Deactivate states its effect and asks for confirmation, Activate does not', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, name } = await aClass(app);
  const admin = await signInAs('Admin');
  const isActive = async () => (await admin.call(getClass, { params: { id } })).data.is_active;
  const list = classList(page);
  await list.open(name);
  await list.act(name, 'Deactivate');
  const question = page.getByRole('dialog', { name: 'Deactivate class' });
  await expect(question).toContainText(`Orders no longer offer ${name}`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await isActive()).toBe(true);

  await list.act(name, 'Deactivate');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(list.row(name).getByText('Inactive', { exact: true })).toBeVisible();
  expect(await isActive()).toBe(false);
  await list.act(name, 'Activate');
  await expect(list.row(name).getByText('Inactive', { exact: true })).toHaveCount(0);
  expect(await isActive()).toBe(true);
});

test('a failed Activate shows an error and leaves the class inactive', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/Failed to load resource|Request failed/);
  const { id, name } = await aClass(app, { isActive: false });
  await signInAs('Admin');
  const list = classList(page);
  await list.open(name);
  await expect(list.row(name)).toBeVisible();
  await page.route(`**/api/admin/class/${id}`, (route) => route.abort('connectionfailed'));
  await list.act(name, 'Activate');
  await expect(
    page.getByRole('alert').filter({ hasText: 'It is not known whether this was done.' }),
  ).toBeVisible();
  await expect(list.row(name).getByText('Inactive', { exact: true })).toBeVisible();
});

test('a sales admin sees classes with “View Lessons” as the only action', async ({
  page,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app);
  await signInAs('SalesAdmin');
  const list = classList(page);
  await page.goto(`/course?search=${encodeURIComponent(tuitionClass.name)}&dialog=create`);
  await list.row(tuitionClass.name).getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Lessons']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add New Class' })).toHaveCount(0);
  await expect(classForm(page, 'Add New Class').dialog).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

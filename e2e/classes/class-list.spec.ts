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

test('classes are filtered by name, subject, level, state, type and end', async ({
  page,
  app,
  signInAs,
}) => {
  const mark = unique('Found');
  const values = {
    name: `[${mark}] wanted`,
    subject: 'English' as const,
    levels: ['primary-5'],
    isActive: false,
    classType: 'Workshop' as const,
  };
  const english = await aClass(app, values);
  // Each of the others differs in one filter.
  for (const other of [
    { name: unique('Elsewhere') },
    { subject: 'Mathematics' },
    { levels: ['primary-6'] },
    { isActive: true },
    { classType: 'Regular Classes' },
    { startDate: new Date('2025-01-08T16:00:00Z'), endDate: new Date('2025-03-27T04:00:00Z') },
  ] satisfies Parameters<typeof aClass>[1][])
    await aClass(app, { ...values, name: `[${mark}] other`, ...other });
  await signInAs('Admin');
  const list = classList(page);
  await list.open(`[${mark.toUpperCase()}]`);
  await expect(list.rows).toHaveCount(6);
  await list.choose('End', 'Not ended');
  await expect(list.rows).toHaveCount(5);
  await list.choose('State', 'Inactive');
  await expect(list.rows).toHaveCount(4);
  const search = encodeURIComponent(`[${mark}]`);
  await page.goto(
    `/course?search=${search}&subject=English&level=primary-5&state=Inactive&type=Workshop&ended=${encodeURIComponent('Not ended')}`,
  );
  await expect(list.rows).toHaveCount(1);
  await expect(list.row(english.name)).toBeVisible();
  for (const words of ['Subject English', 'Level Primary 5', 'Type Workshop'])
    await expect(list.filters.getByRole('combobox', { name: words })).toBeVisible();

  await page.goto('/course?subject=Biology&level=advanced');
  await expect(page.getByText('No classes found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/course');
});

test('Deactivate asks for confirmation, Activate does not; a failed Activate shows an error', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/Failed to load resource|Request failed/);
  const { id, name } = await aClass(app);
  const admin = await signInAs('Admin');
  const isActive = async () => (await admin.call(getClass, { params: { id } })).data.is_active;
  const list = classList(page);
  const inactive = list.row(name).getByText('Inactive', { exact: true });
  await list.open(name);
  await list.act(name, 'Deactivate');
  const question = page.getByRole('dialog', { name: 'Deactivate class' });
  await expect(question).toContainText(`Orders no longer offer ${name}`);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(inactive).toBeVisible();
  expect(await isActive()).toBe(false);

  const calls = `**/api/admin/class/${id}`;
  await page.route(calls, (route) => route.abort('connectionfailed'));
  await list.act(name, 'Activate');
  await expect(
    page.getByRole('alert').filter({ hasText: 'It is not known whether this was done.' }),
  ).toBeVisible();
  await expect(inactive).toBeVisible();
  await page.unroute(calls);
  await list.act(name, 'Activate');
  await expect(inactive).toHaveCount(0);
  expect(await isActive()).toBe(true);
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

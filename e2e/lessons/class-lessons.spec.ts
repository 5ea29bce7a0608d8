import { updateClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { getLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { classStaff } from '@staffroom/server/src/domains/classes/classes.schema.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from '@staffroom/server/test/factories/class.factory.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { aTutor } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const classPage = (page: Page) => ({
  overview: page.getByRole('region', { name: 'Class overview' }),
  rows: page
    .getByRole('table', { name: 'Lessons of this class' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') }),
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
});

/** Chooses an act in the menu of a row. */
const chooseAct = async (page: Page, row: Locator, name: string) => {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('the page shows the class and its lessons, the first to take place first', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aTutor(app, { name: unique('Ong Jun Jie') });
  const tuitionClass = await aClass(app, {
    description: '<p>Bring a <strong>calculator</strong></p>',
    maxCap: 12,
    startDate: new Date('2027-03-14T00:00:00+08:00'),
  });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
  const at = (day: string) => ({ scheduledOn: new Date(`${day}T19:00:00+08:00`) });
  const second = await aLesson(app, tuitionClass.id, {
    ...at('2027-03-23'),
    name: 'Indices',
    term: 2,
    lessonIndex: 6,
    isActive: false,
    isReleased: false,
  });
  await aLesson(app, tuitionClass.id, {
    ...at('2027-03-16'),
    name: 'T2 L5 Surds',
    term: 2,
    lessonIndex: 5,
  });
  await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const { overview, rows } = classPage(page);
  await expect(page.getByRole('heading', { name: tuitionClass.name, level: 1 })).toBeVisible();
  for (const words of [
    'Tue',
    '19:00–21:00',
    'Bring a calculator',
    '14 Mar 2027, 00:00',
    tutor.name,
    '$30.00',
    '12',
  ])
    await expect(overview.getByText(words, { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(2);
  for (const words of ['T2 L5', 'Surds', 'Tue 16 Mar 2027', '19:00–21:00', '0 of 12'])
    await expect(rows.first().getByText(words, { exact: true })).toBeVisible();
  await expect(rows.first().getByText('Inactive')).toHaveCount(0);
  for (const words of ['T2 L6', 'Inactive', 'Not released'])
    await expect(rows.last().getByText(words, { exact: true })).toBeVisible();
  await expect(rows.last().getByRole('link', { name: 'Indices' })).toHaveAttribute(
    'href',
    `/course/${tuitionClass.id}/lesson/${second.id}`,
  );
  await page.getByRole('main').getByRole('link', { name: 'Online Class' }).click();
  await expect(page).toHaveURL('/course');
});

test('a class without schedule or lessons says so and offers to add a batch', async ({
  page,
  app,
  signInAs,
}) => {
  const empty = await aClass(app, { dateOfWeek: '', startTime: '', endTime: '' });
  const { tuitionClass: filled } = await aClassWithLessons(app, 1);
  await signInAs('Admin');
  await page.goto(`/course/${empty.id}`);
  const { button, rows } = classPage(page);
  await expect(page.getByText('This class has no schedule')).toBeVisible();
  await expect(page.getByText('This class currently has no lessons')).toBeVisible();
  await expect(button('Add batch lessons')).toBeVisible();
  await button('Add lesson').click();
  await expect(page).toHaveURL(`/course/${empty.id}?dialog=lesson`);
  await expect(page.getByRole('dialog', { name: 'New Lesson' })).toBeVisible();

  await page.goto(`/course/${filled.id}`);
  await expect(rows).toHaveCount(1);
  await expect(button('Add lesson')).toBeVisible();
  await expect(button('Add batch lessons')).toHaveCount(0);
});

test('lessons are released and un-released, activated and deactivated', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
  const admin = await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const row = classPage(page).rows.first();
  const press = (name: string) => row.getByRole('button', { name, exact: true }).click();
  const saved = async () =>
    (await admin.call(getLesson, { params: { id: lessons[0]?.id ?? '' } })).data;
  await press('Un-Release');
  await expect(row.getByText('Not released')).toBeVisible();
  expect(await saved()).toMatchObject({ is_active: true, is_released: false });
  await chooseAct(page, row, 'Deactivate');
  await expect(row.getByText('Inactive')).toBeVisible();
  expect(await saved()).toMatchObject({ is_active: false, is_released: false });
  await press('Release');
  await expect(row.getByText('Not released')).toHaveCount(0);
  await chooseAct(page, row, 'Activate');
  await expect(row.getByText('Inactive')).toHaveCount(0);
  expect(await saved()).toMatchObject({ is_active: true, is_released: true });
  await expect(classPage(page).rows.last().getByText('Inactive')).toHaveCount(0);
});

test('deactivating a lesson that has students asks first, and only that row waits', async ({
  page,
  app,
  signInAs,
}) => {
  const { detail } = await anOrder(app, { lessons: 2 });
  const classId = detail.class_obj._id;
  await anOrder(app, { lessons: 2, class: classId, type: 'PAYMENT_VIDEO' });
  await signInAs('Admin');
  await page.goto(`/course/${classId}`);
  const { rows } = classPage(page);
  const row = rows.first();
  const press = () => chooseAct(page, row, 'Deactivate');
  const question = page.getByRole('dialog', { name: 'Deactivate this lesson?' });
  await press();
  await expect(question).toContainText('2 students stand on');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(row.getByText('Inactive')).toHaveCount(0);

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/admin/lesson/*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await press();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row.getByRole('button', { name: 'Un-Release' })).toBeDisabled();
  await expect(rows.last().getByRole('button', { name: 'Un-Release' })).toBeEnabled();
  letGo();
  await expect(row.getByText('Inactive')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Un-Release' })).toBeEnabled();
});

test('a lost answer says so and the row shows what the server has', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/, /status of 403/);
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const row = classPage(page).rows.first();
  const calls = `**/api/admin/lesson/${lessons[0]?.id}`;
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await row.getByRole('button', { name: 'Un-Release' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'It is not known whether T1 L1 Lesson 1 was un-released. The server cannot be reached at the moment.',
  );
  await expect(row.getByText('Not released')).toBeVisible();
  await page.unroute(calls);

  const message = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
  await page.route(calls, (route) => route.fulfill({ status: 403, json: { message } }));
  await row.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'T1 L1 Lesson 1 was not released. Your role may not do this.',
  );
  await expect(row.getByText('Not released')).toBeVisible();
});

test('changes are shown to managers, and others only look', async ({ page, app, signInAs }) => {
  const { tuitionClass } = await aClassWithLessons(app, 1);
  const admin = await signInAs('Admin');
  await admin.call(updateClass, { params: { id: tuitionClass.id }, body: { max_cap: 25 } });
  await page.goto(`/course/${tuitionClass.id}`);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}?tab=changes`);
  const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(steps.first()).toContainText('Updated');
  await expect(steps.first()).toContainText('Seats: 20 → 25');

  await signInAs('CustService', { extraRoutes: ['/course'] });
  await page.goto(`/course/${tuitionClass.id}`);
  const { rows, button } = classPage(page);
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveCount(0);
  for (const name of ['Add lesson', 'Add batch lessons', /^Actions for/, 'Un-Release'])
    await expect(button(name)).toHaveCount(0);
});

test('a class opens at its next lesson, and its first page is a step away', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aClass(app);
  for (let index = 1; index <= 22; index += 1)
    await aLesson(app, id, { inDays: index - 21, lessonIndex: index });
  await signInAs('Admin');
  await page.goto(`/course/${id}`);
  const table = page.getByRole('table', { name: 'Lessons of this class' });
  await expect(table).toContainText('T1 L22');
  await expect(table).not.toContainText('T1 L20');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: '1', exact: true })
    .click();
  await expect(page).toHaveURL(/page=1/);
  await expect(table).toContainText('T1 L20');
});

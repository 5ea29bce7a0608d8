import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { getLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { placeMany } from './lesson-page.ts';

const classPage = (page: Page) => ({
  overview: page.getByRole('region', { name: 'Class overview' }),
  rows: page
    .getByRole('table', { name: 'Lessons of this class' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') }),
  next: page.getByRole('region', { name: 'Next lesson' }),
  past: page.getByRole('button', { name: /past lessons?/ }),
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
});

const chooseAct = async (page: Page, row: Locator, name: string | RegExp) => {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('the class page shows its details, the next lesson first, and a long description after “Read all”', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aTutor(app, { name: unique('Ong Jun Jie') });
  const tuitionClass = await aClass(app, {
    description: `<p>${'Heuristics for the PSLE, step by step. '.repeat(4)}</p><ul><li>Bring a ruler</li></ul>`,
    maxCap: 12,
    startDate: new Date('2027-03-14T00:00:00+08:00'),
    endDate: new Date('2027-06-30T00:00:00+08:00'),
  });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
  const at = (day: string) => ({ scheduledAt: new Date(`${day}T19:00:00+08:00`) });
  const third = await aLesson(app, tuitionClass.id, {
    ...at('2027-03-30'),
    name: 'Indices',
    term: 2,
    lessonIndex: 7,
    isActive: false,
    isReleased: false,
  });
  await aLesson(app, tuitionClass.id, { ...at('2027-05-20'), name: 'Water', lessonIndex: 9 });
  const first = await aLesson(app, tuitionClass.id, {
    ...at('2027-03-16'),
    name: 'T2 L5 Surds',
    term: 2,
    lessonIndex: 5,
  });
  await placeMany(app, first, 10);
  await placeMany(app, first, 2, 'TRIAL');
  await placeMany(app, first, 3, 'PAYMENT_VIDEO');
  await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const { overview, rows, next } = classPage(page);
  await expect(page.getByRole('heading', { name: tuitionClass.name, level: 1 })).toBeVisible();
  for (const words of [
    'Tue 19:00–21:00',
    '14 Mar – 30 Jun 2027, Asia/Singapore',
    tutor.name,
    '$30.00',
    '12 seats',
    '10 active',
    '10 ever',
  ])
    await expect(overview.getByText(words, { exact: true })).toBeVisible();
  for (const words of [
    /^in \d+ days$/,
    'Surds',
    'T2 L5',
    'Tue 16 Mar, 19:00–21:00',
    '12 of 12',
    'Full',
    '10 paying, 2 trial, 3 video',
    'Staffroom Classroom, webinar',
  ])
    await expect(next.getByText(words)).toBeVisible();
  await expect(page.getByText('3 coming, 0 past')).toBeVisible();
  await expect(rows).toHaveCount(2);
  for (const words of ['T2 L7', 'Tue 30 Mar 19:00–21:00', '0 of 12', 'Inactive', 'Not released'])
    await expect(rows.first().getByText(words, { exact: true })).toBeVisible();
  await expect(rows.last().getByText('Vesak Day')).toBeVisible();
  await expect(rows.first().getByRole('link', { name: 'Indices' })).toHaveAttribute(
    'href',
    `/course/${tuitionClass.id}/lesson/${third.id}`,
  );

  const whole = overview.getByRole('region', { name: 'Description' });
  await expect(overview.getByRole('term').last()).toHaveText('Description');
  await expect(overview.getByRole('definition').filter({ hasText: 'Heuristics' })).toBeVisible();
  await expect(whole).toBeHidden();
  await overview.getByRole('button', { name: 'Read all' }).click();
  await expect(whole.getByRole('listitem')).toHaveText('Bring a ruler');
  await overview.getByRole('button', { name: 'Read less' }).click();
  await expect(whole).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Online Class' }).click();
  await expect(page).toHaveURL('/course');
});

test('past lessons are collapsed into a summary row that P expands, and are in the download', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, name } = await aClass(app);
  const held = [];
  for (let index = 1; index <= 3; index += 1)
    held.push(
      await aLesson(app, id, {
        name: `Held ${index}`,
        inDays: index - 21,
        lessonIndex: index,
        isReleased: index !== 2,
      }),
    );
  const tutor = await aTutor(app);
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: held[0]!.id, userId: tutor.id, kind: 'tutor' });
  await aLesson(app, id, { name: 'Ahead', inDays: 1, lessonIndex: 4 });
  await signInAs('Admin');
  await page.goto(`/course/${id}`);
  const { rows, past, next } = classPage(page);
  await expect(next).toContainText('tomorrow');
  await expect(past).toHaveAttribute('aria-expanded', 'false');
  await expect(past).toContainText('3 past lessons');
  await expect(past).toContainText('T1 L1 – T1 L3');
  await expect(past).toContainText('1 not released');
  await expect(past).toContainText('2 without a tutor');
  await expect(page.getByText('No further lessons')).toBeVisible();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/past=true/);
  await expect(past).toHaveAttribute('aria-expanded', 'true');
  await expect(rows.getByRole('link')).toHaveText(['Held 1', 'Held 2', 'Held 3']);
  await past.click();
  await expect(rows.getByRole('link')).toHaveCount(0);

  await aLesson(app, id, { name: 'Last', inDays: 14, lessonIndex: 5 });
  await page.goto(`/course/${id}`);
  await expect(rows.getByRole('link')).toHaveText(['Last']);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^lessons.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines[0]).toContain('class_name,name,term,index');
  expect(lines).toHaveLength(6);
  expect(lines[1]).toContain(`${name},Held 1,1,1,`);

  const ended = await aClass(app, { dateOfWeek: '', startTime: '', endTime: '' });
  await aLesson(app, ended.id, { name: 'Long ago', inDays: -30 });
  await page.goto(`/course/${ended.id}`);
  await expect(rows.getByRole('link')).toHaveText(['Long ago']);
  await expect(page.getByText('This class has no schedule')).toBeVisible();
});

test('from the class page a lesson is edited, given students, opened and moved, by menu and by key', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
  const student = await aStudent(app, { name: unique('Chua Si Ying') });
  await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const { rows, next } = classPage(page);
  const row = rows.first();
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });

  await row.getByRole('button', { name: /^Actions for/ }).click();
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  for (const [name, key] of [
    ['Open', '↵'],
    ['Edit Lesson', 'E'],
    ['Move', 'M'],
  ] as const)
    await expect(entry(name)).toContainText(key);
  await page.keyboard.press('e');
  await expect(page).toHaveURL(new RegExp(`dialog=lesson&lesson=${lessons[1]!.id}`));
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ratio');
  await form.getByRole('button', { name: 'Save Lesson' }).click();
  await expect(form).toBeHidden();
  await expect(row.getByRole('link', { name: 'Ratio' })).toBeVisible();

  await next.getByRole('button', { name: 'Add Students' }).click();
  const add = page.getByRole('dialog', { name: 'Add Students' });
  await add.getByRole('textbox', { name: 'E-mails' }).fill(student.email);
  await add.getByRole('button', { name: 'Find Student Accounts' }).click();
  await add.getByText('This and coming lessons').click();
  await add.getByRole('button', { name: 'Add Students' }).click();
  await expect(page.getByText('1 student added to 3 lessons')).toBeVisible();
  await expect(row.getByText('1 of 20', { exact: true })).toBeVisible();
  await expect(next).toContainText('1 of 20');
  await expect(page.getByText('1 active')).toBeVisible();
  await chooseAct(page, row, 'Open');
  await expect(page.getByRole('heading', { name: 'Ratio', level: 1 })).toBeVisible();
  await page.goBack();

  // Without a focused row the key is a shortcut of the page.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('e');
  const editClass = page.getByRole('dialog', { name: 'Edit Class' });
  await expect(editClass).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editClass).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('m');
  await expect(page).toHaveURL(new RegExp(`/lessons\\?view=week&class=${tuitionClass.id}`));
  await expect(page.getByRole('link', { name: 'Lesson 3' })).toBeFocused();
});

test('on a phone the actions of a class are in one menu, and a single lesson can be added', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aClassWithLessons(app, 2);
  await signInAs('Admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/course/${tuitionClass.id}`);
  const { button, next, rows } = classPage(page);
  await expect(page.getByText('0 active students')).toBeVisible();
  await expect(button('Edit Class')).toHaveCount(0);
  await button(`Actions for ${tuitionClass.name}`).click();
  await page.getByRole('menuitem', { name: 'Edit Class' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Class' });
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeHidden();
  await button('Add single lesson').click();
  const form = page.getByRole('dialog', { name: 'New Lesson' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  // On a phone a lesson is moved in its form.
  await rows
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Edit Lesson' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await next.getByRole('link', { name: 'Make Announcement' }).click();
  await expect(page.getByRole('dialog', { name: 'Make Announcement' })).toBeVisible();
});

test('a lesson is released, un-released, activated and deactivated; a lost response or a refusal is reported', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/, /status of 403/);
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
  const admin = await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const row = classPage(page).rows.first();
  const choose = (name: string) => chooseAct(page, row, name);
  const saved = async () =>
    (await admin.call(getLesson, { params: { id: lessons[1]?.id ?? '' } })).data;
  const calls = `**/api/admin/lesson/${lessons[1]?.id}`;
  await expect(row.getByText('Released', { exact: true })).toBeVisible();
  await choose('Deactivate');
  await expect(row.getByText('Inactive')).toBeVisible();
  expect(await saved()).toMatchObject({ is_active: false, is_released: true });
  await choose('Activate');
  await expect(row.getByText('Inactive')).toHaveCount(0);
  expect(await saved()).toMatchObject({ is_active: true, is_released: true });

  await page.route(calls, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await choose('Un-Release');
  await expect(page.getByRole('alert')).toHaveText(
    'It is not known whether T1 L2 Lesson 2 was un-released. The server cannot be reached at the moment.',
  );
  // The row shows the saved state.
  await expect(row.getByText('Not released')).toBeVisible();
  await page.unroute(calls);

  const message = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
  await page.route(calls, (route) => route.fulfill({ status: 403, json: { message } }));
  await choose('Release');
  await expect(page.getByRole('alert')).toHaveText(
    'T1 L2 Lesson 2 was not released. Your role may not do this.',
  );
  await expect(row.getByText('Not released')).toBeVisible();
  await page.unroute(calls);
  await choose('Release');
  await expect(row.getByText('Not released')).toHaveCount(0);
  expect(await saved()).toMatchObject({ is_active: true, is_released: true });
  await expect(classPage(page).rows.last().getByText('Released', { exact: true })).toBeVisible();
});

test('deactivating a lesson with students asks first and blocks only its own row', async ({
  page,
  app,
  signInAs,
}) => {
  const { detail } = await anOrder(app, { lessons: 3 });
  const classId = detail.class_obj._id;
  await anOrder(app, { lessons: 3, class: classId, type: 'PAYMENT_VIDEO' });
  await signInAs('Admin');
  await page.goto(`/course/${classId}`);
  const { rows } = classPage(page);
  const row = rows.first();
  const question = page.getByRole('dialog', { name: 'Deactivate this lesson?' });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/admin/lesson/*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await chooseAct(page, row, 'Deactivate');
  await expect(question).toContainText('2 students are on');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  const menuOf = (of: Locator) => of.getByRole('button', { name: /^Actions for/ });
  await expect(menuOf(row)).toBeDisabled();
  await expect(menuOf(rows.last())).toBeEnabled();
  letGo();
  await expect(row.getByText('Inactive')).toBeVisible();
  await expect(menuOf(row)).toBeEnabled();
});

test('an Admin sees the changes; customer service sees the class read-only', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aClassWithLessons(app, 1);
  const admin = await signInAs('Admin');
  await admin.call(updateClass, {
    params: { id: tuitionClass.id },
    body: { max_cap: 25, level: ['secondary-3', 'secondary-4'] },
  });
  await page.goto(`/course/${tuitionClass.id}`);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}?tab=changes`);
  const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(steps.first()).toContainText('Updated');
  await expect(steps.first()).toContainText('Seats: 20 → 25');
  await expect(steps.first()).toContainText('Levels: Secondary 3 → Secondary 3, Secondary 4');

  await signInAs('CustService', { extraRoutes: ['/course'] });
  await page.goto(`/course/${tuitionClass.id}`);
  const { next, button } = classPage(page);
  await expect(next).toContainText('Lesson 1');
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveCount(0);
  for (const name of ['Add single lesson', 'Add batch lessons', /^Actions for/, 'Add Students'])
    await expect(button(name)).toHaveCount(0);
});

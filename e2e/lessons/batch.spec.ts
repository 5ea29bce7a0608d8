import type { Api } from 'staffroom-server/test/stage.ts';
import { getLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Page, Route } from '@playwright/test';
import type { Running } from '../support/running-server.ts';
import { expectTouchable } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

/** A class that starts in the future: its first Saturday is 17 Apr 2027, and 1 May 2027 is Labour Day. */
const aClassToFill = async (app: Running) => {
  const tutor = await aTutor(app, { name: unique('Ong Jun Jie') });
  const tuitionClass = await aClass(app, {
    name: unique('P6 Mathematics'),
    startDate: new Date('2027-04-15T00:00:00+08:00'),
    endDate: new Date('2028-12-31T00:00:00+08:00'),
    dateOfWeek: 'Sat',
    startTime: '14:00',
    endTime: '15:30',
  });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
  return { tutor, tuitionClass };
};

const batchDialog = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Add batch lessons' });
  const rows = dialog.getByRole('group', { name: /^Lesson \d+$/ });
  return {
    dialog,
    rows,
    row: (position: number) =>
      dialog.getByRole('group', { name: `Lesson ${position}`, exact: true }),
    dates: () =>
      rows
        .getByRole('textbox', { name: 'Date' })
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).first().click(),
    save: dialog.getByRole('button', { name: /^Save \d+ lessons?$/ }),
    /** Chooses how lessons that clash are handled. */
    choose: (name: string) =>
      dialog.getByRole('radiogroup', { name: 'Lessons that clash' }).getByText(name).click(),
  };
};

const open = async (page: Page, classId: string) => {
  await page.goto(`/course/${classId}`);
  await page.getByRole('button', { name: 'Add batch lessons' }).click();
  await expect(page).toHaveURL(`/course/${classId}?dialog=batch`);
  await expect(batchDialog(page).dialog).toBeVisible();
};

const lessonsOf = async (admin: Api, classId: string) =>
  (await admin.call(listLessons, { query: { filter: { class: classId }, max: 100 } })).data;

/** Expects the question about unusual lessons to give this reason, and confirms it. */
const saveAnyway = async (page: Page, reason: string) => {
  const question = page.getByRole('dialog', { name: 'Unusual lessons' });
  await expect(question).toContainText(reason);
  await question.getByRole('button', { name: 'Save anyway' }).click();
};

const creations = '**/api/admin/lesson';

test('a batch proposes five weekly lessons, which can be edited and added', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, tutor } = await aClassToFill(app);
  const admin = await signInAs('Admin');
  await open(page, tuitionClass.id);
  const { dialog, row, rows, dates, press, save } = batchDialog(page);
  await expect(rows).toHaveCount(5);
  expect(await dates()).toEqual([
    '17 Apr 2027',
    '24 Apr 2027',
    '1 May 2027',
    '8 May 2027',
    '15 May 2027',
  ]);
  await expect(row(1)).toContainText(tutor.name);
  await press('Add a row');
  await expect(row(6).getByLabel('Date')).toHaveValue('22 May 2027');
  await row(2).getByRole('button', { name: 'Remove' }).click();
  await expect(rows).toHaveCount(5);
  await expect(row(2).getByLabel('Date')).toHaveValue('1 May 2027');

  await expect(row(2).getByText('Falls on Labour Day (public holiday).')).toBeVisible();
  await row(2).getByRole('button', { name: 'Skip holidays' }).click();
  expect((await dates()).slice(1)).toEqual([
    '8 May 2027',
    '15 May 2027',
    '22 May 2027',
    '29 May 2027',
  ]);
  await press('Undo skip');
  await expect(row(2).getByLabel('Date')).toHaveValue('1 May 2027');
  await row(2).getByRole('button', { name: 'Skip holidays' }).click();

  await row(1).getByLabel('Lesson order').fill('1.5');
  await expect(row(1).getByLabel('Lesson order')).toHaveValue('1.5');
  await expect(row(1).getByText('Please enter a whole number')).toBeVisible();
  await expect(save).toBeDisabled();
  await row(1).getByLabel('Lesson order').fill('1');
  await row(1).getByLabel('Name').fill('Whole Numbers');
  await row(1).getByLabel('Start').fill('23:00');
  await row(1).getByLabel('End').fill('0:30');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').getByText('5 lessons added')).toBeVisible();
  const made = await lessonsOf(admin, tuitionClass.id);
  expect(made.map(({ name, scheduled_on: at }) => [name, at])).toEqual([
    ['Whole Numbers', '2027-04-17T15:00:00.000Z'],
    [`${tuitionClass.name} L2`, '2027-05-08T06:00:00.000Z'],
    [`${tuitionClass.name} L3`, '2027-05-15T06:00:00.000Z'],
    [`${tuitionClass.name} L4`, '2027-05-22T06:00:00.000Z'],
    [`${tuitionClass.name} L5`, '2027-05-29T06:00:00.000Z'],
  ]);
  expect(made.map(({ meta }) => meta.index)).toEqual([1, 2, 3, 4, 5]);
  expect(made[0]?.ended_on).toBe('2027-04-17T16:30:00.000Z');
  const first = await admin.call(getLesson, { params: { id: made[0]?._id ?? '' } });
  expect(first.data.tutor).toMatchObject([{ _id: tutor.id }]);
  await expect(page.getByRole('table', { name: 'Lessons of this class' })).toContainText('T1 L5');
  await expect(page.getByRole('button', { name: 'Add batch lessons' })).toHaveCount(0);
});

/** Creates a lesson of another class that the tutor teaches at the time of the second lesson. */
const aClash = async (app: Running, tutor: { id: string }) => {
  const other = await aClass(app, { name: unique('Sec 1 Maths') });
  const taught = await aLesson(app, other.id, {
    name: 'Surds',
    scheduledAt: new Date('2027-04-24T15:00:00+08:00'),
  });
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: taught.id, userId: tutor.id, kind: 'tutor' });
  return other;
};

test('lessons that clash are changed first, saved anyway or left out of the batch', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, tutor } = await aClassToFill(app);
  const other = await aClash(app, tutor);
  const admin = await signInAs('Admin');
  await open(page, tuitionClass.id);
  const { dialog, row, rows, save, choose } = batchDialog(page);
  await expect(row(2)).toContainText(`Tutor ${tutor.name}: Surds (${other.name})`);
  await expect(
    dialog.getByText('1 lesson clashes with another lesson of its tutor.', { exact: true }),
  ).toBeVisible();
  await expectTouchable(page);
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('Choose another time');
  expect(await lessonsOf(admin, tuitionClass.id)).toHaveLength(0);

  await choose('Save anyway');
  await row(2).getByLabel('Start').fill('14:30');
  await row(2).getByLabel('Start').press('Tab');
  await expect(dialog.getByRole('radio', { name: 'Change them first' })).toBeChecked();
  await choose('Leave them out');
  await expect(rows).toHaveCount(4);
  await expect(row(2).getByLabel('Date')).toHaveValue('1 May 2027');
  await expect(row(2).getByLabel('Lesson order')).toHaveValue('2');
  await save.click();
  await saveAnyway(page, 'Lesson 2: On Labour Day.');
  await expect(dialog).toBeHidden();
  const made = await lessonsOf(admin, tuitionClass.id);
  expect(made.map(({ scheduled_on: at }) => at.slice(0, 10))).toEqual([
    '2027-04-17',
    '2027-05-01',
    '2027-05-08',
    '2027-05-15',
  ]);
  expect(made.map(({ meta }) => meta.index)).toEqual([1, 2, 3, 4]);
});

test('the number of lessons, the first date and the interval set all dates, and Ctrl+D copies the cell above', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aClassToFill(app);
  await signInAs('Admin');
  await open(page, tuitionClass.id);
  const { dialog, row, dates } = batchDialog(page);
  await dialog.getByLabel('Number of lessons').fill('3');
  await dialog.getByLabel('Number of lessons').press('Enter');
  await dialog.getByRole('textbox', { name: 'First lesson' }).fill('7 Jun 2027');
  await dialog.getByRole('textbox', { name: 'First lesson' }).press('Enter');
  const between = dialog.getByLabel('Days between');
  await between.fill('0');
  await expect(dialog.getByText('1 to 60')).toBeVisible();
  await between.fill('1');
  await between.press('Enter');
  expect(await dates()).toEqual(['7 Jun 2027', '8 Jun 2027', '9 Jun 2027']);
  await row(1).getByLabel('Start').fill('16:00');
  await row(2).getByLabel('Start').press('Control+d');
  await expect(row(2).getByLabel('Start')).toHaveValue('16:00');
  await row(2).getByLabel('Date').press('Control+d');
  await expect(row(2).getByLabel('Date')).toHaveValue('7 Jun 2027');
  // The first row has none above it.
  await row(1).getByLabel('Lesson term').press('Control+d');
  await expect(row(1).getByLabel('Lesson term')).toHaveValue('1');
  await expect(row(3).getByLabel('Start')).toHaveValue('14:00');
});

test('a batch of five resumes after a lost response and creates exactly five lessons', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  // Without a tutor only the idempotency key prevents a duplicate lesson after a lost response.
  const tuitionClass = await aClass(app, {
    name: unique('P6 Science'),
    startDate: new Date('2027-04-15T00:00:00+08:00'),
    endDate: new Date('2028-12-31T00:00:00+08:00'),
  });
  const admin = await signInAs('Admin');
  await open(page, tuitionClass.id);
  const { dialog, rows, row, save } = batchDialog(page);
  let sent = 0;
  const cutAfterTwo = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    if (sent < 3) return route.continue();
    // The server saves the lesson, and its response is lost.
    await route.fetch();
    return route.abort();
  };
  await page.route(creations, cutAfterTwo);
  await save.click();
  await expect(row(3).getByRole('alert')).toHaveText('The server cannot be reached at the moment.');
  await expect(rows).toHaveCount(3);
  await expect(row(3).getByLabel('Name')).toBeDisabled();
  expect(await lessonsOf(admin, tuitionClass.id)).toHaveLength(3);
  await page.unroute(creations);

  // The user reloads, as if the page were stuck.
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(row(3)).toContainText('It is not known whether this lesson was added.');
  await save.click();
  await expect(dialog).toBeHidden();
  const made = await lessonsOf(admin, tuitionClass.id);
  expect(made.map(({ meta }) => meta.index)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(made.map(({ scheduled_on: at }) => at)).size).toBe(5);
});

test('a half-saved batch stays open, or is closed and resumed, and its remaining lessons can be dropped', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const { tuitionClass } = await aClassToFill(app);
  const admin = await signInAs('Admin');
  await open(page, tuitionClass.id);
  const { dialog, rows, row, press, save } = batchDialog(page);
  let sent = 0;
  const message = { errors: [{ code: 'invalid_value', message: 'This class does not exist.' }] };
  await page.route(creations, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    return sent <= 2 ? route.continue() : route.fulfill({ status: 422, json: { message } });
  });
  await save.click();
  await saveAnyway(page, 'Lesson 3: On Labour Day.');
  await expect(row(3).getByRole('alert')).toHaveText('This class does not exist.');
  await expect(dialog.getByText('2 lessons added, 3 left.')).toBeVisible();
  await expect(row(3).getByLabel('Name')).toBeEnabled();
  await page.unroute(creations);

  const question = page.getByRole('dialog', { name: 'Close half-way?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Lessons of this class' })).toContainText('T1 L2');

  await expect(page.getByText('3 of 5 lessons of a batch are not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume batch' }).click();
  await expect(rows).toHaveCount(3);
  await press('Drop the others');
  const drop = page.getByRole('dialog', { name: 'Drop the others?' });
  await expect(drop).toContainText('3 lessons will not be added.');
  await drop.getByRole('button', { name: 'Drop' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Resume batch' })).toHaveCount(0);
  expect(await lessonsOf(admin, tuitionClass.id)).toHaveLength(2);
});

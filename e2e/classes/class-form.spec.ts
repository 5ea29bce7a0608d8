import type { Page } from '@playwright/test';
import { getClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { getLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aConfirmedRun } from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { aTutor, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import type { Stage } from 'staffroom-server/test/stage.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { classForm, classList } from './class-screen.ts';

const saved = (page: Page) =>
  page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().includes('/admin/class'),
  );

/** A class with a tutor, which the form requires. */
const aTaughtClass = async (app: Stage, values: Parameters<typeof aClass>[1] = {}) => {
  const tuitionClass = await aClass(app, values);
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor', position: 0 });
  return { ...tuitionClass, tutor };
};

test('C opens the class form, whose levels follow each other and whose tutors are found by name', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  const disabled = await aTutor(app, { name: unique('Disabled'), enabled: false });
  const ta = await aUser(app, { type: 'TA', name: unique('Lim TA') });
  await signInAs('Admin');
  const form = classForm(page, 'Add New Class');
  const tutors = /\/api\/admin\/user\?.*Tutor/;
  await page.route(tutors, (route) => route.fulfill({ json: { data: [], count: 0 } }));
  await page.goto('/course');
  await expect(page.getByRole('button', { name: 'Add New Class' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/course?dialog=create');
  await expect(form.choice('Type')).toHaveValue('Workshop');
  await expect(form.box('Seats')).toHaveValue('20');
  await expect(form.dialog.getByRole('checkbox', { name: /^Listed/ })).toBeChecked();
  await form.dialog.getByRole('button', { name: 'Add level' }).click();
  await form.choose('Year', '6');
  // A year that the new level does not have becomes its last year.
  await form.choose('Level', 'Secondary');
  await expect(form.choice('Year')).toHaveValue('4');
  await form.dialog.getByRole('button', { name: 'Add level' }).click();
  await expect(form.levels).toHaveCount(2);
  await expect(form.levels.nth(1).getByRole('combobox', { name: 'Year' })).toHaveValue('4');
  await form.levels.nth(1).getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Advanced', exact: true }).click();
  await expect(form.levels.nth(1).getByRole('combobox', { name: 'Year' })).toHaveCount(0);

  await form.box('Seats').fill('101');
  await expect(form.box('Seats')).toHaveAccessibleDescription(
    'Above 100 students Zoom webinars are advised.',
  );
  await form.choice('Add a tutor').click();
  await expect(page.getByText('No tutors found')).toBeVisible();
  await page.unroute(tutors);
  await form.choice('Add a tutor').fill(disabled.name);
  await expect(page.getByText('There were no tutors found matching your search')).toBeVisible();
  await form.choice('Add a TA').fill(tutor.name);
  await expect(page.getByText('No ta found')).toBeVisible();
  await expect(form.dialog.getByText(/Still needed: .*tutors/)).toBeVisible();
  await expect(form.save).toBeDisabled();
  await form.find('Add a tutor', tutor.email, tutor.name);
  await form.find('Add a TA', ta.name, ta.name);
  await expect(form.person(tutor.name)).toBeVisible();
  await expect(form.person(ta.name)).toBeVisible();
  await expect(form.dialog.getByText(/Still needed: .*tutors/)).toHaveCount(0);
});

test('an edit sends only the changed fields; tutors are changed and removed by keyboard', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const tuitionClass = await aTaughtClass(app);
  const other = await aTutor(app, { name: unique('Farah Aziz') });
  await signInAs('Admin');
  const form = classForm(page, 'Edit Class');
  await classList(page).open(tuitionClass.name);
  await classList(page).act(tuitionClass.name, 'Edit Class');
  await expect(page).toHaveURL(new RegExp(`class=${tuitionClass.id}`));
  await expect(form.box('Name')).toHaveValue(tuitionClass.name);
  await form.dialog.getByRole('checkbox', { name: /^Sold out/ }).check();
  await test.step('a refusal is shown at its field, and what was typed is kept', async () => {
    const errors = [{ code: 'invalid_value', field: 'tutor', message: 'This is not a tutor.' }];
    await page.route(
      `**/api/admin/class/${tuitionClass.id}`,
      (route) => route.fulfill({ status: 422, json: { message: { errors } } }),
      { times: 1 },
    );
    await form.save.click();
    await expect(form.people('Tutors')).toHaveAccessibleDescription('This is not a tutor.');
  });

  await form.person(tuitionClass.tutor.name).getByRole('button', { name: 'Change' }).press('Enter');
  const instead = form.choice(`Instead of ${tuitionClass.tutor.name}`);
  await expect(instead).toBeFocused();
  await instead.fill(other.name);
  await expect(page.getByRole('option', { name: new RegExp(`^${other.name}`) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.person(other.name)).toBeVisible();
  await expect(form.choice('Add a tutor')).toBeFocused();
  await form.person(other.name).getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(form.dialog.getByText('Still needed: tutors.')).toBeVisible();
  await expect(form.choice('Add a tutor')).toBeFocused();
  await form.find('Add a tutor', other.name, other.name);
  await form.box('Lessons to').fill('9:30 pm');
  const [request] = await Promise.all([saved(page), page.keyboard.press('Control+Enter')]);
  expect(request.postDataJSON()).toEqual({
    version: 1,
    tutor: [other.id],
    schedule: { date_of_week: 'Tue', start_time: '19:00', end_time: '21:30' },
    is_sold_out: true,
    coming_lessons: 'ask',
  });
  await expect(page.getByText(`${tuitionClass.name} saved`)).toBeVisible();
  await expect(classList(page).row(tuitionClass.name)).toContainText('Sold out');
});

test('changing tutors asks whether to change coming lessons; the default is only the class', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const tuitionClass = await aTaughtClass(app);
  const [old, wanted] = [tuitionClass.tutor, await aTutor(app, { name: unique('Farah Aziz') })];
  const [first, second, covered] = [
    await aLesson(app, tuitionClass.id, { inDays: 7 }),
    await aLesson(app, tuitionClass.id, { inDays: 14 }),
    await aLesson(app, tuitionClass.id, { inDays: 21 }),
  ];
  await app.database.db
    .insert(lessonStaff)
    .values(
      [first, second].map(({ id }) => ({ lessonId: id, userId: old.id, kind: 'tutor' as const })),
    );
  const elsewhere = await aLesson(app, (await aClass(app)).id, {
    name: 'Water',
    scheduledAt: second.scheduledAt,
  });
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: elsewhere.id, userId: wanted.id, kind: 'tutor' });
  const admin = await signInAs('Admin');
  const tutorsNow = async () => {
    const all = [first, second, covered].map(({ id }) => admin.call(getLesson, { params: { id } }));
    return (await Promise.all(all)).map(({ data }) => data.tutor.map(({ _id }) => _id));
  };
  const form = classForm(page, 'Edit Class');
  const question = page.getByRole('dialog', { name: 'Change the coming lessons too?' });
  const answer = (name: string) => question.getByRole('button', { name, exact: true });
  const takeTutor = async (from: string, to: string) => {
    await form.openFor(tuitionClass.id);
    await form.person(from).getByRole('button', { name: 'Change' }).click();
    await form.find(`Instead of ${from}`, to, to);
    await form.save.click();
  };

  await takeTutor(old.name, wanted.name);
  await expect(question).toContainText(
    '2 coming lessons have the old tutors. Change them too? 1 coming lesson differs and is left as it is.',
  );
  await expect(answer('Only the class')).toBeFocused();
  await answer('Change them too').click();
  const booked = page.getByRole('dialog', { name: 'Tutor booked twice' });
  await expect(booked).toContainText(`Tutor ${wanted.name}: Water`);
  await booked.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText(`${tuitionClass.name} saved`)).toBeVisible();
  expect(await tutorsNow()).toEqual([[wanted.id], [wanted.id], []]);

  await takeTutor(wanted.name, old.name);
  await expect(answer('Only the class')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.dialog).toBeHidden();
  expect(await tutorsNow()).toEqual([[wanted.id], [wanted.id], []]);
  const { data } = await admin.call(getClass, { params: { id: tuitionClass.id } });
  expect(data.tutor).toMatchObject([{ _id: old.id }]);
});

test('changing the type of a class with paid lessons shows the change in pay and asks first', async ({
  page,
  app,
  problems,
  signInAs,
}) => {
  problems.expect(/status of 409/);
  const admin = await signInAs('Admin');
  const { lesson } = await aConfirmedRun(app);
  const { data: paidClass } = await admin.call(getClass, { params: { id: lesson.classId } });
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  await app.database.db
    .insert(classStaff)
    .values({ classId: paidClass._id, userId: tutor.id, kind: 'tutor', position: 0 });
  const form = classForm(page, 'Edit Class');
  await form.openFor(paidClass._id);
  await form.choose('Type', 'Workshop');
  await form.save.click();
  const question = page.getByRole('dialog', { name: 'Change what was paid?' });
  await expect(question).toContainText(/^.*1 paid lesson changes by \S+ in all/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(form.choice('Type')).toHaveValue('Workshop');
  const typeNow = async () =>
    (await admin.call(getClass, { params: { id: paidClass._id } })).data.class_type;
  expect(await typeNow()).toBe(paidClass.class_type);
  await form.save.click();
  await question.getByRole('button', { name: 'Change the type' }).click();
  await expect(page.getByText(`${paidClass.name} saved`)).toBeVisible();
  expect(await typeNow()).toBe('Workshop');
});

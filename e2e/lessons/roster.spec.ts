import type { Page } from '@playwright/test';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { removePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { getOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { formatDay } from '../../web/src/lib/formats.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';
import { lessonPage, placeMany } from './lesson-page.ts';

const addDialog = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Add Students' });
  return {
    dialog,
    emails: dialog.getByRole('textbox', { name: 'E-mails' }),
    find: dialog.getByRole('button', { name: 'Find Student Accounts' }),
    list: (name: string) => dialog.getByRole('list', { name, exact: true }).getByRole('listitem'),
    add: dialog.getByRole('button', { name: 'Add Students' }),
  };
};

const question = (page: Page, name: string) => page.getByRole('dialog', { name });

const rosterOf = async (app: Running, id: string) =>
  (await (await app.as('Admin')).call(getLessonRoster, { params: { id } })).data;

test('students are added from pasted e-mails in any format', async ({ page, app, signInAs }) => {
  const { id: classId } = await aClass(app);
  const lesson = await aLesson(app, classId);
  // More than the advised 10.
  const others = await placeMany(app, await aLesson(app, classId), 10);
  const [first, second, third, inClass] = [
    await aStudent(app, { name: unique('Chua Si Ying') }),
    await aStudent(app, { name: unique('Tan Jun Wei') }),
    await aStudent(app, { name: unique('Lim Kai') }),
    await aStudent(app, { name: unique('Foo Hao Ran') }),
  ];
  const admin = await signInAs('Admin', { name: unique('Mei Ling') });
  await admin.call(addLessonStudents, {
    params: { id: lesson.id },
    body: { student: [inClass.id] },
  });
  const { open, tab, rows, row, snackbar } = lessonPage(page);
  const form = addDialog(page);
  await open(lesson);
  await page.getByRole('button', { name: 'Add Students' }).click();
  await expect(page).toHaveURL(/dialog=add/);
  await expect(form.dialog.getByText('10 students max')).toBeVisible();
  await expect(form.find).toBeDisabled();
  await form.emails.fill('no.such.account@example.com');
  await form.find.click();
  await expect(form.dialog.getByText('No student accounts were found')).toBeVisible();
  await expect(form.add).toBeDisabled();
  await form.emails.fill(
    `${first.email.toUpperCase()}, ${first.email}; Tan <${second.email}>\n\n ${third.email} no.such.account@example.com\n${inClass.email} ${others.map(({ email }) => email).join('\n')}`,
  );
  await expect(form.dialog.getByText('No student accounts were found')).toBeHidden();
  await expect(form.dialog.getByText('15 e-mails')).toBeVisible();
  await form.find.click();
  await expect(form.list('Found')).toHaveCount(13);
  await expect(form.list('Found')).toContainText(
    [first, third, second].map(({ name, email }) => `${name} ${email}`),
  );
  await expect(form.list('Not found')).toHaveText(['no.such.account@example.com']);
  await expect(form.list('Already in class')).toHaveText([inClass.email]);
  await expectAccessible(page);
  await form.dialog.getByRole('button', { name: `Leave out ${third.name}` }).click();
  await expect(form.list('Found')).toHaveCount(12);
  await expect(form.dialog.getByRole('radio', { name: 'Payment' })).toBeChecked();
  await form.dialog.getByText('Trial', { exact: true }).click();
  await form.add.click();
  await expect(snackbar('12 students added')).toBeVisible();
  await expect(form.dialog).toBeHidden();
  await expect(tab('Trial')).toHaveText('Trial 12');
  await expect(rows).toHaveCount(1);
  await tab('Trial').click();
  await expect(row(first.name)).toContainText('Added by hand by Mei Ling');
  expect(await rosterOf(app, lesson.id)).toHaveLength(13);
});

test('adding students to coming lessons of a sold-out class asks, names double bookings and turns Video into Payment', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const { lessons } = await aClassWithLessons(app, 3, { isSoldOut: true });
  const [past, here, next] = lessons;
  if (!past || !here || !next) throw new Error('No lessons were made.');
  const elsewhere = await aLesson(app, (await aClass(app)).id, {
    name: 'Water',
    scheduledAt: next.scheduledAt,
  });
  const [busy, watching] = [
    await aStudent(app, { name: unique('Chua Si Ying') }),
    await aStudent(app, { name: unique('Tan Jun Wei') }),
  ];
  const admin = await signInAs('Admin');
  await admin.call(addLessonStudents, {
    params: { id: elsewhere.id },
    body: { student: [busy.id] },
  });
  await admin.call(addLessonStudents, {
    params: { id: here.id },
    body: { student: [watching.id], kind: 'video_student' },
  });
  const { open, snackbar } = lessonPage(page);
  const form = addDialog(page);
  await open(here, '?dialog=add');
  await form.emails.fill(`"Chua, Si Ying" <${busy.email}>, ${watching.email}.`);
  await form.find.click();
  await expect(form.list('Found')).toHaveCount(1);
  await expect(form.list('Already in class')).toHaveText([
    `${watching.email} (Video, becomes Payment)`,
  ]);
  const booked = form.dialog.getByText(`Student ${busy.name}: Water`);
  await expect(booked).toHaveCount(0);
  await form.dialog.getByText('This and coming lessons', { exact: true }).click();
  await expect(booked).toBeVisible();
  await form.dialog.getByText('Chosen lessons', { exact: true }).click();
  await form.add.click();
  await expect(form.dialog.getByRole('alert')).toHaveText('Still needed: lesson.');
  await expect(
    form.dialog.getByRole('list', { name: 'Lessons of this class' }).getByRole('checkbox'),
  ).toHaveCount(3);
  await form.dialog.getByText('This and coming lessons', { exact: true }).click();
  await form.add.click();
  const soldOut = question(page, 'Class sold out');
  await expect(soldOut).toContainText('This class is marked as sold out. Add anyway?');
  await soldOut.getByRole('button', { name: 'Add anyway' }).click();
  await expect(snackbar('2 students added to 2 lessons')).toBeVisible();
  expect(await rosterOf(app, past.id)).toHaveLength(0);
  for (const lesson of [here, next])
    expect((await rosterOf(app, lesson.id)).map(({ kind }) => kind)).toEqual([
      'PAYMENT',
      'PAYMENT',
    ]);
});

test('adding to a full lesson needs confirmation, and an error keeps the pasted e-mails', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of (422|403)/);
  const lesson = await aLesson(app, (await aClass(app, { maxCap: 2 })).id);
  await placeMany(app, lesson, 2);
  const student = await aStudent(app);
  await signInAs('Admin');
  const { open, details, snackbar } = lessonPage(page);
  const form = addDialog(page);
  await open(lesson, '?dialog=add');
  await form.emails.fill(student.email);
  const calls = `**/api/admin/lesson/${lesson.id}/find-student`;
  const message = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
  await page.route(calls, (route) => route.fulfill({ status: 403, json: { message } }));
  await form.find.click();
  await expect(form.dialog.getByRole('alert')).toHaveText('Your role may not do this.');
  await expect(form.emails).toHaveValue(student.email);
  await page.unroute(calls);
  await form.find.click();
  await expect(form.list('Found')).toHaveCount(1);
  await expect(form.dialog.getByRole('alert')).toHaveCount(0);

  await form.add.click();
  const full = question(page, 'Lesson full');
  await expect(full).toContainText('This lesson is full (2 of 2). Add anyway?');
  await full.getByRole('button', { name: 'Cancel' }).click();
  await expect(full).toBeHidden();
  expect(await rosterOf(app, lesson.id)).toHaveLength(2);
  await expect(form.list('Found')).toHaveCount(1);
  await form.add.click();
  await full.getByRole('button', { name: 'Add anyway' }).click();
  await expect(snackbar('1 student added')).toBeVisible();
  await expect(details).toContainText('3 of 2');
});

test('Remove states its effect, asks again for a past lesson, and links to an order of one lesson only', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 40[49]/);
  const student = await aStudent(app, { name: unique('Chua Si Ying') });
  const order = await anOrder(app, { lessons: 2, email: student.email });
  const classId = order.detail.class_obj._id;
  const [first, second] = order.detail.lesson;
  const day = formatDay(businessDayOf(order.created, 'Asia/Singapore'));
  const admin = await signInAs('Admin');
  const { open, act, snackbar } = lessonPage(page);
  const dialog = question(page, 'Remove student');
  await open({ id: first ?? '', classId });
  await act(student.name, 'Remove');
  await expect(dialog).toContainText(
    `The order of ${day} no longer includes this lesson; its price stays.`,
  );
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(snackbar(`${student.name} removed; 1 order changed`)).toBeVisible();
  await expect(page.getByText('There are no students', { exact: true })).toBeVisible();
  const { data } = await admin.call(getOrder, { params: { id: order._id } });
  expect(data.detail.lesson).toEqual([second]);

  const held = await aLesson(app, classId, { inDays: -7 });
  const [, gone] = await placeMany(app, held, 2);
  await open(held);
  await act('Student 001', 'Remove');
  await expect(dialog).toContainText('The place added by hand by Mei Ling ends.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const unusual = question(page, 'Unusual lesson');
  await expect(unusual).toContainText('was held already. Save anyway?');
  await unusual.getByRole('button', { name: 'Cancel' }).click();
  expect(await rosterOf(app, held.id)).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await unusual.getByRole('button', { name: 'Save anyway' }).click();
  await expect(snackbar('Student 001 removed')).toBeVisible();

  // Another Admin removes the student first.
  await act('Student 002', 'Remove');
  await admin.call(removePlace, {
    params: { id: held.id, studentId: gone!.id },
    query: { allow_unusual: 'true' },
  });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(snackbar('Student 002 is no longer on this lesson')).toBeVisible();
  await expect(dialog).toBeHidden();

  await open({ id: second ?? '', classId });
  await act(student.name, 'Remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This is the only lesson of the order that gave the place. Cancel the order instead.',
  );
  await dialog.getByRole('link', { name: `Open the order of ${day}` }).click();
  await expect(page).toHaveURL(new RegExp(`/orders\\?.*order=.*${order._id}`));
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
});

test('Move changes the order, asks at a full lesson and reports a student already there', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of (409|422)/);
  const student = await aStudent(app, { name: unique('Chua Si Ying') });
  const order = await anOrder(app, { lessons: 2, email: student.email });
  const classId = order.detail.class_obj._id;
  const [from, other] = order.detail.lesson;
  const full = await aLesson(app, classId, { inDays: 30, name: 'Full one', lessonIndex: 3 });
  await placeMany(app, full, 20);
  await aLesson(app, classId, { inDays: 40, name: 'Inactive one', isActive: false });
  const admin = await signInAs('Admin');
  const { open, act, snackbar } = lessonPage(page);
  const dialog = question(page, 'Move to another lesson');
  const lessonField = dialog.getByRole('combobox', { name: 'Lesson' });
  const choose = async (name: RegExp) => {
    await lessonField.click();
    await page.getByRole('option', { name }).click();
  };
  await open({ id: from ?? '', classId });
  await act(student.name, 'Move to another lesson');
  const move = dialog.getByRole('button', { name: 'Move', exact: true });
  await expect(move).toBeDisabled();
  await lessonField.click();
  await expect(page.getByRole('option')).toHaveText([/^T1 L2 Lesson 2/, /Full one.*\(20 of 20\)$/]);
  await page.getByRole('option', { name: /Lesson 2/ }).click();
  await move.click();
  await expect(dialog.getByText('The student is already on that lesson.')).toBeVisible();

  await choose(/Full one/);
  await expect(dialog.getByText('The student is already on that lesson.')).toBeHidden();
  await move.click();
  await expect(question(page, 'Lesson full')).toContainText(
    'This lesson is full (20 of 20). Add anyway?',
  );
  await question(page, 'Lesson full').getByRole('button', { name: 'Add anyway' }).click();
  await expect(snackbar('Moved to T1 L3; 1 order changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('There are no students', { exact: true })).toBeVisible();
  const { data } = await admin.call(getOrder, { params: { id: order._id } });
  expect(new Set(data.detail.lesson)).toEqual(new Set([other, full.id]));
  expect(await rosterOf(app, full.id)).toHaveLength(21);
});
